import Retry
import RetryNumerics

extension Backoff {
  /// Returns the first delays, each fed back as the previous one; one after the end never comes.
  func delays(_ count: Int, using generator: inout some RandomNumberGenerator) -> [Nanoseconds] {
    var previous: Nanoseconds?
    return (0..<count).map { retry in
      let delay = delay(retry: retry, previous: previous, using: &generator) ?? .never
      previous = delay
      return delay
    }
  }

  /// Returns the first delays in milliseconds, every draw being the same.
  func milliseconds(_ count: Int, drawing generator: Fixed = .middle) -> [Double] {
    var generator = generator
    return delays(count, using: &generator).map { Double($0.count) / 1e6 }
  }
}
