/// How text is drawn: how wide, with which characters, and whether in colour.
package struct Style: Hashable, Sendable {
  /// The narrowest text that is drawn.
  package static let leastWidth: Int = 40

  /// The columns that a line may take.
  package let width: Int
  /// Whether characters beyond ASCII may be used.
  package let isUnicode: Bool
  /// Whether text is coloured, which never changes what is read.
  package let isColoured: Bool

  /// Creates a style; a width below the least one counts as that.
  package init(width: Int = 80, isUnicode: Bool = true, isColoured: Bool = false) {
    self.width = max(width, Style.leastWidth)
    self.isUnicode = isUnicode
    self.isColoured = isColoured
  }
}

extension Style {
  /// What ends a text that was cut.
  package var ellipsis: String { isUnicode ? "…" : "..." }

  /// What stands between the parts of a line.
  package var separator: String { isUnicode ? " · " : " | " }

  /// Whether columns have to be narrow to say anything.
  package var isNarrow: Bool { width < 64 }
}
