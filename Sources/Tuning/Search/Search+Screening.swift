import Measurement

extension Search {
  /// The number of points that theory looks at, which takes no calls.
  private static let mostThought = 4096
  /// The number of batches that every screened policy gets.
  private static let firstBatches = 2
  /// The part of the budget that screening may take.
  private static let screeningShare = 0.2

  /// The number of policies that are measured first: as many as the budget bears.
  var pool: Int {
    var size = 16
    while size < 256, size * 2 * 24 * worlds <= plan.budget { size *= 2 }
    return size
  }

  /// The number of policies that are left at the end of a screening.
  var finalists: Int { goals.objectives.count > 1 ? 16 : 8 }

  /// Spreads policies over the space, and halves them on the same faults; returns those that are left.
  mutating func screen(_ host: SearchHost) -> [Evidence] {
    let points = candidates(host)
    var batches = Self.firstBatches
    var left = measure(points, upTo: batches, within: Self.screeningShare, host)
    while left.count > finalists, !isOver {
      batches *= 2
      let half = ranking.best(max(left.count / 2, finalists), of: left)
      let next = measure(half.map(\.point), upTo: batches, within: Self.screeningShare, host)
      guard next.count == half.count else { break }
      left = next
    }
    left = ranking.best(finalists, of: left)
    best = left.first?.point
    return left
  }

  /// Returns the policies to measure first: of many that are spread, those that theory does not rule out.
  private mutating func candidates(_ host: SearchHost) -> [Point] {
    let seed = plan.seed
    guard let first = space.spread(1, seed: seed).first, thought(of: first, host) != nil else {
      let points = space.spread(pool, seed: seed)
      screened = points.count
      return points
    }
    let thoughts = space.spread(Self.mostThought, seed: seed).map { point in
      (point: point, thought: thought(of: point, host))
    }
    let meeting = thoughts.filter { ($0.thought?.miss ?? 0) == 0 }
    (screened, ruledOut) = (thoughts.count, thoughts.count - meeting.count)
    guard !meeting.isEmpty else {
      // Where theory rules out all, the nearest ones are looked for.
      return Array(
        thoughts.sorted { ($0.thought?.miss ?? 0) < ($1.thought?.miss ?? 0) }.map(\.point)
          .prefix(pool))
    }
    let isExact = meeting.allSatisfy { $0.thought?.cost != nil }
    let order =
      isExact
      ? meeting.sorted { ($0.thought?.cost ?? 0) < ($1.thought?.cost ?? 0) } : meeting
    return order.prefix(pool).map(\.point)
  }

  /// What theory says of a policy: how far it misses the constraints, and the first objective if it is known.
  private func thought(of point: Point, _ host: SearchHost) -> (miss: Double, cost: Double?)? {
    guard let made = host.make(point) else { return nil }
    let known = made.compactMap(host.theory)
    guard known.count == made.count else { return nil }
    let miss = goals.constraints.enumerated().reduce(0.0) { sum, entry in
      guard let number = number(of: entry.offset, known) else { return sum }
      return sum + entry.element.miss(number)
    }
    guard goals.objectives.count == 1 else { return (miss, nil) }
    let index = goals.constraints.count
    return (miss, number(of: index, known).map { goals.sign(of: index) * $0 })
  }

  /// Returns an exact figure over all worlds.
  private func number(of index: Int, _ known: [ClosedForm]) -> Double? {
    let numbers = known.compactMap { $0.number(of: goals.figures[index]) }
    guard numbers.count == known.count else { return nil }
    if let weights = goals.weights { return zip(weights, numbers).reduce(0) { $0 + $1.0 * $1.1 } }
    return goals.sign(of: index) > 0 ? numbers.max() : numbers.min()
  }
}
