package import RetryNumerics

/// What an attempt of an operation comes to.
package enum Answer: Sendable {
  /// It sends the value of the operation, and completes.
  case ok
  /// It sends this value, and completes.
  case value(Value)
  case fault(Fault)
  /// It completes without a value.
  case empty
  /// It does not answer.
  case never
  /// It goes on as this source does.
  case source(Source)

  /// The source as which it goes on, if it does.
  package var source: Source? {
    if case .source(let source) = self { source } else { nil }
  }
}

/// An answer that was written down beforehand.
package struct ScriptedAnswer: Sendable {
  /// What comes.
  package let answer: Answer
  /// When it comes after the attempt began; `nil` takes the latency of the operation.
  package let after: Nanoseconds?
  /// Whether it comes before `subscribe` returns, as an answer after no time at all does not.
  package let isSynchronous: Bool

  /// Creates an answer; a time below zero counts as zero.
  package init(_ answer: Answer, after: Nanoseconds? = nil) {
    self.answer = answer
    self.after = after.map { max($0, .zero) }
    isSynchronous = false
  }

  /// Creates an answer that comes while it is asked for.
  package init(synchronous answer: Answer) {
    self.answer = answer
    after = .zero
    isSynchronous = true
  }
}
