import RetryNumerics
import VirtualTime

/// The columns in which the lines of a trace stand.
struct TraceLayout {
  private let style: Style
  private let scale: TimeScale
  private let timeWidth: Int
  private let attemptWidth: Int

  /// Measures what is to be laid out.
  init(_ rows: [TraceRow], style: Style, scale: TimeScale) {
    self.style = style
    self.scale = scale
    let times = rows.compactMap { $0.at.map { scale.text($0.sinceStart).count } }.max() ?? 0
    timeWidth = style.isNarrow ? times : max(9, times + 2)
    let attempts = rows.compactMap { $0.attempt.map { TraceLayout.name($0, style).count } }.max()
    attemptWidth = attempts ?? 0
  }

  /// The name of an attempt, shorter where there is little room.
  private static func name(_ attempt: Int, _ style: Style) -> String {
    (style.isNarrow ? "#" : "attempt ") + "\(attempt)"
  }

  /// The column in which the text begins.
  private var textColumn: Int {
    timeWidth + 2 + (attemptWidth > 0 ? attemptWidth + 2 : 0) + 2
  }

  /// Returns the lines of a row: one if it fits, else the text and the reason below each other.
  func lines(_ row: TraceRow) -> [TextLine] {
    let room = style.width - textColumn
    let text = SafeText.make(row.text, style: style)
    let detail = row.detail.map { SafeText.make($0, style: style) }
    let whole =
      DisplayWidth.columns(of: text) + (detail.map { DisplayWidth.columns(of: $0) + 3 } ?? 0)
    var first = head(row)
    if whole <= room {
      first.add(text, row.ink)
      if let detail { first.add("   " + detail, .faint) }
      return [first]
    }
    let texts = Wrapping.lines(text, width: room, most: 4, style.ellipsis)
    let details = Wrapping.lines(detail ?? "", width: room, most: 2, style.ellipsis)
    first.add(texts.first ?? "", row.ink)
    return [first] + texts.dropFirst().map { below($0, row.ink) }
      + (detail == nil ? [] : details.map { below($0, .faint) })
  }

  /// Returns what stands before the text of a row.
  private func head(_ row: TraceRow) -> TextLine {
    var line = TextLine(style: style)
    line.addRight(row.at.map { scale.text($0.sinceStart) } ?? "", in: timeWidth, .faint)
    line.pad(to: timeWidth + 2)
    line.add(row.attempt.map { Self.name($0, style) } ?? "")
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

  /// Returns a line that stands in the column of what happens.
  func aside(_ text: String) -> TextLine {
    var line = TextLine(style: style)
    line.pad(to: timeWidth + 2)
    line.add(text, .faint)
    return line
  }
}
