package import VirtualTime

/// What a part of a hanging call waits for, in vain.
package enum Wait: Hashable, Sendable {
  /// A source that sends nothing.
  case silence
  /// A timer that stands at the end of time, where nothing fires.
  case endOfTime
  /// An attempt of an operation that never answers.
  case answer(operation: String, attempt: Int)
  /// A `retryWhen` whose notifier has not spoken since an error.
  case notifier(after: Fault, at: Instant)
  /// A `zip` that holds a value of one of its sources while another has completed; both counted from 1.
  case partner(source: Int, gone: Int)
  /// A person who was asked and does not answer.
  case person
}
