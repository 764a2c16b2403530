package import Measurement
import Simulation

/// Batches of policies that are measured together; which ones depends on earlier rounds alone.
package struct Round: Sendable {
  package let batches: [TrialBatch]
  package let subjects: [Runnable]
  /// Whether the batches have seeds that no policy was chosen by.
  package let isFresh: Bool
  /// The batches that the search has measured before, and all that it may measure.
  package let spent: Int
  package let budget: Int
  /// The best policy so far.
  package let best: Point?
}

/// How long to search, and what differences do not matter.
package struct SearchPlan: Sendable {
  /// The most batches that are measured.
  package var budget: Int
  /// The relative difference of an objective that does not matter.
  package let indifference: Double
  package let seed: UInt64
  /// Whether all policies have the same faults; otherwise each has its own, to see what that costs.
  package var sharesFaults = true

  package init(budget: Int, indifference: Double, seed: UInt64) {
    (self.budget, self.indifference, self.seed) = (budget, indifference, seed)
  }
}

/// What a search asks of the world: to make a policy, to tell what theory says of it, and to measure a round.
package struct SearchHost {
  /// Returns what runs in each world with the values of a point, or nothing where it cannot be made.
  package let make: (Point) -> [Runnable]?
  package let theory: (Runnable) -> ClosedForm?
  /// Returns what is certain of all calls, measured or not.
  package let certainty: (Runnable) -> Certainty
  package let measure: (Round) -> [BatchResult?]

  package init(
    make: @escaping (Point) -> [Runnable]?, theory: @escaping (Runnable) -> ClosedForm?,
    certainty: @escaping (Runnable) -> Certainty,
    measure: @escaping (Round) -> [BatchResult?]
  ) {
    (self.make, self.theory, self.certainty) = (make, theory, certainty)
    self.measure = measure
  }
}

/// A search for the policy that meets constraints at the lowest cost.
///
/// It screens points that are spread over the space, halves them on the same faults, walks from the best along the axes,
/// lets the finalists race, and measures the winner under seeds that it was not chosen by. Rounds are synchronous: which
/// batches are measured depends on the results of earlier rounds and on nothing else, so neither does the answer.
///
///     var search = Search(space, goals, plan, worlds: 1)
///     let answer = search.run(host)
package struct Search: Sendable {
  package let space: Space
  package internal(set) var goals: Goals
  package internal(set) var plan: SearchPlan
  package let worlds: Int
  /// What is known of each policy that was measured.
  package private(set) var known: [Point: Evidence] = [:]
  /// What is known of those that were measured under fresh seeds.
  package private(set) var confirmed: [Point: Evidence] = [:]
  package private(set) var spent = 0
  /// The number of policies that were measured.
  package private(set) var policies = 0
  /// The batches that were measured before it went on.
  private var begun = 0
  /// Whether the person stopped it.
  package private(set) var isStopped = false
  /// A figure that the goals ask for and that no world has.
  package private(set) var lacking: Figure?
  var best: Point?
  /// The policy that was chosen, before anything else was measured to tell about it, and the batches up to then.
  package internal(set) var choice: (point: Point, spent: Int)?
  /// The places of policies in the order in which they came, where each has faults of its own.
  private var ownFaults: [Point: Int] = [:]
  /// The number of points that were spread over the space, and how many theory ruled out.
  package internal(set) var screened = 0
  package internal(set) var ruledOut = 0

  package init(_ space: Space, _ goals: Goals, _ plan: SearchPlan, worlds: Int) {
    (self.space, self.goals, self.plan, self.worlds) = (space, goals, plan, worlds)
  }
}

extension Search {
  /// The search without its measurements, for a result that is kept.
  var withoutEvidence: Search {
    var search = self
    (search.known, search.confirmed) = ([:], [:])
    return search
  }

  var ranking: Ranking { Ranking(goals, space) }

  /// Whether nothing more can be measured.
  var isOver: Bool { isStopped || lacking != nil }

