package import RetryNumerics

/// A request as a line of a log tells of it.
package struct Request: Hashable, Sendable {
  /// When it began, since the start of 1970 in UTC.
  package var start: Nanoseconds?
  package var span: MeasuredSpan
  package var ending: Ending
  /// The number of its path in the table of its log.
  package var path: Int32?
  /// What requests of one call have in common; only whether two are equal means something.
  package var key: UInt64?
  /// The number of the attempt, counted from 1, if the log has it.
  package var attempt: Int32?
  /// How long the server asked to wait.
  package var retryAfter: Nanoseconds?

  package init(start: Nanoseconds?, span: MeasuredSpan, ending: Ending) {
    (self.start, self.span, self.ending) = (start, span, ending)
  }
}

/// A number of durations within the same bounds, of which nothing else is known.
package struct CountedSpan: Hashable, Sendable {
  package let span: MeasuredSpan
  package let ending: Ending
  package let count: UInt64

  package init(_ span: MeasuredSpan, _ ending: Ending = .success, count: UInt64) {
    (self.span, self.ending, self.count) = (span, ending, count)
  }
}
