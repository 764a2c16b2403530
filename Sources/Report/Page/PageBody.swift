import Pictures
import TextLayout

/// What a page shows, from its title to the texts of the scenarios.
struct PageBody {
  private let page: ReportPage

  init(_ page: ReportPage) { self.page = page }

  var content: [Markup] {
    let chapters = page.chapters.enumerated().map { Chapter($0.element, number: $0.offset + 1) }
    let summary = PageParts("s").elements(of: page.summary)
    let body =
      page.isSideBySide && chapters.count == 2
      ? [PagePairs(chapters[0], chapters[1]).element] : chapters.map(\.element)
    return [
      Markup("a", [("class", "skip"), ("href", "#report")], text: "Skip to the report"),
      Markup("header", [], [Markup("h1", text: page.title), Self.list(page.facts)]),
    ] + (chapters.isEmpty ? [] : [contents(chapters)]) + [
      Markup(
        "main", [("id", "report"), ("tabindex", "-1")],
        (summary.isEmpty
          ? [] : [Markup("section", [("id", "summary"), ("class", "entry")], summary)])
          + body + chapters.compactMap(\.rerun))
    ]
  }

  private func contents(_ chapters: [Chapter]) -> Markup {
    let items = chapters.map { chapter in
      Markup(
        "li", [],
        [
          Markup("a", [("href", "#\(chapter.name)")], text: chapter.chapter.title),
          Markup(
            "ol", [],
            chapter.entries.filter { $0.entry.label != nil }.map { entry in
              Markup(
                "li", [],
                [Markup("a", [("href", "#\(entry.name)")], text: entry.entry.label ?? "")])
            }),
        ])
    }
    return Markup(
      "nav", [("aria-label", "Contents")],
      [
        Markup(
          "details", [("open", "")],
          [Markup("summary", text: "Contents"), Markup("ol", [], items)])
      ])
  }

  static func list(_ facts: [(name: String, value: String)]) -> Markup {
    Markup(
      "dl", [],
      facts.map { fact in
        Markup("div", [], [Markup("dt", text: fact.name), Markup("dd", text: fact.value)])
      })
  }
}

extension PageBody {
  /// A chapter with its place on the page.
  struct Chapter {
    let chapter: ReportPage.Chapter
    let number: Int

    init(_ chapter: ReportPage.Chapter, number: Int) {
      (self.chapter, self.number) = (chapter, number)
    }

    /// Its anchor.
    var name: String { "c\(number)" }

    var entries: [Entry] {
      chapter.entries.enumerated().map { Entry(entry: $1, name: "\(name)-\($0 + 1)") }
    }

    var element: Markup {
      Markup("section", [("aria-labelledby", name)], head + entries.map(\.element))
    }

    var head: [Markup] {
      [Markup("h2", [("id", name)], text: chapter.title)]
        + (chapter.facts.isEmpty ? [] : [PageBody.list(chapter.facts)])
    }

    /// How to run it again.
    var rerun: Markup? {
      chapter.rerun.map { rerun in
        Markup(
          "section", [("class", "rerun"), ("aria-labelledby", "\(name)-rerun")],
          [
            Markup("h2", [("id", "\(name)-rerun")], text: "\(chapter.title), to run it again"),
            Markup(
              "p", [],
              [
                .text("Save the text in a file, then: "), Markup("code", text: rerun.command),
              ]),
            Markup(
              "pre", [("tabindex", "0"), ("aria-label", "The text of \(chapter.title)")],
              text: rerun.text),
          ] + (rerun.note.map { [Markup("p", [("class", "note")], text: $0)] } ?? []))
      }
    }
  }

  /// An entry with its place on the page.
  struct Entry {
    let entry: ReportPage.Entry
    let name: String

    var element: Markup {
      let parts = PageParts(name).elements(of: entry.parts)
      switch entry.kind {
      case .narration(let lines):
        return Markup("div", [("class", "entry narration")], Self.paragraphs(lines) + parts)
      case .heading(let text):
        return section([Markup("h3", [], [anchor, .text(text)])] + parts)
      case .typed(let pieces):
        return section(
          [Markup("h3", [], [anchor, Markup("code", [], Markup.inked(pieces))])] + parts)
      }
    }

    private func section(_ content: [Markup]) -> Markup {
      Markup(
        "section",
        [("class", entry.isMissed ? "entry missed" : "entry"), ("id", name)], content)
    }

    private var anchor: Markup {
      Markup(
        "a",
        [("class", "anchor"), ("href", "#\(name)"), ("aria-label", "Link to this entry")],
        text: "#")
    }

    /// Words in backquotes as code; an odd one stays as it is.
    private static func quoted(_ text: String) -> [Markup] {
      let parts = text.split(separator: "`", omittingEmptySubsequences: false)
      guard parts.count > 1, !parts.count.isMultiple(of: 2) else { return [.text(text)] }
      return parts.enumerated().compactMap { place, part in
        guard place.isMultiple(of: 2) else { return Markup("code", text: String(part)) }
        return part.isEmpty ? nil : .text(String(part))
      }
    }

    private static func paragraphs(_ lines: [String]) -> [Markup] {
      lines.split(separator: "").map { Markup("p", [], quoted($0.joined(separator: " "))) }
    }
  }
}

extension Ink {
  /// The class of its letters on a page.
  var pageKind: String { "ink-\(rawValue)" }
}
