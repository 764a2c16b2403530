import Report
package import RetryLanguage
import TextLayout

/// The report of an error: the message, the line, and a marker below the position.
struct DiagnosticReport {
  private let diagnostic: Diagnostic
  private let source: SourceText
  private let style: Style
  /// Whether it is wrapped for a person; other programs read the message in one line.
  private let isOnScreen: Bool

  init(
    _ diagnostic: Diagnostic, in source: SourceText, _ style: Style, isOnScreen: Bool = false
  ) {
    self.diagnostic = diagnostic
    self.source = source
    self.style = style
    self.isOnScreen = isOnScreen
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
    let margin = "\(blank) \(bar) "
    return """
      \(heading(number, column))
      \(label) \(bar) \(line)
      \(margin)\(indent)\(painted(carets, .failure))\(fixIt(behind: indent + carets, margin))
      """
  }

  /// The message behind the place in a file.
  private func heading(_ number: Int, _ column: Int) -> String {
    let place = source.name.map { "\($0.sanitized):\(number):\(column): " } ?? ""
    let mark = place + "error:"
    let message = " \(diagnostic.message.sanitized)"
    let text = isOnScreen ? Wrapping.prose(mark + message, width: style.width) : mark + message
    guard text.hasPrefix(mark) else { return text }
    return place + painted("error:", .error) + text.dropFirst(mark.count)
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

  /// The correction behind the marker, or below it if it does not fit there.
  private func fixIt(behind marker: String, _ margin: String) -> String {
    guard let phrase = diagnostic.fixIt?.phrase else { return "" }
    let line = "\(margin)\(marker) \(phrase)"
    guard isOnScreen, DisplayWidth.columns(of: line) > style.width else { return " " + phrase }
    let room = style.width - DisplayWidth.columns(of: margin)
    return Wrapping.lines(phrase, width: room).map { "\n\(margin)\($0)" }.joined()
  }
}

extension Diagnostic.FixIt {
  /// The correction, as it is shown.
  package var phrase: String {
    switch self {
    case .replacement(let text): "did you mean '\(text.sanitized)'?"
    case .advice(let text): text.sanitized
    }
  }
}
