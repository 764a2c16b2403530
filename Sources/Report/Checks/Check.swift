package import RetryNumerics

/// The result of checking a scenario.
package struct Check: Hashable, Sendable {
  /// The verdict.
  package enum Verdict: String, Hashable, Sendable {
    case passed
    case expectation
    /// The text has an error.
    case mistake
    /// It differs from the recording.
    case difference
    /// The file or its recording cannot be read.
    case unreadable
    /// It was stopped before its end.
    case stopped
  }

  /// The path of the scenario.
  package let path: String
  /// The verdict.
  package let verdict: Verdict
  /// The message.
  package let message: String
  /// The line that failed.
  package let line: Int?
  /// The notes.
  package let notes: [String]
  /// The test cases: its expectations and the scenario as a whole.
  package var cases: [Case] = []
  /// The elapsed time.
  package var time = Nanoseconds.zero

  /// A test case.
  package struct Case: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its line in the scenario.
    package let line: Int?
    /// The verdict.
    package let verdict: Verdict
    /// The message.
    package let message: String
    /// The elapsed time.
    package let time: Nanoseconds

    /// Creates a case.
    package init(
      name: String, line: Int?, verdict: Verdict, message: String, time: Nanoseconds = .zero
    ) {
      self.name = name
      self.line = line
      self.verdict = verdict
      self.message = message
      self.time = time
    }
  }

  /// The scenario as a whole as a test case, without its expectations.
  package var whole: Case {
    Case(name: "runs as recorded", line: line, verdict: verdict, message: message)
  }

  /// Creates the check of a scenario.
  package init(
    _ path: String, _ verdict: Verdict, _ message: String = "", line: Int? = nil,
    notes: [String] = []
  ) {
    self.path = path
    self.verdict = verdict
    self.message = message
    self.line = line
    self.notes = notes
  }
}
