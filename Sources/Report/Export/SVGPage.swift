import TextLayout

/// A self-contained SVG image for light and dark pages.
struct SVGPage {
  let title: String
  let width: Int
  let height: Int
  /// The elements of the drawing, over an empty page.
  let content: [String]

  var text: String {
    let page = "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\"/>"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title summary">
      <title id="title">\(title.xml)</title>
      <style>\(Self.style)</style>
      \(([page] + content).joined(separator: "\n"))
      </svg>

      """
  }

  private static let style = """
    .page{fill:#fff}text{font:13px ui-monospace,monospace;fill:#1f2328}.head{font-size:15px;font-weight:600}\
    .small{font-size:12px}.faint{fill:#656d76}.axis{stroke:#d0d7de}.ok{fill:#1a7f37}.bad{fill:#cf222e}.gone{fill:#8c959f}.down{fill:#cf222e;opacity:.2}\
    .open{fill:#0969da}.wait{stroke:#9a6700;stroke-width:2;stroke-dasharray:2 4}.mark{fill:#fff;font-weight:700}\
    @media (prefers-color-scheme:dark){.page{fill:#0d1117}text{fill:#e6edf3}.faint{fill:#8d96a0}\
    .axis{stroke:#30363d}.ok{fill:#3fb950}.bad{fill:#f85149}.gone{fill:#6e7681}.open{fill:#58a6ff}\
    .wait{stroke:#d29922}.mark{fill:#0d1117}}
    """

  static func heading(_ text: String, x: Int = 12, y: Int = 24) -> String {
    "<text class=\"head\" x=\"\(x)\" y=\"\(y)\">\(clipped(text, to: 96).xml)</text>"
  }

  /// The line that sums it up, which readers of the image without its drawing get, too.
  static func summary(_ text: String, y: Int) -> String {
    "<text id=\"summary\" class=\"faint\" x=\"12\" y=\"\(y)\">\(text.xml)</text>"
  }

  static func clipped(_ text: String, to length: Int) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }
}
