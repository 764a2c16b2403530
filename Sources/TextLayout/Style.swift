/// The style of text: its width, characters and colours.
package struct Style: Hashable, Sendable {
  package static let leastWidth: Int = 40

  /// The maximal width of a line.
  package let width: Int
  /// Whether characters beyond ASCII may be used.
  package let isUnicode: Bool
  package let isColoured: Bool

  /// Creates a style with at least the minimal width.
  package init(width: Int = 80, isUnicode: Bool = true, isColoured: Bool = false) {
    self.width = max(width, Style.leastWidth)
    self.isUnicode = isUnicode
    self.isColoured = isColoured
  }
}

extension Style {
  package func resized(to columns: Int) -> Style {
    Style(width: columns, isUnicode: isUnicode, isColoured: isColoured)
  }

  package var ellipsis: String { isUnicode ? "…" : "..." }
  package var separator: String { isUnicode ? " · " : " | " }
  package var isNarrow: Bool { width < 64 }
}
