import RetryNumerics

/// The shares of a sample as straight pieces between few knots.
enum EmpiricalKnots {
  private static let mostKnots = 200
  /// Where a person looks first, so that a knot is there.
  private static let usual = [0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999]

  static func law(of sample: LatencySample) -> LatencyLaw? {
    let steps = EmpiricalSteps(sample)
    // Beyond the last duration whose end was seen, the rest is put there and nowhere farther.
    guard let last = steps.steps.last, steps.steps.count > 1 else { return nil }
    let first = sample.bounds.filter { !$0.isOpen && $0.count > 0 }.map(\.low).min()
    let low = min(first ?? .infinity, steps.steps[0].value)
    var knots = [LatencyLaw.Knot(value: min(low, steps.steps[0].value), share: 0)]
    for index in chosen(steps.steps, count: sample.count) {
      let step = steps.steps[index]
      knots.append(LatencyLaw.Knot(value: step.value, share: step.share))
    }
    if last.share < 1 { knots.append(LatencyLaw.Knot(value: sample.greatest, share: 1)) }
    return .empirical(ascending(knots))
  }

  /// Drops knots without a share, and makes values grow.
  private static func ascending(_ knots: [LatencyLaw.Knot]) -> [LatencyLaw.Knot] {
    var kept: [LatencyLaw.Knot] = []
    for knot in knots {
      guard let last = kept.last else {
        kept.append(knot)
        continue
      }
      guard knot.share > last.share else { continue }
      kept.append(.init(value: max(knot.value, last.value + 1), share: knot.share))
    }
    return kept
  }

  /// Returns the steps between which straight pieces stay near enough, in ascending order.
  private static func chosen(_ steps: [EmpiricalSteps.Step], count: Double) -> [Int] {
    // A fraction of what chance alone makes samples of this size differ by.
    let tolerance = max(0.2 / Elementary.squareRoot(max(count, 1)), 0.0005)
    var chosen: Set<Int> = [0, steps.count - 1]
    for share in usual {
      let index = steps.partition { $0.share >= share }
      if index < steps.count { chosen.insert(index) }
    }
    var open = zip(chosen.sorted(), chosen.sorted().dropFirst()).map { ($0, $1) }
    while let (low, high) = open.popLast(), chosen.count < mostKnots {
      guard let (index, distance) = farthest(steps, low, high), distance > tolerance else {
        continue
      }
      chosen.insert(index)
      // The widest pieces first, in case that the knots run out.
      open.append((low, index))
      open.append((index, high))
      open.sort {
        steps[$0.1].share - steps[$0.0].share < steps[$1.1].share - steps[$1.0].share
      }
    }
    return chosen.sorted()
  }

  /// Returns the step between two that is farthest from the line between them.
  private static func farthest(
    _ steps: [EmpiricalSteps.Step], _ low: Int, _ high: Int
  ) -> (index: Int, distance: Double)? {
    guard high - low > 1, steps[high].value > steps[low].value else { return nil }
    let slope =
      (steps[high].share - steps[low].share) / (steps[high].value - steps[low].value)
    var found = (index: low, distance: 0.0)
    for index in low + 1..<high {
      let line = steps[low].share + slope * (steps[index].value - steps[low].value)
      let distance = abs(steps[index].share - line)
      if distance > found.distance { found = (index, distance) }
    }
    return found.index == low ? nil : found
  }
}
