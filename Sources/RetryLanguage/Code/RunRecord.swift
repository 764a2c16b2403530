package import Simulation

/// A call that was run, kept as a value.
package struct RunRecord: Sendable {
  /// What was run.
  package let source: Source
  /// What was run, as it was written.
  package let subject: String
  /// What happened.
  package let trace: Trace
  /// What the person at the prompt said, if someone was there.
  package let answers: [PersonAnswer]?

  /// Creates a record.
  package init(
    source: Source, subject: String, trace: Trace, answers: [PersonAnswer]? = nil
  ) {
    self.answers = answers
    self.source = source
    self.subject = subject
    self.trace = trace
  }
}
