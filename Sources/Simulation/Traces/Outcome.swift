package import RetryNumerics

/// How a call ended.
package enum Outcome: Hashable, Sendable {
  /// A bound that stopped a call.
  package enum Limit: Hashable, Sendable {
    /// The number of events, or of operators.
    case events(Int)
    /// The nesting of operators.
    case depth(Int)
    /// The patience of the person who ran it.
    case person
    /// The number of calls, or of attempts that wait, that may be under way at a time.
    case crowd(Int)
    /// The number of attempts that all calls of a load make together.
    case attempts(Int)
    /// A question to the person at the prompt that has no answer yet.
    case question
  }

  /// It completed, and this was its last value.
  case success(Value)
  /// It failed with an error.
  case failure(Fault)
  /// It completed without a value.
  case completed
  /// It was cancelled before it ended.
  case cancelled
  /// It was stopped because it would not end.
  case stopped(Limit)
  /// It has not ended, and nothing is pending that could end it.
  case hung(on: [Wait])

  /// The one word for it, without what came with it.
  package var word: String {
    switch self {
    case .success: "success"
    case .failure: "failure"
    case .completed: "completed"
    case .cancelled: "cancelled"
    case .stopped: "stopped"
    case .hung: "hung"
    }
  }
}

/// Sums over one call.
package struct Tally: Hashable, Sendable {
  /// The number of subscriptions to operations.
  package var attempts = 0
  /// The time spent waiting to try again.
  package var waited = Nanoseconds.zero
  /// The number of values that the call sent.
  package var values = 0
  /// The number of times that a cache served an old entry because its source had failed.
  package var stale = 0
}

/// What a call came to.
package struct CallResult: Hashable, Sendable {
  /// The number of the call.
  package let call: UInt64
  /// How it ended.
  package let outcome: Outcome
  /// How long it took.
  package let duration: Nanoseconds
  /// Its sums.
  package let tally: Tally
}
