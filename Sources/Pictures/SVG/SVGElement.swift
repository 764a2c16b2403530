import TextLayout

/// An element of an SVG image, whose attributes and text are escaped as it is written.
struct SVGElement {
  private let name: String
  private let attributes: String
  private let content: [SVGElement]
  private let text: String?

  init(_ name: String, _ attributes: [(String, String)] = [], _ content: [SVGElement] = []) {
    (self.name, self.content, text) = (name, content, nil)
    self.attributes = attributes.map { " \($0.0)=\"\($0.1.xml)\"" }.joined()
  }

  /// Creates an element that has a text alone.
  init(_ name: String, _ attributes: [(String, String)] = [], text: String) {
    (self.name, content, self.text) = (name, [], text)
    self.attributes = attributes.map { " \($0.0)=\"\($0.1.xml)\"" }.joined()
  }

  /// A box, of a kind that the style sheet knows.
  static func box(_ kind: String, x: Int, y: Int, width: Int, height: Int) -> SVGElement {
    SVGElement(
      "rect",
      [
        ("class", kind), ("x", "\(x)"), ("y", "\(y)"), ("width", "\(width)"),
        ("height", "\(height)"),
      ])
  }

  static func line(_ kind: String, from start: (x: Int, y: Int), to end: (x: Int, y: Int))
    -> SVGElement
  {
    SVGElement(
      "line",
      [
        ("class", kind), ("x1", "\(start.x)"), ("x2", "\(end.x)"), ("y1", "\(start.y)"),
        ("y2", "\(end.y)"),
      ])
  }

  /// A text at a place, which it is centred on if that is said.
  static func text(
    _ text: String, _ kind: String = "", x: Int, y: Int, isCentred: Bool = false, id: String? = nil
  ) -> SVGElement {
    SVGElement(
      "text",
      (kind.isEmpty ? [] : [("class", kind)]) + (id.map { [("id", $0)] } ?? [])
        + [("x", "\(x)"), ("y", "\(y)")] + (isCentred ? [("text-anchor", "middle")] : []),
      text: text)
  }

  /// A text that ends at a place.
  static func text(_ text: String, end: Int, y: Int) -> SVGElement {
    SVGElement(
      "text",
      [("class", "faint"), ("x", "\(end)"), ("y", "\(y)"), ("text-anchor", "end")], text: text)
  }

  /// Elements with a title, which a pointer shows and the tabulator key reaches.
  static func told(_ title: String, _ content: [SVGElement]) -> SVGElement {
    SVGElement(
      "g", [("tabindex", "0"), ("role", "img"), ("aria-label", title)],
      [SVGElement("title", text: title)] + content)
  }

  var written: String {
    if let text { return "<\(name)\(attributes)>\(text.xml)</\(name)>" }
    guard !content.isEmpty else { return "<\(name)\(attributes)/>" }
    return "<\(name)\(attributes)>" + content.map(\.written).joined() + "</\(name)>"
  }
}
