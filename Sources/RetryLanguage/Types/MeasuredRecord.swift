package import Simulation

/// The result of many calls, kept as a value.
package struct MeasuredRecord: Sendable {
  /// The measured source; `nil` for several strategies.
  package let source: Source?
  /// The measured source as written.
  package let subject: String
  /// The seed of the calls.
  package let seed: UInt64
  /// The number of planned calls.
  package let calls: UInt64
  /// The result.
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

/// The figures of a measurement.
package protocol MeasuredContent: Sendable {
  /// Its size in bytes.
  var bytes: Int { get }
  /// Returns the value of a figure, if there is one.
  func item(_ name: String) -> Item?
}
