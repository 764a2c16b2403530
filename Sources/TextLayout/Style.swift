/// The style of text: its width, characters and colours.
package struct Style: Hashable, Sendable {
  package static let leastWidth: Int = 40

  /// The maximal width of a line.
  package let width: Int
  /// Whether characters beyond ASCII may be used.
  package let isUnicode: Bool
  package let isColoured: Bool
  package let charts: Charts
  /// Whether charts are twice as high, for a projector.
  package let isTall: Bool

  /// The characters that pictures are drawn in, or words in their place.
  package enum Charts: String, CaseIterable, Sendable {
    case braille, blocks, ascii, words
  }

  /// Creates a style with at least the minimal width.
  package init(
    width: Int = 80, isUnicode: Bool = true, isColoured: Bool = false, charts: Charts = .braille,
    isTall: Bool = false
  ) {
    self.width = max(width, Style.leastWidth)
    self.isUnicode = isUnicode
    self.isColoured = isColoured
    self.isTall = isTall
    self.charts = isUnicode || charts == .words ? charts : .ascii
  }
}

extension Style {
  /// Of a file or a page, in which a line has room however long it is.
  package static let page = Style(width: 1000)

  package func resized(to columns: Int) -> Style {
    with(columns, charts, isTall: isTall)
  }

  package func with(_ columns: Int, _ charts: Charts, isTall: Bool) -> Style {
    Style(
      width: columns, isUnicode: isUnicode, isColoured: isColoured, charts: charts, isTall: isTall)
  }

  package var ellipsis: String { isUnicode ? "…" : "..." }
  package var separator: String { isUnicode ? " · " : " | " }
  package var isNarrow: Bool { width < 64 }
}
