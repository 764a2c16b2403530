import RetryNumerics

/// The shares that do not exceed durations, whatever is known of the others.
struct EmpiricalSteps: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let value: Double
    /// The least duration that may be meant.
    let low: Double
    /// Whether nothing but the bounds is known.
    let isBucket: Bool
    /// The share up to the value.
    var share: Double
  }

  /// In ascending order; the last share is below 1 if the longest durations are open.
  let steps: [Step]

  /// Estimates the shares as Kaplan and Meier (1958) do, with bounded durations at their upper ends.
  init(_ sample: LatencySample) {
    var events = sample.points.map { ($0.high, $0.count, isOpen: false, $0.low, isBucket: false) }
    for bounds in sample.bounds {
      let value = bounds.isOpen ? bounds.low : bounds.high
      events.append((value, bounds.count, bounds.isOpen, bounds.low, isBucket: true))
    }
    // Who is cut off at a moment was still there.
    events.sort { $0.0 != $1.0 ? $0.0 < $1.0 : !$0.isOpen && $1.isOpen }
    var (left, survival) = (sample.count, 1.0)
    var steps: [Step] = []
    for (value, count, isOpen, low, isBucket) in events {
      guard count > 0 else { continue }
      if !isOpen, left > 0 {
        survival *= max(0, 1 - count / left)
        if steps.last?.value == value {
          steps[steps.count - 1].share = 1 - survival
        } else {
          steps.append(Step(value: value, low: low, isBucket: isBucket, share: 1 - survival))
        }
      }
      left -= count
    }
    self.steps = steps
  }

  /// Returns the smallest value that a share does not exceed; `nil` if durations that are open decide it.
  func quantile(_ share: Double) -> Double? { place(share)?.value }

  /// Returns a quantile with the bounds between which it may lie, if it is not known better.
  func place(_ share: Double) -> (value: Double, low: Double, high: Double)? {
    let index = steps.partition { $0.share >= share - 1e-12 }
    guard index < steps.count else { return nil }
    let step = steps[index]
    guard !step.isBucket else { return (step.value, step.low, step.value) }
    // Durations of one cell lie evenly between its ends.
    let before = index > 0 ? steps[index - 1].share : 0
    let part = step.share > before ? (share - before) / (step.share - before) : 1
    let value = step.low + (step.value - step.low) * min(max(part, 0), 1)
    return (value, value, value)
  }

  /// Returns the share of durations up to a value; those of one cell lie evenly between its ends.
  func share(_ value: Double) -> Double {
    let index = steps.partition { $0.value > value }
    let before = index > 0 ? steps[index - 1].share : 0
    guard index < steps.count, case let next = steps[index], value > next.low else { return before }
    return before + (next.share - before) * (value - next.low) / (next.value - next.low)
  }

  /// The greatest share that is known.
  var knownShare: Double { steps.last?.share ?? 0 }
}
