import Pictures
import TextLayout

/// The parts of an entry as elements of a page.
struct PageParts {
  /// The anchor of the entry, with which the names of images end.
  private let name: String

  init(_ name: String) { self.name = name }

  func elements(of parts: [ReportPage.Part]) -> [Markup] {
    parts.enumerated().flatMap { place, part -> [Markup] in
      switch part {
      case .lines(let lines): return Self.lines(lines)
      case .table(let table): return table.rows.isEmpty ? [] : [Self.element(of: table)]
      case .image(let picture): return [figure(picture, place)]
      case .note(let text): return [Markup("p", [("class", "note")], text: text)]
      case .mistake(let text): return [Markup("pre", [("class", "mistake")], text: text)]
      case .verdict(let text, let isMet):
        return [
          Markup(
            "p", [("class", isMet ? "verdict met" : "verdict unmet")],
            [Markup("strong", text: isMet ? "✓ " : "✗ "), .text(text)])
        ]
      }
    }
  }

  /// The most letters of a cell that is not broken into lines.
  private static let longest = 40

  private func figure(_ picture: SVGPicture, _ place: Int) -> Markup {
    Markup("figure", [], [picture.embedded("-\(name)-\(place)")])
  }

  private static func lines(_ lines: [String]) -> [Markup] {
    let text = lines.joined(separator: "\n").trimming("\n")
    return text.isEmpty ? [] : [Markup("pre", text: text)]
  }

  static func element(of table: Table) -> Markup {
    func cells(_ texts: [Table.Cell], _ element: String) -> [Markup] {
      table.columns.enumerated().map { column, alignment in
        let cell = column < texts.count ? texts[column] : Table.Cell(nil)
        let kinds = [
          alignment == .right ? "right" : cell.text.count > Self.longest ? nil : "short",
          cell.ink?.pageKind,
        ].compactMap(\.self)
        let scope = element == "th" ? [("scope", "col")] : []
        return Markup(
          element,
          scope + (kinds.isEmpty ? [] : [("class", kinds.joined(separator: " "))]),
          text: cell.text.trimming(" "))
      }
    }
    // The first cell of a row names it, unless it is a figure.
    let isNamed = table.columns.first != .right
    let head =
      table.head.isEmpty
      ? [] : [Markup("thead", [], [Markup("tr", [], cells(table.head.map { .init($0) }, "th"))])]
    let body = table.rows.map { row -> Markup in
      let cells = cells(row, "td")
      guard isNamed, case .element(_, let attributes, let content)? = cells.first else {
        return Markup("tr", [], cells)
      }
      let name = Markup("th", [("scope", "row")] + attributes, content)
      return Markup("tr", [], [name] + cells.dropFirst())
    }
    return Markup(
      "div", [("class", "table")], [Markup("table", [], head + [Markup("tbody", [], body)])])
  }
}

extension String {
  /// Returns the text without a character at its start and its end.
  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
  }
}
