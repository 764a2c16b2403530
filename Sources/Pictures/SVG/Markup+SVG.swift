import TextLayout

extension Markup {
  /// A box, of a kind that the style sheet knows.
  static func box(_ kind: String, x: Int, y: Int, width: Int, height: Int) -> Markup {
    Markup(
      "rect",
      [
        ("class", kind), ("x", "\(x)"), ("y", "\(y)"), ("width", "\(width)"),
        ("height", "\(height)"),
      ])
  }

  static func line(_ kind: String, from start: (x: Int, y: Int), to end: (x: Int, y: Int))
    -> Markup
  {
    Markup(
      "line",
      [
        ("class", kind), ("x1", "\(start.x)"), ("x2", "\(end.x)"), ("y1", "\(start.y)"),
        ("y2", "\(end.y)"),
      ])
  }

  /// A text at a place, which it is centred on if that is said.
  static func text(
    _ text: String, _ kind: String = "", x: Int, y: Int, isCentred: Bool = false, id: String? = nil
  ) -> Markup {
    Markup(
      "text",
      (kind.isEmpty ? [] : [("class", kind)]) + (id.map { [("id", $0)] } ?? [])
        + [("x", "\(x)"), ("y", "\(y)")] + (isCentred ? [("text-anchor", "middle")] : []),
      text: text)
  }

  /// A text that ends at a place.
  static func text(_ text: String, end: Int, y: Int) -> Markup {
    Markup(
      "text",
      [("class", "faint"), ("x", "\(end)"), ("y", "\(y)"), ("text-anchor", "end")], text: text)
  }

  /// Elements with a title, which a pointer shows and the tabulator key reaches.
  static func told(_ title: String, _ content: [Markup]) -> Markup {
    Markup(
      "g", [("tabindex", "0"), ("role", "img"), ("aria-label", title)],
      [Markup("title", text: title)] + content)
  }
}

extension Markup {
  /// The same without stops of the tabulator key, of which the script of a page makes one for each image.
  var withoutStops: Markup {
    guard case .element(let name, let attributes, let content) = self else { return self }
    return .element(
      name, attributes.filter { $0.0 != "tabindex" }, content.map(\.withoutStops))
  }
}
