import RetryNumerics
import VirtualTime

struct RunningLimit {
  /// The parts of a nanosecond that a bucket of tokens counts in.
  private static let parts = Int128(1) << 32

  private let law: RateLimit.Law
  /// The time in parts at which a bucket of tokens will be full.
  private var full = Int128(0)
  /// The number or the start of the current window, and the attempts admitted in it and in the one before.
  private var (window, used, usedBefore) = (Int64?.none, 0, 0)
  /// The last admitted attempts of a sliding window.
  private var admitted = RingBuffer<Instant>()

  init(_ limit: RateLimit) {
    law = limit.law
  }

  /// Admits an attempt, or returns the exact time until one would be admitted.
  mutating func wait(at instant: Instant) -> Nanoseconds? {
    let now = instant.sinceStart.count
    switch law {
    case .tokens(let rate, let burst):
      let token = Int128(1e9 / rate * Double(Self.parts))
      // The moment at which the bucket is full says it all: each attempt moves it by the time of one token.
      let early = max(full, Int128(now) * Self.parts) - token * Int128(burst - 1)
      let late = early - Int128(now) * Self.parts
      if late > 0 { return Nanoseconds(Int64((late + Self.parts - 1) / Self.parts)) }
      full = early + token * Int128(burst)
      return nil
    case .window(let count, let period, .clock):
      if now / period.count != window { (window, used) = (now / period.count, 0) }
      if used >= count { return Nanoseconds(period.count - now % period.count) }
      used += 1
      return nil
    case .window(let count, let period, .firstHit):
      let start = window.flatMap { now - $0 < period.count ? $0 : nil } ?? now
      if start != window { (window, used) = (start, 0) }
      if used >= count { return Nanoseconds(period.count - (now - start)) }
      used += 1
      return nil
    case .estimatedWindow(let count, let period):
      let current = now / period.count
      if let window, window != current {
        (usedBefore, used) = (window == current - 1 ? used : 0, 0)
      }
      window = current
      if let time = estimatedWait(count, period.count, now % period.count) { return time }
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

  /// Returns the time until two windows let an attempt through, some time into the second one; `nil` if they do now.
  private func estimatedWait(_ count: Int, _ period: Int64, _ now: Int64) -> Nanoseconds? {
    /// From when on the attempts of a window before and those of this one are estimated to be less than the number.
    func time(before: Int, used: Int) -> Int64 {
      guard before > 0 else { return 0 }
      let left = (Int128(count - used) * Int128(period) - 1) / Int128(before)
      return max(period - Int64(min(left, Int128(period))), 0)
    }
    if used < count {
      let start = time(before: usedBefore, used: used)
      return start <= now ? nil : Nanoseconds(start - now)
    }
    return Nanoseconds(period - now) + Nanoseconds(time(before: used, used: 0))
  }
}
