import RetryNumerics
import VirtualTime

/// How far a law is from a sample, and how often chance alone would be as far.
package struct Goodness: Hashable, Sendable {
  /// The greatest distance between the shares of both, as Kolmogorov and Smirnov take it.
  package let distance: Double
  /// The share of samples of the law itself that are as far from the law that fits them; `nil` if not computed.
  package internal(set) var probability: Double?

  /// A law below this probability is not believed.
  package static let least = 0.01
}

extension Goodness {
  init(of law: LatencyLaw, to steps: EmpiricalSteps) {
    distance = steps.steps.reduce(0) { greatest, step in
      max(greatest, abs(law.cumulative(step.value) - step.share))
    }
  }

  /// How many farther samples suffice to tell the probability.
  private static let enough = 10

  /// Computes the probability with samples of the law, to each of which its family is fitted anew.
  ///
  /// As soon as ten samples are farther, their share is known well enough (Besag and Clifford, 1991).
  init(
    of law: LatencyLaw, to sample: LatencySample, _ effort: FitEffort, isStopped: () -> Bool
  ) {
    self.init(of: law, to: EmpiricalSteps(sample))
    let replicas = Replicas(of: law, like: sample)
    let resampling = Resampling(seed: effort.seed, "goodness")
    var (farther, trials) = (0, 0)
    while trials < effort.mostTrials, farther < Self.enough, !isStopped() {
      var draws = resampling.draws(trials)
      let replica = replicas.draw(&draws)
      trials += 1
      guard let own = law.family.fitted(to: replica, from: law) else { continue }
      let other = Goodness(of: own, to: EmpiricalSteps(replica))
      if other.distance >= distance { farther += 1 }
    }
    probability =
      farther >= Self.enough
      ? Double(farther) / Double(trials) : Double(farther + 1) / Double(trials + 1)
  }
}

/// Samples of a law with the cells of another sample.
private struct Replicas {
  private let sample: LatencySample
  /// The expected counts of the points, and of the bounds.
  private var (points, bounds): ([Double], [Double]) = ([], [])

  init(of law: LatencyLaw, like sample: LatencySample) {
    self.sample = sample
    let count = sample.count
    let events = Self.events(of: sample)
    points = Array(repeating: 0, count: sample.points.count)
    bounds = sample.bounds.map(\.count)
    // The share of requests that nobody would have cut off before.
    var (left, survival, below) = (count, 1.0, 0.0)
    for (place, event) in events.enumerated() {
      guard !event.isOpen else {
        left -= event.count
        continue
      }
      let isLast = place == events.count - 1
      let above = isLast ? 1 : law.cumulative(event.value)
      let watched = survival > 1e-12 ? min(left / (count * survival), 1) : 1
      let expected = count * max(above - below, 0) * watched
      if event.isPoint { points[event.index] = expected } else { bounds[event.index] = expected }
      if left > 0 { survival *= max(0, 1 - event.count / left) }
      left -= event.count
      below = max(above, below)
    }
  }

  private struct Event {
    let value: Double
    let count: Double
    let isOpen: Bool
    let isPoint: Bool
    let index: Int
  }

  private static func events(of sample: LatencySample) -> [Event] {
    var events = sample.points.enumerated().map { index, point in
      Event(value: point.high, count: point.count, isOpen: false, isPoint: true, index: index)
    }
    for (index, bounds) in sample.bounds.enumerated() {
      events.append(
        Event(
          value: bounds.isOpen ? bounds.low : bounds.high, count: bounds.count,
          isOpen: bounds.isOpen, isPoint: false, index: index))
    }
    return events.sorted {
      $0.value != $1.value ? $0.value < $1.value : !$0.isOpen && $1.isOpen
    }
  }

  func draw(_ draws: inout some RandomNumberGenerator) -> LatencySample {
    var replica = sample
    for index in points.indices { replica.points[index].count = draws.poisson(points[index]) }
    for index in bounds.indices { replica.bounds[index].count = draws.poisson(bounds[index]) }
    return replica
  }
}
