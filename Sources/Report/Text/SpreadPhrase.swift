import RetryNumerics

extension Nanoseconds? {
  /// The option that spreads the starts of calls over the time, after a space; empty without a time.
  package var overPhrase: String { map { " over \($0)" } ?? "" }
}
