import Retry
import RetryNumerics

extension Backoff {
  /// Returns the first delays, which remember those before; one after the end never comes.
  func delays(_ count: Int, using generator: inout some RandomNumberGenerator) -> [Nanoseconds] {
    var memory: Nanoseconds?
    return (0..<count).map { retry in
      delay(retry: retry, memory: &memory, using: &generator) ?? .never
    }
  }

  /// Returns the first delays in milliseconds, every draw being the same.
  func milliseconds(_ count: Int, drawing generator: Fixed = .middle) -> [Double] {
    var generator = generator
    return delays(count, using: &generator).map { Double($0.count) / 1e6 }
  }
}
