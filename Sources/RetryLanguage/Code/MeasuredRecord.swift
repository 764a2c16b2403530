package import Simulation

/// What many calls came to, kept as a value.
package struct MeasuredRecord: Sendable {
  /// What was measured; several strategies have none in common.
  package let source: Source?
  /// What was measured, as it was written.
  package let subject: String
  /// The seed of the calls.
  package let seed: UInt64
  /// The number of calls that were to be run.
  package let calls: UInt64
  /// What it came to.
  package let content: any MeasuredContent

  /// Creates a record.
  package init(
    source: Source?, subject: String, seed: UInt64, calls: UInt64, content: any MeasuredContent
  ) {
    self.source = source
    self.subject = subject
    self.seed = seed
    self.calls = calls
    self.content = content
  }
}

/// What knows the figures of a measurement.
package protocol MeasuredContent: Sendable {
  /// The bytes that it takes as long as it is kept.
  var bytes: Int { get }
  /// Returns the value behind a name; nothing where it has none.
  func item(_ name: String) -> Item?
}
