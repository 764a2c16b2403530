import TextLayout

/// A table as CSV (RFC 4180), which quotes fields where necessary.
package struct CSVTable {
  package let header: String
  /// The rows, each with its carriage return.
  private var lines: [String] = []

  package init(header: [String]) {
    self.header = Self.line(header)
  }

  package mutating func add(_ fields: [String]) {
    lines.append(Self.line(fields) + "\r")
  }

  /// The rows, without a final line feed.
  package var rows: String { lines.joined(separator: "\n") }

  package var text: String { header + "\r\n" + rows + (lines.isEmpty ? "" : "\n") }

  private static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",")
  }

  /// Returns a field, quoted if necessary; a spreadsheet would run a text that looks like a formula.
  private static func quoted(_ text: String) -> String {
    // A negative number is no formula.
    let isFormula =
      "=+-@".unicodeScalars.contains { text.unicodeScalars.first == $0 } && Double(text) == nil
    let text = (isFormula ? "'" : "") + SafeText.lines(text)
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "," && $0 != "\"" }
    return isPlain ? text : "\"\(text.replacing(scalar: "\"", with: "\"\""))\""
  }
}
