package import Simulation

/// The result of one call, kept as a value.
package struct RunRecord: Sendable {
  /// The source.
  package let source: Source
  /// The load that the call was a part of, if it was.
  package let load: Load?
  /// The source as written.
  package let subject: String
  /// The trace.
  package let trace: Trace
  /// The answers of the user at the prompt, if there was one.
  package let answers: [PersonAnswer]?

  /// Creates a record.
  package init(
    source: Source, in load: Load? = nil, subject: String, trace: Trace,
    answers: [PersonAnswer]? = nil
  ) {
    self.load = load
    self.answers = answers
    self.source = source
    self.subject = subject
    self.trace = trace
  }
}
