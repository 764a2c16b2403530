/// Something that is wrong with a text: where, what, and how it may be mended.
package struct Diagnostic: Error, Hashable, Sendable {
  /// What kind of mistake it is; `help E012` explains it.
  package let code: DiagnosticCode
  /// What is wrong, in one line.
  package let message: String
  /// The characters that are wrong.
  package let range: Range<Int>
  /// What stands there in a text that would be right, or advice beneath the caret.
  package let mend: Mend?

  /// How a mistake may be mended.
  package enum Mend: Hashable, Sendable {
    /// The text that was probably meant.
    case replacement(String)
    /// A hint in words.
    case advice(String)
  }

  /// Creates a diagnostic.
  package init(_ code: DiagnosticCode, _ message: String, at range: Range<Int>, mend: Mend? = nil) {
    self.code = code
    self.message = message
    self.range = range
    self.mend = mend
  }
}
