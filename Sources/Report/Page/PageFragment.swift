import Pictures
package import TextLayout

/// Entries of a page that is shown elsewhere, with the style of a report.
package struct PageFragment {
  private let entries: [ReportPage.Entry]
  /// What makes the names of its images its own.
  private let name: String

  package init(_ entries: [ReportPage.Entry], name: String) {
    (self.entries, self.name) = (entries, name)
  }

  package var text: String {
    entries.enumerated().flatMap { place, entry -> [Markup] in
      let name = "\(name)-\(place + 1)"
      // What follows no statement needs no words of its own: its text stands above.
      if case .heading = entry.kind { return PageParts(name).elements(of: entry.parts) }
      return [PageBody.Entry(entry: entry, name: name).element]
    }.map(\.written).joined()
  }
}

extension TextLine {
  /// The line as a part of a page.
  package var html: String { Markup.inked(inked).map(\.written).joined() }
}

extension Markup {
  /// Returns pieces of one colour each as elements.
  static func inked(_ pieces: [(text: String, ink: Ink?)]) -> [Markup] {
    pieces.map { piece in
      piece.ink.map { Markup("span", [("class", $0.pageKind)], text: piece.text) }
        ?? .text(piece.text)
    }
  }
}
