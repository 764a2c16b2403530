import Measurement

extension Search {
  /// The parts of the budget up to which policies are measured under fresh seeds, and looked at from all sides.
  private static let freshShare = 0.9
  private static let mostFresh = 12
  private static let fewFresh = 3

  /// Returns the policy that the search stands by, after it was measured under fresh seeds, and its place in the race.
  mutating func confirm(
    _ race: RaceResult, _ host: SearchHost
  ) -> (best: TunedPolicy, place: Int, verdict: Tuned.Verdict)? {
    var tried: [(best: TunedPolicy, place: Int, verdict: Tuned.Verdict)] = []
    // What seemed to miss a goal may have been unlucky, so the nearest of these are tried last.
    for (place, searched) in race.order.enumerated() where tried.count < Self.mostFresh {
      if searched.state(goals) == .missed, tried.count >= Self.fewFresh { break }
      let fresh = fresh(of: searched, host)
      let policy = TunedPolicy(point: searched.point, searched: searched, fresh: fresh)
      let state = (fresh ?? searched).state(goals)
      let verdict: Tuned.Verdict =
        state == .met ? .found : state == .undecided || fresh == nil ? .undecided : .none
      if state == .met && fresh != nil || tried.isEmpty && fresh == nil {
        return (policy, place, verdict)
      }
      // Without more calls, what was measured has to do.
      if fresh == nil { break }
      tried.append((policy, place, verdict))
    }
    if let undecided = tried.first(where: { $0.verdict == .undecided }) { return undecided }
    return tried.min { $0.best.evidence.miss(goals) < $1.best.evidence.miss(goals) }
  }

  /// Measures a policy under fresh seeds; what is undecided gets more calls, as long as there are any.
  private mutating func fresh(of searched: Evidence, _ host: SearchHost) -> Evidence? {
    var count = freshBatches
    var fresh = measure([searched.point], upTo: count, fresh: true, host).first
    while fresh?.state(goals) == .undecided, count < 4 * freshBatches {
      count *= 2
      guard
        let more = measure(
          [searched.point], upTo: count, within: Self.freshShare, fresh: true, host
        ).first
      else { break }
      fresh = more
    }
    return fresh
  }

  /// The number of fresh batches of a policy.
  private var freshBatches: Int { max(plan.budget / 20 / worlds, Elimination.first) }

  /// Returns the simplest policy that is as good as another within the indifference, under fresh seeds as well.
  mutating func simpler(
    than best: TunedPolicy, of order: [Evidence], _ host: SearchHost
  ) -> TunedPolicy? {
    guard goals.objectives.count == 1, let fresh = best.fresh else { return nil }
    let complexity = space.complexity(of: best.point)
    let simpler = order.filter {
      space.complexity(of: $0.point) < complexity && isAsGood($0, as: best.searched)
    }.sorted { space.complexity(of: $0.point) < space.complexity(of: $1.point) }
    for searched in simpler.prefix(3) {
      guard
        let known = measure([searched.point], upTo: fresh.batches, fresh: true, host).first,
        isAsGood(known, as: fresh)
      else { continue }
      return TunedPolicy(point: searched.point, searched: searched, fresh: known)
    }
    return nil
  }

  /// Returns whether a policy misses no constraint that another meets, and costs at most the indifference more.
  func isAsGood(_ one: Evidence, as other: Evidence) -> Bool {
    guard one.state(goals) == .met || one.state(goals) == other.state(goals) else { return false }
    return elimination(of: [other]).isAsGood(one.costs(0, goals), as: other.costs(0, goals))
  }

  /// Returns the front: the policies that no other beats in all objectives, under fresh seeds.
  mutating func front(of order: [Evidence], _ host: SearchHost) -> [TunedPolicy] {
    guard goals.objectives.count > 1 else { return [] }
    let meeting = order.filter { $0.state(goals) != .missed }.prefix(Self.mostFresh)
    let count = max(freshBatches / 4, Elimination.first)
    let fresh = measure(
      meeting.map(\.point), upTo: count, within: Self.freshShare, fresh: true, host)
    let policies = meeting.map { searched in
      TunedPolicy(
        point: searched.point, searched: searched,
        fresh: fresh.first { $0.point == searched.point })
    }.filter { $0.evidence.state(goals) != .missed }
    let costs = policies.map { $0.evidence.costs(goals) }
    let front = policies.indices.filter { place in !costs.contains { $0.beats(costs[place]) } }
      .sorted { costs[$0].lexicographicallyPrecedes(costs[$1]) }.map { policies[$0] }
    return front.reduce(into: []) { kept, policy in
      // Of policies that are as good as each other, the simplest is enough.
      guard let place = kept.firstIndex(where: { areAlike($0, policy) }) else {
        return kept.append(policy)
      }
      if space.complexity(of: policy.point) < space.complexity(of: kept[place].point) {
        kept[place] = policy
      }
    }
  }

  /// Whether two policies differ in no objective by more than the indifference.
  private func areAlike(_ one: TunedPolicy, _ other: TunedPolicy) -> Bool {
    zip(one.evidence.costs(goals), other.evidence.costs(goals)).allSatisfy { left, right in
      left == right || (left - right).magnitude <= plan.indifference * right.magnitude
    }
  }
}
