import Measurement
import RetryNumerics

/// What a race ended with.
package struct RaceResult: Sendable {
  /// Those that were measured to the end, the best first.
  package var order: [Evidence] = []
  /// Whether the first is the best, or as good within the indifference, with 95 % confidence.
  package var isDecided = false
  /// The other policies of which it is not known whether they are better.
  package var open = 0
}

extension Search {
  /// The part of the budget up to which a race may go.
  private static let raceShare = 0.6

  /// Lets policies race on the same faults: what is worse with confidence, or misses a constraint with confidence, leaves.
  mutating func race(_ runners: [Evidence], _ host: SearchHost) -> RaceResult {
    let start = Elimination.first
    var left = measure(runners.map(\.point), upTo: start, within: Self.raceShare, host)
    guard !left.isEmpty else { return RaceResult(order: ranking.sorted(runners)) }
    let isPossible = left.contains { $0.state(goals) != .missed }
    guard isPossible, goals.objectives.count == 1 else {
      // Nothing meets the constraints, or several objectives count: more batches for all tell more.
      let more = measure(left.map(\.point), upTo: start * 4, within: Self.raceShare, host)
      return RaceResult(order: ranking.sorted(more.isEmpty ? left : more), isDecided: !isPossible)
    }
    var everyone = left
    while !isOver {
      left = remaining(of: left)
      if isDecided(left) { break }
      let before = spent
      let wanted = zip(left, shares(of: left)).map { (point: $0.point, count: $0.batches + $1) }
      _ = measure(wanted, within: Self.raceShare, host)
      if spent == before { break }
      left = left.compactMap { known[$0.point] }
      everyone = everyone.compactMap { known[$0.point] }
    }
    let first = order(left)
    let others = order(everyone.filter { one in !left.contains { $0.point == one.point } })
    best = first.first?.point
    return RaceResult(order: first + others, isDecided: isDecided(left), open: left.count - 1)
  }

  /// Sorts policies: those that meet the constraints with confidence first, then those of which it is not known.
  func order(_ all: [Evidence]) -> [Evidence] {
    let states = all.map { $0.state(goals) }
    return [Constraint.State.met, .undecided, .missed].flatMap { state in
      let sorted = ranking.sorted(zip(all, states).filter { $1 == state }.map(\.0))
      return state == .undecided ? safestFirst(sorted) : sorted
    }
  }

  /// Moves the policy to the front that is surest to meet the constraints, of those that cost as little as the first.
  private func safestFirst(_ sorted: [Evidence]) -> [Evidence] {
    guard goals.objectives.count == 1, let first = sorted.first, first.miss(goals) == 0 else {
      return sorted
    }
    let cost = first.costs(goals)[0]
    let most = cost + plan.indifference * cost.magnitude
    let alike = sorted.indices.filter { sorted[$0].costs(goals)[0] <= most }
    let safest = alike.min { risk(of: sorted[$0]) < risk(of: sorted[$1]) } ?? 0
    var order = sorted
    order.insert(order.remove(at: safest), at: 0)
    return order
  }

  /// How far a policy misses the constraints with bad luck.
  private func risk(of evidence: Evidence) -> Double { evidence.miss(goals, .worst) }

  /// Returns those that may still be the best.
  private func remaining(of all: [Evidence]) -> [Evidence] {
    let possible = all.filter { $0.state(goals) != .missed }
    guard !possible.isEmpty else { return all }
    let meeting = possible.filter { $0.state(goals) == .met }
    let elimination = elimination(of: possible)
    let series = meeting.map { $0.costs(0, goals) }
    let left = possible.filter { evidence in
      let own = evidence.costs(0, goals)
      let isOpen = evidence.state(goals) == .undecided
      return !zip(meeting, series).contains { other, costs in
        guard other.point != evidence.point else { return false }
        // What is undecided is not worth more calls if it would not be better anyway.
        return elimination.isOut(own, against: costs)
          || isOpen && elimination.isAsGood(costs, as: own)
      }
    }
    return withoutRiskier(left, elimination)
  }

  /// Leaves out what is undecided beside a policy that is surer to meet the constraints, if that costs no more.
  private func withoutRiskier(_ left: [Evidence], _ elimination: Elimination) -> [Evidence] {
    let (risks, costs) = (left.map(risk), left.map { $0.costs(0, goals) })
    return left.indices.filter { one in
      left[one].state(goals) == .met
        || !left.indices.contains {
          risks[$0] < risks[one] && elimination.isAsGood(costs[$0], as: costs[one])
        }
    }.map { left[$0] }
  }

  /// Returns the rules by which some policies leave a race.
  func elimination(of all: [Evidence]) -> Elimination {
    let best = all.map { $0.costs(goals)[0] }.min() ?? 0
    return Elimination(
      count: finalists, indifference: max(plan.indifference * best.magnitude, 1e-12))
  }

  private func isDecided(_ left: [Evidence]) -> Bool {
    guard left.allSatisfy({ $0.state(goals) == .met }) else { return false }
    guard left.count > 1 else { return true }
    let elimination = elimination(of: left)
    let first = left[0].costs(0, goals)
    return left.dropFirst().allSatisfy { evidence in
      let pairs = zip(first, evidence.costs(0, goals)).map { $0 - $1 }
      guard pairs.allSatisfy(\.isFinite) else { return true }
      let variance = Array(pairs.prefix(Elimination.first)).variance
      return Double(pairs.count) >= elimination.last(variance: variance)
    }
  }

  /// Returns how many more batches each policy gets: what is undecided twice as many, the rest by how near it is to the best.
  private func shares(of left: [Evidence]) -> [Int] {
    let series = left.map { $0.costs(0, goals) }
    let isFinite = series.allSatisfy { $0.allSatisfy(\.isFinite) }
    let more = left.count * Elimination.first
    let shares =
      isFinite
      ? Allocation.optimal(
        means: left.map { $0.costs(goals)[0] }, variances: series.map(\.variance),
        counts: left.map(\.batches), more: more)
      : left.map { _ in Elimination.first }
    return zip(left, shares).map { evidence, share in
      evidence.state(goals) == .undecided ? max(share, evidence.batches) : share
    }
  }
}
