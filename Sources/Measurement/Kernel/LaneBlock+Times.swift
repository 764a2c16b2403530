import RetryNumerics
import VirtualTime

extension LaneBlock {
  /// Turns the first words into which attempts failed.
  @inline(never)
  func decide(_ count: Int, failures: Double) {
    for index in stride(from: 0, to: count, by: 4) {
      let fails = first[lanes: index].units .< failures
      first[lanes: index] = unsafeBitCast(fails, to: WordLanes.self)
    }
  }

  /// Adds how long the attempts took, which the second words tell.
  func addLatencies(_ count: Int, _ latency: Distribution, key: DrawKey, attempt: Int) {
    switch latency.law {
    case .constant(let value):
      fillSecond(count, UInt64(value.count))
    case .uniform(let low, let high, let width):
      drawUniform(count, UInt64(low.count), UInt64(high.count), width)
    case .exponential(let mean):
      drawExponential(count, -mean)
    default:
      for index in 0..<count {
        var draws = Draws(
          key, call: calls[index], attempt: UInt32(attempt), purpose: .attempt)
        _ = draws.next()
        second[index] = UInt64(latency.sample(using: &draws).count)
      }
    }
    add(second, to: elapsed, count, isFirst: attempt == 1)
  }

  /// Sets all times to one.
  @inline(never)
  func fillSecond(_ count: Int, _ time: UInt64) {
    second.update(repeating: time, count: count)
  }

  /// Draws between two ends, both of which count.
  @inline(never)
  private func drawUniform(_ count: Int, _ low: UInt64, _ high: UInt64, _ width: Double) {
    // Rounding may reach the width itself, which is one step beyond the end.
    let last = WordLanes(repeating: high &- low)
    for index in stride(from: 0, to: count, by: 4) {
      let steps = (second[lanes: index].units * width).truncated
      second[lanes: index] = pointwiseMin(steps, last) &+ WordLanes(repeating: low)
    }
  }

  @inline(never)
  private func drawExponential(_ count: Int, _ negativeMean: Double) {
    for index in stride(from: 0, to: count, by: 4) {
      let remainder = 1 - second[lanes: index].units
      second[lanes: index] = (negativeMean * remainder.logarithms).rounded
    }
  }

  /// Turns the first words into waits: so much, and a drawn share of a width, then bounded.
  @inline(never)
  func drawWaits(_ count: Int, low: UInt64, width: Double, bounds: ClosedRange<UInt64>) {
    let isBounded =
      bounds.lowerBound > low || Double(bounds.upperBound) < Double(low) + width
    for index in stride(from: 0, to: count, by: 4) {
      var wait = (first[lanes: index].units * width).rounded &+ WordLanes(repeating: low)
      if isBounded {
        wait = pointwiseMin(wait, WordLanes(repeating: bounds.upperBound))
        wait = pointwiseMax(wait, WordLanes(repeating: bounds.lowerBound))
      }
      second[lanes: index] = wait
    }
  }

  /// Lets the calls wait.
  func addWaits(_ count: Int, isFirst: Bool) {
    add(second, to: elapsed, count, isFirst: false)
    add(second, to: waited, count, isFirst: isFirst)
  }

  @inline(__always)
  private func add(_ times: Column, to sums: Column, _ count: Int, isFirst: Bool) {
    if isFirst {
      sums.update(from: times, count: count)
    } else {
      for index in stride(from: 0, to: count, by: 4) {
        sums[lanes: index] = sums[lanes: index] &+ times[lanes: index]
      }
    }
  }
}
