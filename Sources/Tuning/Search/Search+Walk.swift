import Measurement

/// How far a walk goes.
struct Walk {
  /// The first step, as a part of each axis.
  var step = 0.25
  /// The number of policies that it starts from.
  var starts = 2
  /// The part of the budget up to which it may go.
  let share: Double
  /// Whether it keeps to what meets the constraints with confidence.
  var isWary = false
  /// Whether what it finds is for the goals that were asked for.
  var isForAnswer = true

  /// The last step.
  static let finest = 1.0 / 2048
}

extension Search {
  /// Walks from policies to better ones next to them, with steps that become shorter where nothing is better.
  ///
  /// It is a pattern search: along each axis, and in some directions across, since what meets a constraint at the lowest
  /// cost often lies on an edge along which several parameters change together.
  mutating func walk(from start: [Evidence], _ walk: Walk, _ host: SearchHost) -> [Evidence] {
    let counts = start.map(\.batches)
    guard let most = walk.isWary ? counts.first : counts.min(), most > 0 else { return start }
    let ranking = Ranking(goals, space, isWary: walk.isWary)
    var (step, centres, turn) = (walk.step, Array(start.prefix(walk.starts)), UInt64(0))
    var all = Dictionary(start.map { ($0.point, $0) }, uniquingKeysWith: { $1 })
    while step >= Walk.finest, !isOver, !centres.isEmpty {
      turn += 1
      let before = spent
      let near = centres.flatMap {
        space.neighbours(of: $0.point, step: step, seed: plan.seed &+ turn)
      }
      let found = heat(near.filter { all[$0] == nil }, upTo: most, walk.share, ranking, host)
      if spent == before, near.contains(where: { all[$0] == nil && known[$0] == nil }) { break }
      for evidence in found { all[evidence.point] = evidence }
      let next = ranking.best(max(walk.starts / 2, 1), of: Array(all.values).inOrder)
      if next.first?.point == centres.first?.point || found.isEmpty { step /= 2 }
      centres = next
      if walk.isForAnswer { best = centres.first?.point }
    }
    return ranking.best(finalists, of: Array(all.values).inOrder)
  }

  /// Measures policies with few batches, the better ones with more, and the best with all.
  private mutating func heat(
    _ points: [Point], upTo most: Int, _ share: Double, _ ranking: Ranking, _ host: SearchHost
  ) -> [Evidence] {
    var left = points
    for (batches, part) in [(2, 6), (max(most / 4, 2), 3)] where batches < most {
      let measured = measure(left, upTo: batches, within: share, host)
      left = ranking.best(max(measured.count / part, min(measured.count, 2)), of: measured).map(
        \.point)
    }
    return measure(left, upTo: most, within: share, host)
  }
}

extension [Evidence] {
  /// The policies in an order that does not depend on where they were kept.
  fileprivate var inOrder: [Evidence] {
    sorted { $0.point.lexicographicallyPrecedes($1.point) }
  }
}
