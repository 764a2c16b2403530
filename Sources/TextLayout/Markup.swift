/// A part of a page or of an image, whose attributes and text are escaped as it is written.
package indirect enum Markup: Sendable {
  case element(_ name: String, _ attributes: [(String, String)], _ content: [Markup])
  case text(String)
  /// A script or a style sheet, which is a constant of the program and is not escaped.
  case constant(_ name: String, StaticString)
}

extension Markup {
  package init(
    _ name: String, _ attributes: [(String, String)] = [], _ content: [Markup] = []
  ) {
    self = .element(name, attributes, content)
  }

  /// Creates an element that has a text alone.
  package init(_ name: String, _ attributes: [(String, String)] = [], text: String) {
    self = .element(name, attributes, [.text(text)])
  }

  package var written: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The elements that are written without an end where nothing is in them; in HTML, all others need one.
  private static let withoutEnd: Set<String> = [
    "circle", "line", "meta", "path", "polyline", "rect",
  ]

  private func write(to page: inout String) {
    switch self {
    case .text(let text): page += SafeText.lines(text).xml
    case .constant(let name, let text): page += "<\(name)>\(text)</\(name)>"
    case .element(let name, let attributes, let content):
      page += "<\(name)"
      for attribute in attributes {
        page += " \(attribute.0)=\"\(SafeText.lines(attribute.1).xml)\""
      }
      guard !content.isEmpty || !Self.withoutEnd.contains(name) else { return page += "/>" }
      page += ">"
      for part in content { part.write(to: &page) }
      page += "</\(name)>"
    }
  }
}
