/// An error in a source text, with its place and a possible correction.
package struct Diagnostic: Error, Hashable, Sendable {
  /// The code; `help E012` explains it.
  package let code: DiagnosticCode
  /// The message, in one line.
  package let message: String
  /// The range of the error.
  package let range: Range<Int>
  /// A correction, or advice to show below the caret.
  package let fixIt: FixIt?

  /// A possible correction.
  package enum FixIt: Hashable, Sendable {
    case replacement(String)
    /// Advice as text.
    case advice(String)
  }

  /// Creates a diagnostic.
  package init(_ code: DiagnosticCode, _ message: String, at range: Range<Int>, fixIt: FixIt? = nil)
  {
    self.code = code
    self.message = message
    self.range = range
    self.fixIt = fixIt
  }
}
