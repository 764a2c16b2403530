import Measurement

extension Search {
  /// The part of the budget up to which the walk goes.
  private static let walkShare = 0.45
  private static let waryShare = 0.75
  private static let valuesPerAxis = 9

  /// Searches until the budget is spent or nothing is left to find; `nil` if there is no policy at all.
  ///
  /// A search that ended before goes on from what it knows.
  package mutating func run(batchSize: Int, _ host: SearchHost) -> Tuned? {
    var start =
      known.isEmpty
      ? screen(host)
      : known.values.sorted {
        $0.point.lexicographicallyPrecedes($1.point)
      }
    if start.isEmpty { return nil }
    let most = start.map(\.batches).max() ?? 0
    start = ranking.best(finalists, of: start.filter { $0.batches * 2 > most })
    let found = walk(from: start, Walk(share: Self.walkShare), host)
    let simple = found.prefix(2).flatMap { space.simpler(than: $0.point) }
      .filter { point in !found.contains { $0.point == point } }.withoutRepetition
    let extra = measure(
      simple, upTo: Elimination.first, within: Self.walkShare + 0.05, host)
    var race = race(found + extra, host)
    let winner = race.order.first
    // At the edge of a constraint luck is needed, and beside it a policy may be that needs none.
    if goals.objectives.count == 1, !goals.constraints.isEmpty, !isOver {
      let wary = Walk(step: 0.1, starts: 1, share: Self.waryShare, isWary: true)
      let others = race.order
      let sure = walk(from: others, wary, host)
      let new = sure.filter { one in !others.contains { $0.point == one.point } }
      race.order = order(others.compactMap { known[$0.point] } + new)
    }
    choice = race.order.first.map { ($0.point, spent) }
    let steps = race.order.contains { $0.state(goals) != .missed } ? self.steps(host) : []
    // What is best for other goals may be better for these as well.
    let new = steps.compactMap(\.best).filter { one in
      !race.order.contains { $0.point == one.point }
    }
    race.order = order(race.order + new)
    // What did not race is only known to be the best if it beats the one that won.
    if let winner, let first = race.order.first, first.point != winner.point,
      let raced = known[winner.point]
    {
      race.isDecided =
        race.isDecided
        && elimination(of: [first]).isOut(raced.costs(0, goals), against: first.costs(0, goals))
    }
    return answer(race, steps, batchSize, host)
  }

  private mutating func answer(
    _ race: RaceResult, _ steps: [GoalStep], _ batchSize: Int, _ host: SearchHost
  ) -> Tuned? {
    let front = front(of: race.order, host)
    guard var (best, place, verdict) = confirm(race, host) else { return nil }
    if let middle = middle(of: front) {
      (best, verdict) = (middle, middle.evidence.state(goals) == .met ? .found : .undecided)
      place = 0
    }
    self.best = best.point
    let simpler = verdict == .none ? nil : simpler(than: best, of: race.order, host)
    let lines = space.axes.indices.map { line(along: $0, of: best, host) }
    return Tuned(
      verdict: verdict, best: best, front: front, simpler: simpler,
      steps: verdict == .none ? [] : steps, lines: lines,
      isDecided: race.isDecided && place == 0, open: race.open,
      search: withoutEvidence, batchSize: batchSize)
  }

  /// Returns the policy of a front that is nearest to what is best in each objective.
  private func middle(of front: [TunedPolicy]) -> TunedPolicy? {
    let costs = front.map { $0.evidence.costs(goals) }
    guard let first = costs.first else { return nil }
    let ends = first.indices.map { objective in
      let numbers = costs.map { $0[objective] }
      return (low: numbers.min() ?? 0, high: numbers.max() ?? 0)
    }
    let distances = costs.map { costs in
      zip(costs, ends).reduce(0.0) { sum, entry in
        let (cost, end) = entry
        let part = end.high > end.low ? (cost - end.low) / (end.high - end.low) : 0
        return sum + part * part
      }
    }
    return front.indices.min { distances[$0] < distances[$1] }.map { front[$0] }
  }

  /// Returns what each constraint costs: the best policy with one that is a step stricter or looser.
  private mutating func steps(_ host: SearchHost) -> [GoalStep] {
    guard goals.objectives.count == 1, !isOver else { return [] }
    let usual = goals
    defer { goals = usual }
    var steps: [GoalStep] = []
    let share = 0.1 / Double(max(2 * usual.constraints.count, 1))
    for index in usual.constraints.indices {
      for isStricter in [true, false] {
        guard let changed = usual.constraints[index].step(stricter: isStricter) else { continue }
        goals = usual
        goals.constraints[index] = changed
        steps.append(
          GoalStep(
            constraint: index, isStricter: isStricter, bound: changed.bound,
            best: nearby(within: min(spentShare + share, 1), host)))
      }
    }
    return steps
  }

  /// Returns the best policy that a short walk finds, if it meets the constraints.
  private mutating func nearby(within share: Double, _ host: SearchHost) -> Evidence? {
    let most = known.values.map(\.batches).max() ?? 0
    let well = known.values.filter { $0.batches * 4 >= min(most, 4 * Elimination.first) }
      .sorted { $0.point.lexicographicallyPrecedes($1.point) }
    let start = ranking.best(4, of: well)
    let found = walk(
      from: start, Walk(step: 0.1, starts: 2, share: share, isForAnswer: false), host)
    return order(well + found).first { $0.miss(goals) == 0 }
  }

  /// Returns the policy with other values of one parameter.
  private mutating func line(along axis: Int, of best: TunedPolicy, _ host: SearchHost) -> AxisLine
  {
    let values = space.axes[axis].spread(Self.valuesPerAxis, around: best.point[axis])
    let points = values.map { value in
      var point = best.point
      point[axis] = value
      return point
    }
    let count = min(best.searched.batches, 2 * Elimination.first)
    return AxisLine(axis: axis, points: measure(points, upTo: count, host))
  }
}

extension [Point] {
  /// The same points, each once.
  fileprivate var withoutRepetition: [Point] {
    var seen: Set<Point> = []
    return filter { seen.insert($0).inserted }
  }
}
