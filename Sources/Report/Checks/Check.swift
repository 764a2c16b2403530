package import RetryNumerics

/// The result of checking a scenario.
package struct Check: Hashable, Sendable {
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
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
    /// What was observed does not suffice.
    case inconclusive
  }

  package let path: String
  package let verdict: Verdict
  package let message: String
  /// The line that failed.
  package let line: Int?
  package let notes: [String]
  /// The test cases: its expectations and the scenario as a whole.
  package var cases: [Case] = []
  package var time = Nanoseconds.zero
  /// The differences from the recording.
  package var changes: [FigureChange] = []

  package struct Case: Hashable, Sendable {
    package let name: String
    package let line: Int?
    package let verdict: Verdict
    package let message: String
    package let time: Nanoseconds

    package init(
      name: String, line: Int?, verdict: Verdict, message: String, time: Nanoseconds = .zero
    ) {
      self.name = name
      self.line = line
      self.verdict = verdict
      self.message = message
      self.time = time
    }

    var firstLine: String { String(message.prefix { $0 != "\n" }) }
  }

  /// The scenario as a whole as a test case, without its expectations.
  package var whole: Case {
    Case(name: "runs as recorded", line: line, verdict: verdict, message: message)
  }

  /// The expectations among its cases.
  var expectations: [Case] { cases.filter { $0.name != whole.name } }

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
