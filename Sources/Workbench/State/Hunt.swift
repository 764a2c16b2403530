package import RetryLanguage
package import Simulation

/// The result of a search for a call, which is then shrunk.
package struct Hunt: Sendable {
  /// The searched source as written.
  package let subject: String
  /// The number of searched calls.
  package let searched: UInt64
  /// Whether the search was stopped early.
  package let isPartial: Bool
  /// The found call, if any.
  package let found: Found?

  /// A found call.
  package struct Found: Sendable {
    /// The original call.
    package let trace: Trace
    /// The shrunk call, or `nil` if no script reproduces it.
    package let shortened: Shortened?
  }

  /// A shrunk call as a script that reproduces it.
  package struct Shortened: Sendable {
    /// The lines of the script.
    package let lines: [String]
    /// The call that the script runs.
    package let record: RunRecord
    /// The number of scripted outcomes after shrinking.
    package let outcomes: Int
    /// The number of scripted outcomes before.
    package let outcomesBefore: Int
  }
}
