import RetryNumerics
import TextLayout
import VirtualTime

/// The column layout of a trace.
struct TraceLayout {
  private let style: Style
  private let scale: TimeScale
  private let timeWidth: Int
  private let attemptWidth: Int

  init(_ rows: [TraceRow], style: Style, scale: TimeScale) {
    self.style = style
    self.scale = scale
    let times = DisplayWidth.columns(
      ofWidest: rows.compactMap { $0.at.map { scale.text($0.sinceStart) } })
    timeWidth = style.isNarrow ? times : max(9, times + 2)
    attemptWidth = DisplayWidth.columns(
      ofWidest: rows.compactMap { $0.attempt.map { TraceLayout.name($0, style) } })
  }

  /// The name of an attempt, shortened if there is little room.
  private static func name(_ attempt: Int, _ style: Style) -> String {
    (style.isNarrow ? "#" : "attempt ") + "\(attempt)"
  }

  private var textColumn: Int {
    timeWidth + 2 + (attemptWidth > 0 ? attemptWidth + 2 : 0) + 2
  }

  /// Returns the lines of a row: one if it fits, otherwise the text and then the reason.
  func lines(_ row: TraceRow) -> [TextLine] {
    let room = style.width - textColumn
    let text = SafeText.make(row.text, style: style)
    let detail = row.detail.map { "   " + SafeText.make($0, style: style) } ?? ""
    var first = head(row)
    if DisplayWidth.columns(of: text) + DisplayWidth.columns(of: detail) <= room {
      first.add(text, row.ink)
      first.add(detail, .faint)
      return [first]
    }
    let texts = Wrapping.lines(text, width: room, most: 4, style.ellipsis)
    first.add(texts[0], row.ink)
    let rest = texts.dropFirst().map { below($0, row.ink) }
    guard !detail.isEmpty else { return [first] + rest }
    let reason = String(detail.dropFirst(3))
    return [first] + rest
      + Wrapping.lines(reason, width: room, most: 2, style.ellipsis).map { below($0, .faint) }
  }

  private func head(_ row: TraceRow) -> TextLine {
    var line = TextLine(style: style)
    line.addRight(row.at.map { scale.text($0.sinceStart) } ?? "", in: timeWidth, .faint)
    line.pad(to: timeWidth + 2)
    if let attempt = row.attempt { line.add(Self.name(attempt, style)) }
    line.pad(to: textColumn - 2)
    line.add(row.glyph, row.ink ?? row.glyph.ink)
    if !row.text.isEmpty { line.add(" ") }
    return line
  }

  private func below(_ text: String, _ ink: Ink?) -> TextLine {
    var line = TextLine(style: style)
    line.pad(to: textColumn)
    line.add(text, ink)
    return line
  }

  /// Returns a line whose text starts in the column of events.
  func aside(_ text: String) -> TextLine {
    var line = TextLine(style: style)
    line.pad(to: timeWidth + 2)
    line.add(text, .faint)
    return line
  }
}
