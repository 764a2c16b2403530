package import VirtualTime

/// What a part of a hanging call waits for.
package enum Wait: Hashable, Sendable {
  /// A source that sends nothing.
  case silence
  /// A timer that never fires.
  case endOfTime
  /// An attempt that never responds.
  case answer(operation: String, attempt: Int)
  /// A `retryWhen` whose notifier has not replied to an error.
  case notifier(after: Fault, at: Instant)
  /// A `zip` that holds a value of one source while another has completed; sources are counted from 1.
  case partner(source: Int, gone: Int)
  /// A person who does not answer.
  case person
}
