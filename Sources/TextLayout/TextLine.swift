/// A line of styled text.
package struct TextLine: Hashable, Sendable {
  private struct Piece: Hashable, Sendable {
    var text: String
    let ink: Ink?
  }

  package let style: Style
  private var pieces: [Piece] = []
  /// The width of the line so far.
  package private(set) var columns: Int = 0

  package init(style: Style) {
    self.style = style
  }

  /// Adds text with control characters escaped.
  package mutating func add(_ text: String, _ ink: Ink? = nil) {
    let safe = SafeText.make(text, style: style)
    if !safe.isEmpty { append(safe, ink) }
  }

  package mutating func addSeparator() {
    append(style.separator, .faint)
  }

  package mutating func pad(to column: Int) {
    if column > columns { append(String(repeating: " ", count: column - columns), nil) }
  }

  package mutating func add(_ other: TextLine) {
    for piece in other.pieces { append(piece.text, piece.ink) }
  }

  /// Adds text right-aligned in a number of columns, cut if necessary.
  package mutating func addRight(_ text: String, in width: Int, _ ink: Ink? = nil) {
    let text = Fitting.cut(SafeText.make(text, style: style), to: width, style.ellipsis)
    pad(to: columns + width - DisplayWidth.columns(of: text))
    append(text, ink)
  }

  /// Adds text left-aligned in a number of columns, cut if necessary.
  package mutating func addLeft(_ text: String, in width: Int, _ ink: Ink? = nil) {
    let end = columns + width
    append(Fitting.cut(SafeText.make(text, style: style), to: width, style.ellipsis), ink)
    pad(to: end)
  }

  package var withoutTrailingSpaces: TextLine {
    var line = self
    while let last = line.pieces.popLast() {
      let kept = last.text.prefix(last.text.count - last.text.reversed().prefix { $0 == " " }.count)
      line.columns -= last.text.count - kept.count
      guard kept.isEmpty else {
        line.pieces.append(Piece(text: String(kept), ink: last.ink))
        break
      }
    }
    return line
  }

  private mutating func append(_ text: String, _ ink: Ink?) {
    columns += DisplayWidth.columns(of: text)
    if let last = pieces.indices.last, pieces[last].ink == ink {
      pieces[last].text += text
    } else {
      pieces.append(Piece(text: text, ink: ink))
    }
  }

  /// The line cut to the width of its style.
  package var cut: TextLine {
    guard columns > style.width else { return self }
    var line = TextLine(style: style)
    for piece in cutPieces { line.append(piece.text, piece.ink) }
    return line
  }

  package var inked: [(text: String, ink: Ink?)] { pieces.map { ($0.text, $0.ink) } }

  /// The full line without colours.
  package var plainText: String { pieces.map(\.text).joined() }

  /// The line with colours, cut to the width of the style.
  package var text: String {
    let pieces = columns <= style.width ? pieces : cutPieces
    return pieces.map { piece in
      if let ink = piece.ink, style.isColoured { ink.paint(piece.text) } else { piece.text }
    }.joined()
  }

  private var cutPieces: [Piece] {
    var left = style.width - DisplayWidth.columns(of: style.ellipsis)
    var kept: [Piece] = []
    for var piece in pieces {
      let columns = DisplayWidth.columns(of: piece.text)
      if columns > left { piece.text = Fitting.prefix(of: piece.text, left) + style.ellipsis }
      kept.append(piece)
      if columns > left { break }
      left -= columns
    }
    return kept
  }
}
