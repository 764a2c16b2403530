package import RetryNumerics
import VirtualTime

/// A signal and when it comes, counted from the subscription.
package struct TimedSignal: Hashable, Sendable {
  /// When it comes.
  package let at: Nanoseconds
  /// The answer.
  package let signal: Signal

  /// Creates a signal that comes at a time.
  package init(_ signal: Signal, at: Nanoseconds) {
    self.at = at
    self.signal = signal
  }
}

extension Source {
  /// Returns a source that sends these signals at their times, counted from each subscription.
  ///
  /// They are sent in order: one that is dated before its forerunner comes right after it, and what
  /// follows an end is dropped. With a name, its subscriptions are attempts that a trace shows.
  package static func schedule(_ signals: [TimedSignal], named name: String? = nil) -> Source {
    let end = signals.firstIndex { $0.signal.isEnd } ?? signals.endIndex
    let kept = Array(signals.prefix(end + 1))
    return Source(.schedule(kept, named: name), subject: name)
  }

  /// Returns a source that sends values at once, in order, and completes.
  package static func values(_ values: [Value]) -> Source {
    schedule(
      values.map { TimedSignal(.value($0), at: .zero) } + [TimedSignal(.completed, at: .zero)])
  }

  /// Returns a source that sends the numbers of a range at once, and completes.
  package static func range(_ range: ClosedRange<Int>) -> Source {
    Source(.range(range))
  }
}
