package import TextLayout

/// Pictures below each other as a self-contained SVG image for light and dark pages.
package struct SVGPicture: Sendable {
  private static let (head, foot) = (44, 36)

  private let title: String
  private let summary: String
  private let size: SVGSize
  private let drawings: [SVGDrawing]
  /// What it shows, for who does not see it.
  private let words: [String]

  /// Draws one picture.
  package init(_ picture: Picture, size: SVGSize = .normal) {
    self.init([picture], title: picture.title, summary: picture.summary, size: size)
  }

  /// Draws several pictures of the same thing.
  package init(
    _ pictures: [Picture], title: String, summary: String, size: SVGSize = .normal
  ) {
    (self.title, self.summary, self.size) = (title, summary, size)
    words = pictures.flatMap(\.words)
    drawings = pictures.map {
      SVGDrawing(
        $0, isTitled: pictures.count > 1 && $0.plots.isEmpty && !$0.title.isEmpty, size)
    }
  }

  /// The image as a file, which needs nothing else.
  package var text: String { markup().written + "\n" }

  /// The image as a part of a page, which has the style sheet; the names of its parts end with a suffix.
  package func embedded(_ suffix: String) -> Markup { markup(suffix).withoutStops }

  private func markup(_ suffix: String? = nil) -> Markup {
    let width = size.width
    let name = { (part: String) in part + (suffix ?? "") }
    let height = drawings.reduce(Self.head) { $0 + $1.height } + Self.foot
    var place = Self.head
    let parts = drawings.map { drawing -> Markup in
      defer { place += drawing.height }
      return Markup("g", [("transform", "translate(0 \(place))")], drawing.content)
    }
    let page =
      [
        Markup("title", [("id", name("title"))], text: title),
        Markup("desc", [("id", name("words"))], text: words.joined(separator: ". ")),
      ] + (suffix == nil ? [Markup.constant("style", SVGStyle.sheet)] : [])
      + [
        .box("page", x: 0, y: 0, width: width, height: height),
        .text(
          SVGDrawing.clipped(title, to: width - 12, letter: SVGStyle.headLetter), "head", x: 12,
          y: 28),
      ]
    let end = Markup.text(
      SVGDrawing.clipped(summary, to: width - 12), "faint", x: 12, y: height - 14,
      id: name("summary"))
    return Markup(
      "svg",
      (suffix == nil ? [("xmlns", "http://www.w3.org/2000/svg")] : []) + [
        ("width", "\(width)"), ("height", "\(height)"),
        ("viewBox", "0 0 \(width) \(height)"), ("role", "group"),
        ("aria-labelledby", "\(name("title")) \(name("summary"))"),
        ("aria-describedby", name("words")),
      ], page + parts + [end])
  }
}
