package import RetryNumerics

/// How a scenario did that was run to see whether it still does what it should.
package struct Check: Hashable, Sendable {
  /// What came of it.
  package enum Verdict: String, Hashable, Sendable {
    case passed
    /// An expectation was not met.
    case expectation
    /// The text is wrong.
    case mistake
    /// It is not as it was recorded.
    case difference
    /// The file, or its recording, cannot be read.
    case unreadable
    /// It was stopped before its end.
    case stopped
  }

  /// The path of the scenario.
  package let path: String
  /// What came of it.
  package let verdict: Verdict
  /// What is to be said of it.
  package let message: String
  /// The line that is not as it should be.
  package let line: Int?
  /// What is to be said besides.
  package let notes: [String]
  /// Its expectations, and the scenario as a whole, each as a case of a test.
  package var cases: [Case] = []
  /// The time that it took.
  package var time = Nanoseconds.zero

  /// A case of a test.
  package struct Case: Hashable, Sendable {
    /// What it is about.
    package let name: String
    /// The line of the scenario that it stands on.
    package let line: Int?
    /// What came of it.
    package let verdict: Verdict
    /// What is to be said of it.
    package let message: String
    /// The time that it took.
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

  /// The scenario as a whole as a case; its expectations are cases of their own.
  package var whole: Case {
    let isExpected = verdict == .expectation && cases.contains { $0.verdict == .expectation }
    return Case(
      name: "runs as recorded", line: line, verdict: isExpected ? .passed : verdict,
      message: isExpected ? "" : message)
  }

  /// Takes note of what came of a scenario.
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
