/// The style of text: its width, characters and colours.
package struct Style: Hashable, Sendable {
  /// The minimal width.
  package static let leastWidth: Int = 40

  /// The maximal width of a line.
  package let width: Int
  /// Whether characters beyond ASCII may be used.
  package let isUnicode: Bool
  /// Whether text is coloured.
  package let isColoured: Bool

  /// Creates a style with at least the minimal width.
  package init(width: Int = 80, isUnicode: Bool = true, isColoured: Bool = false) {
    self.width = max(width, Style.leastWidth)
    self.isUnicode = isUnicode
    self.isColoured = isColoured
  }
}

extension Style {
  /// Returns the style for other columns.
  package func resized(to columns: Int) -> Style {
    Style(width: columns, isUnicode: isUnicode, isColoured: isColoured)
  }

  /// The ellipsis at the end of a cut text.
  package var ellipsis: String { isUnicode ? "…" : "..." }

  /// The separator between parts of a line.
  package var separator: String { isUnicode ? " · " : " | " }

  /// Whether columns have to be narrow.
  package var isNarrow: Bool { width < 64 }
}
