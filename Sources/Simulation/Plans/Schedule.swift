package import RetryNumerics
import VirtualTime

/// A signal and its time, counted from the subscription.
package struct TimedSignal: Hashable, Sendable {
  package let at: Nanoseconds
  package let signal: Signal

  package init(_ signal: Signal, at: Nanoseconds) {
    self.at = at
    self.signal = signal
  }
}

extension Source {
  /// Returns a source that sends these signals at their times, counted from each subscription.
  ///
  /// They are sent in order: a signal with a time before its predecessor follows it immediately, and signals after
  /// an end are dropped. With a name, its subscriptions are attempts, which a trace shows.
  package static func schedule(_ signals: [TimedSignal], named name: String? = nil) -> Source {
    let end = signals.firstIndex { $0.signal.isEnd } ?? signals.endIndex
    let kept = Array(signals.prefix(end + 1))
    return Source(.schedule(kept, named: name), subject: name)
  }

  /// Returns a source that immediately sends values in order and completes.
  package static func values(_ values: [Value]) -> Source {
    schedule(
      values.map { TimedSignal(.value($0), at: .zero) } + [TimedSignal(.completed, at: .zero)])
  }

  /// Returns a source that immediately sends the numbers of a range and completes.
  package static func range(_ range: ClosedRange<Int64>) -> Source {
    Source(.range(range))
  }
}

extension ClosedRange<Int64> {
  /// The number of its numbers, which saturates where `count` would overflow.
  package var length: Int {
    let (distance, isOver) = upperBound.subtractingReportingOverflow(lowerBound)
    return isOver ? .max : Int(clamping: distance == .max ? .max : distance + 1)
  }
}
