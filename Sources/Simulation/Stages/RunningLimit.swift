import RetryNumerics
import VirtualTime

/// The state of a limit.
struct RunningLimit {
  /// The parts of a nanosecond that a bucket of tokens counts in.
  private static let parts = Int128(1) << 32

  private let law: RateLimit.Law
  /// The time in parts at which a bucket of tokens will be full.
  private var full = Int128(0)
  /// The number of the current window, and the attempts admitted in it.
  private var (window, used) = (Int64(-1), 0)
  /// The last admitted attempts of a sliding window.
  private var admitted = Fifo<Instant>()

  /// Creates an unused limit.
  init(_ limit: RateLimit) {
    law = limit.law
  }

  /// Admits an attempt, or returns the exact time until one would be admitted.
  mutating func wait(at instant: Instant) -> Nanoseconds? {
    let now = instant.sinceStart.count
    switch law {
    case .tokens(let rate, let burst):
      let token = Int128(1e9 / rate * Double(Self.parts))
      let early = max(full, Int128(now) * Self.parts) - token * Int128(burst - 1)
      let late = early - Int128(now) * Self.parts
      if late > 0 { return Nanoseconds(Int64((late + Self.parts - 1) / Self.parts)) }
      full = early + token * Int128(burst)
      return nil
    case .window(let count, let period):
      if now / period.count != window { (window, used) = (now / period.count, 0) }
      if used >= count { return Nanoseconds(period.count - now % period.count) }
      used += 1
      return nil
    case .slidingWindow(let count, let period):
      while let first = admitted.first, instant.nanoseconds(since: first) >= period {
        _ = admitted.popFirst()
      }
      if admitted.count >= count, let first = admitted.first {
        return period - instant.nanoseconds(since: first)
      }
      admitted.append(instant)
      return nil
    }
  }
}
