package import RetryLanguage
package import Simulation

/// A call that was looked for among others, and made short.
package struct Hunt: Sendable {
  /// What was looked through, as it was written.
  package let subject: String
  /// The number of calls that were looked at.
  package let searched: UInt64
  /// Whether it was stopped before its end.
  package let isPartial: Bool
  /// The call that was found, if one was.
  package let found: Found?

  /// A call that was found.
  package struct Found: Sendable {
    /// The call as it was found.
    package let trace: Trace
    /// The shrunk call, or `nil` if no script reproduces it.
    package let shortened: Shortened?
  }

  /// A call made short, as a text that shows it again.
  package struct Shortened: Sendable {
    /// The lines of the text.
    package let lines: [String]
    /// What the text runs.
    package let record: RunRecord
    /// The number of outcomes that are left of the script.
    package let outcomes: Int
    /// The number of outcomes before.
    package let outcomesBefore: Int
  }
}
