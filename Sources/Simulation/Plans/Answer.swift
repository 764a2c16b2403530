package import RetryNumerics

/// The answer of an attempt.
package enum Answer: Sendable {
  /// It sends the value of the operation and completes.
  case ok
  /// It sends this value and completes.
  case value(Value)
  case fault(Fault)
  /// It completes without a value.
  case empty
  /// It never responds.
  case never
  case source(Source)

  package var source: Source? {
    if case .source(let source) = self { source } else { nil }
  }
}

/// A scripted answer.
package struct ScriptedAnswer: Sendable {
  package let answer: Answer
  /// The latency; `nil` uses the latency of the operation.
  package let after: Nanoseconds?
  /// Whether it is delivered before `subscribe` returns, unlike an answer with zero latency.
  package let isSynchronous: Bool

  /// Creates an answer; a negative latency counts as zero.
  package init(_ answer: Answer, after: Nanoseconds? = nil) {
    self.answer = answer
    self.after = after.map { max($0, .zero) }
    isSynchronous = false
  }

  package init(synchronous answer: Answer) {
    self.answer = answer
    after = .zero
    isSynchronous = true
  }
}
