import Report
import RetryLanguage
import TextLayout

/// The report of an error: the message, the line, and a marker below the position.
struct DiagnosticReport {
  private let diagnostic: Diagnostic
  private let source: SourceText
  private let style: Style

  init(_ diagnostic: Diagnostic, in source: SourceText, _ style: Style) {
    self.diagnostic = diagnostic
    self.source = source
    self.style = style
  }

  /// The whole text, without a final newline.
  var text: String {
    let place = source.place(of: diagnostic.range.lowerBound)
    return drawing(place.line, place.column)
  }

  private func drawing(_ number: Int, _ column: Int) -> String {
    let line = window(source.line(number).replacing("\t", with: " ").sanitized, around: column)
    let column = line.count < source.line(number).count ? min(column, Self.widest / 2) : column
    let bar = style.isUnicode ? "│" : "|"
    let label = String(repeating: " ", count: max(0, 3 - "\(number)".count)) + "\(number)"
    let blank = String(repeating: " ", count: label.count)
    let before = String(line.prefix(column - 1))
    let marked = line.dropFirst(column - 1).prefix(min(Self.widest, max(1, diagnostic.range.count)))
    let carets = String(repeating: "^", count: max(1, DisplayWidth.columns(of: String(marked))))
    let indent = String(repeating: " ", count: DisplayWidth.columns(of: before))
    let heading = source.name.map { "\($0.sanitized):\(number):\(column): " } ?? ""
    return """
      \(heading)\(painted("error:", .error)) \(diagnostic.message.sanitized)
      \(label) \(bar) \(line)
      \(blank) \(bar) \(indent)\(painted(carets, .failure))\(fixIt)
      """
  }

  /// The maximal number of characters shown of a line.
  private static let widest = 160

  /// The part of a long line around the error.
  private func window(_ line: String, around column: Int) -> String {
    guard line.count > Self.widest else { return line }
    return String(line.dropFirst(max(0, column - Self.widest / 2)).prefix(Self.widest))
  }

  private func painted(_ text: String, _ ink: Ink) -> String {
    style.isColoured ? ink.paint(text) : text
  }

  private var fixIt: String { diagnostic.fixIt.map { " " + $0.phrase } ?? "" }
}

extension Diagnostic.FixIt {
  /// The correction, as it is shown.
  var phrase: String {
    switch self {
    case .replacement(let text): "did you mean '\(text.sanitized)'?"
    case .advice(let text): text.sanitized
    }
  }
}
