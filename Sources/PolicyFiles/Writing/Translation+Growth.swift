import Retry
import RetryLanguage
import RetryNumerics

extension Translation {
  /// Sets the delays of a library that multiplies a first delay, with the names of its settings.
  mutating func setGrowth(
    _ fit: DelayFit?, _ first: String, _ factor: String, _ longest: String,
    atLeast least: Nanoseconds = .zero
  ) {
    guard let fit else {
      if least > .zero { loseDelays("it cannot retry at once: the first delay is \(least)") }
      call.set(first, .time(least))
      return call.set(factor, .number(1))
    }
    call.set(first, .time(max(min(fit.first, fit.cap ?? fit.first), least)))
    call.set(factor, .number(fit.factor))
    if let cap = fit.cap { call.set(longest, .time(max(cap, least))) }
  }

  /// The longest of the first delays.
  func longestDelay(of attempts: Int) -> Nanoseconds {
    let delays = rules.backoff.ranges(max(min(self.attempts ?? attempts, attempts) - 1, 1))
    return max(delays.map(\.upperBound).max() ?? .zero, Nanoseconds(1_000_000))
  }
}
