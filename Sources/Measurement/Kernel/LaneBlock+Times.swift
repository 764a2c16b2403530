import Lanes
import RetryNumerics
import VirtualTime

extension LaneBlock {
  /// The limit below which floating-point numbers represent times exactly.
  private static var latest: Int64 { 1 << 50 }

  func addLatencies(_ count: Int, isFirst: Bool) {
    add(second, to: elapsed, count, isFirst: isFirst)
  }

  /// Replaces the second words with the latencies of the attempts.
  func drawLatencies(_ count: Int, _ latency: Distribution, key: DrawKey, attempt: Int) {
    switch latency.law {
    case .constant(let value):
      setTimes(count, UInt64(value.count))
    case .uniform(let low, let high, let width) where high.count < Self.latest:
      loops.uniform(
        second, count: count, low: UInt64(low.count), high: UInt64(high.count), width: width)
    // The longest time that can be drawn is 36.04 times the mean.
    case .exponential(let mean) where mean < Double(Self.latest) / 37:
      loops.exponential(second, count: count, negativeMean: -mean)
    case .sum(let parts) where parts.count == 2 && parts[0].minimum == parts[0].maximum:
      // A constant draws nothing, so the other part has the words that the engine draws for it.
      drawLatencies(count, parts[1], key: key, attempt: attempt)
      let floor = UInt64(parts[0].minimum.count)
      let never = UInt64(Nanoseconds.never.count)
      // The sum saturates as that of `Nanoseconds` does.
      for index in 0..<count { second[index] = min(second[index] &+ floor, never) }
    default:
      for index in 0..<count {
        var draws = Draws(
          key, call: calls[index], attempt: UInt32(attempt), purpose: .attempt)
        // The first word decides the outcome of the attempt.
        _ = draws.next()
        second[index] = UInt64(latency.sample(using: &draws).count)
      }
    }
  }

  func setTimes(_ count: Int, _ time: UInt64) {
    second.update(repeating: time, count: count)
  }

  func addWaits(_ count: Int, isFirst: Bool) {
    add(second, to: elapsed, count, isFirst: false)
    add(second, to: waited, count, isFirst: isFirst)
  }

  private func add(_ times: Column, to sums: Column, _ count: Int, isFirst: Bool) {
    if isFirst {
      sums.update(from: times, count: count)
    } else {
      loops.add(times, to: sums, count: count)
    }
  }
}
