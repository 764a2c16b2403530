import Measurement

/// A policy that a search has found, with what is known of it.
package struct TunedPolicy: Sendable {
  package let point: Point
  /// What the search measured of it, which is too good as far as it was lucky.
  package let searched: Evidence
  /// What was measured under fresh seeds; `nil` if the search was stopped before.
  package let fresh: Evidence?

  /// What tells most of it.
  package var evidence: Evidence { fresh ?? searched }
}

/// What a goal costs: what the best policy has if the goal is a step stricter or looser.
package struct GoalStep: Sendable {
  /// The place of the constraint.
  package let constraint: Int
  package let isStricter: Bool
  package let bound: Double
  /// The best policy then; `nil` if none was found.
  package let best: Evidence?
}

/// How a policy changes with one of its parameters.
package struct AxisLine: Sendable {
  /// The place of the axis.
  package let axis: Int
  package let points: [Evidence]
}

/// The answer of a search.
package struct Tuned: Sendable {
  /// How far the answer is known.
  package enum Verdict: String, Hashable, Sendable {
    /// It meets all constraints with confidence.
    case found
    /// Of at least one constraint it is not known whether it is met.
    case undecided
    /// Nothing meets the constraints; the best is the nearest.
    case none
  }

  package let verdict: Verdict
  /// The policy, or the nearest one.
  package let best: TunedPolicy
  /// The policies of which none beats another in all objectives, if there are several objectives.
  package let front: [TunedPolicy]
  /// A simpler policy that is as good within the indifference.
  package let simpler: TunedPolicy?
  package let steps: [GoalStep]
  package let lines: [AxisLine]
  /// Whether the race ended before the budget did.
  package let isDecided: Bool
  /// The other policies of which it is not known whether they are better.
  package let open: Int
  /// The search that found it, without what it measured.
  package let search: Search
  /// The number of calls in a batch, or 0 for loads.
  package let batchSize: Int

  package var goals: Goals { search.goals }
  package var isPartial: Bool { search.isStopped }
  /// The size of what it keeps.
  package var bytes: Int {
    let kept =
      ([best] + front).flatMap { [$0.searched, $0.evidence] } + lines.flatMap(\.points)
      + steps.compactMap(\.best)
    return kept.flatMap(\.worlds).reduce(0) { sum, world in
      sum + (world.calls.map { $0.sample?.bytes ?? $0.all.bytes } ?? 0)
    }
  }

  /// The number of policies that were spread evenly over the space, and looked at.
  package var seen: Int {
    search.ruledOut == search.screened ? search.screened : min(search.pool, search.screened)
  }

  /// The greatest part of the space that can meet the constraints though none of these does, with 95 % confidence.
  package var largestUnseenShare: Double {
    // One of them would lie in a greater part in 19 of 20 searches.
    min(1, 3 / Double(max(seen, 1)))
  }
}
