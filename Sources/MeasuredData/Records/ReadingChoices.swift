package import RetryNumerics

/// What a person says of a file; the rest is found in it.
package struct ReadingChoices: Hashable, Sendable {
  package var format: LogFormat?
  /// The unit of durations.
  package var unit: TimeUnit?
  /// The names of columns or keys, by what they hold.
  package var columns: [FieldRole: String] = [:]
  /// The duration from which on requests are known to be cut off.
  package var limit: Nanoseconds?
  /// Whether the time of a line is that of the end.
  package var stampsAreEnds: Bool?
  /// The name of the histogram, where a file has several.
  package var histogram: String?

  package init() {}
}

/// What a column or a key holds.
package enum FieldRole: String, CaseIterable, Hashable, Sendable {
  case time
  case start
  case end
  case duration
  case status
  case success
  case error
  case path
  case method
  case key
  case client
  case attempt
  case retryAfter = "Retry-After"
  case timedOut = "timeout"
}
