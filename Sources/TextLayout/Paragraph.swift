extension [TextLine] {
  /// Lines of prose that are broken at the width of a style.
  package static func prose(_ text: String, _ style: Style, _ ink: Ink? = nil) -> [TextLine] {
    Wrapping.lines(text, width: style.width).map { part in
      var line = TextLine(style: style)
      line.add(part, ink)
      return line
    }
  }

  /// Texts below a title; nothing if there are none.
  package static func paragraph(
    _ title: String, _ texts: [String], _ style: Style
  ) -> [TextLine] {
    guard !texts.isEmpty else { return [] }
    return prose("\(title):", style, .faint) + texts.flatMap { prose("  \($0)", style) }
  }
}
