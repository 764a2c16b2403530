package import RetryNumerics

extension Conformance {
  /// A call with what its plan has after each failure, to be drawn.
  package struct DrawnCall: Sendable {
    package let number: UInt64
    package let start: Nanoseconds
    package let attempts: [ObservedAttempt]
    package let failures: [Failure]

    package struct Failure: Sendable {
      package let time: Nanoseconds
      /// The shortest and the longest delay; `nil` if the plan ends the call.
      package let delays: ClosedRange<Nanoseconds>?
    }

    /// The time of its last attempt, or of the longest delay that the plan has.
    package var length: Nanoseconds {
      let ends =
        attempts.map(\.finish) + failures.map { $0.time + ($0.delays?.upperBound ?? .zero) }
      return (ends.max() ?? start) - start
    }
  }
}