  /// Lets a search that is over go on with more batches.
  package mutating func extend(by batches: Int) {
    begun = spent
    plan.budget = spent + batches
    isStopped = false
  }

  /// Measures policies up to a number of batches each, and returns what is known of those that have as many.
  ///
  /// Where all would take more than a share of the budget, the last ones are left out.
  mutating func measure(
    _ points: [Point], upTo count: Int, within share: Double = 1, fresh: Bool = false,
    _ host: SearchHost
  ) -> [Evidence] {
    measure(points.map { (point: $0, count: count) }, within: share, fresh: fresh, host)
  }

  /// Measures policies up to a number of batches for each.
  mutating func measure(
    _ wanted: [(point: Point, count: Int)], within share: Double, fresh: Bool = false,
    _ host: SearchHost
  ) -> [Evidence] {
    let limit = begun + Int(Double(plan.budget - begun) * share)
    var (batches, subjects, touched): ([TrialBatch], [Runnable], [Touched]) = ([], [], [])
    var seen: Set<Point> = []
    for (point, count) in wanted where !isOver && seen.insert(point).inserted {
      let known = evidence(of: point, fresh: fresh)
      let cost = (count - (known?.batches ?? 0)) * worlds
      guard cost > 0, spent + batches.count + cost <= limit, let made = host.make(point) else {
        continue
      }
      let evidence =
        known ?? Evidence(point, made.map { (host.certainty($0), fresh ? nil : host.theory($0)) })
      // Where faults are not shared, the first policies have the first numbers.
      let first = plan.sharesFaults || fresh ? 0 : firstBatch(of: point)
      for world in made.indices {
        batches += (evidence.batches..<count).map {
          TrialBatch(subject: subjects.count + world, number: first + $0)
        }
      }
      subjects += made
      touched.append(Touched(evidence: evidence, count: count))
    }
    if !batches.isEmpty { run(batches, of: subjects, touched, fresh, host) }
    return wanted.compactMap { point, count in
      evidence(of: point, fresh: fresh).flatMap { $0.batches >= count ? $0 : nil }
    }
  }

  /// Returns the number of the first batch of a policy that has faults of its own.
  private mutating func firstBatch(of point: Point) -> Int {
    let place = ownFaults[point] ?? ownFaults.count
    ownFaults[point] = place
    return place << 20
  }

  /// A policy in a round, and how many batches it will have.
  private struct Touched {
    let evidence: Evidence
    let count: Int
  }

  /// The part of the budget that is spent.
  var spentShare: Double { Double(spent - begun) / Double(max(plan.budget - begun, 1)) }

  func evidence(of point: Point, fresh: Bool = false) -> Evidence? {
    fresh ? confirmed[point] : known[point]
  }

  private mutating func run(
    _ batches: [TrialBatch], of subjects: [Runnable], _ touched: [Touched], _ isFresh: Bool,
    _ host: SearchHost
  ) {
    let round = Round(
      batches: batches, subjects: subjects, isFresh: isFresh, spent: spent, budget: plan.budget,
      best: best)
    let results = host.measure(round).compactMap(\.self)
    guard results.count == batches.count else {
      isStopped = true
      return
    }
    spent += batches.count
    var place = 0
    for (index, touched) in touched.enumerated() {
      var evidence = touched.evidence
      let added = touched.count - evidence.batches
      for world in 0..<worlds {
        var load: Load?
        if case .load(let known) = subjects[index * worlds + world] { load = known }
        let new = Array(results[place..<place + added])
        evidence.add(new, world: world, load: load, goals)
        place += added
      }
      if let missing = evidence.read(goals) {
        // Without it nothing can be ranked.
        lacking = goals.figures[missing]
        return
      }
      if !isFresh, known[evidence.point] == nil { policies += 1 }
      if isFresh { confirmed[evidence.point] = evidence } else { known[evidence.point] = evidence }
    }
  }
}
