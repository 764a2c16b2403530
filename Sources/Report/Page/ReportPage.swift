package import Pictures
package import TextLayout

/// A report as one HTML page, which needs no other file and no network.
///
/// It can be read without its script, which sorts, filters, zooms, and explains marks.
package struct ReportPage: Sendable {
  package let title: String
  /// What made it.
  package let facts: [(name: String, value: String)]
  /// What comes before the chapters.
  var summary: [Part] = []
  package let chapters: [Chapter]
  /// Whether two chapters stand beside each other.
  var isSideBySide = false

  /// A part of the page with a heading of its own, such as a scenario.
  package struct Chapter: Sendable {
    package let title: String
    package let facts: [(name: String, value: String)]
    package let entries: [Entry]
    /// The text of the scenario, the command that runs it, and what it needs besides.
    package var rerun: (text: String, command: String, note: String?)?

    package init(title: String, facts: [(name: String, value: String)] = [], entries: [Entry]) {
      (self.title, self.facts, self.entries) = (title, facts, entries)
    }
  }

  /// What was said or typed, and what came of it.
  package struct Entry: Sendable {
    package enum Kind: Sendable {
      /// Sentences, of which an empty one separates paragraphs.
      case narration([String])
      /// A text as typed, in pieces of one colour.
      case typed([(text: String, ink: Ink?)])
      /// A heading of the program.
      case heading(String)
    }

    package let kind: Kind
    package var parts: [Part] = []

    package init(_ kind: Kind, parts: [Part] = []) { (self.kind, self.parts) = (kind, parts) }
  }

  /// A part of what came of an entry.
  package enum Part: Sendable {
    /// Lines that are laid out already.
    case lines([String])
    case table(Table)
    case image(SVGPicture)
    case note(String)
    case mistake(String)
    /// What was expected, and whether it was met.
    case verdict(String, isMet: Bool)
  }

  package init(
    title: String, facts: [(name: String, value: String)], chapters: [Chapter]
  ) {
    (self.title, self.facts, self.chapters) = (title, facts, chapters)
  }

  /// Nothing is fetched, and nothing runs but the constants of this program.
  private static let policy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; script-src '\(PageScript.hash)'; "
    + "style-src '\(PageStyle.hash)' '\(PageStyle.imageHash)'"

  /// What each page begins with.
  package static let beginning = "<!DOCTYPE html>"

  /// The page as a file.
  package var text: String {
    let head = Markup(
      "head", [],
      [
        Markup("meta", [("charset", "utf-8")]),
        Markup(
          "meta", [("http-equiv", "Content-Security-Policy"), ("content", Self.policy)]),
        Markup(
          "meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        Markup("title", text: title), .constant("style", PageStyle.sheet),
        .constant("style", SVGStyle.sheet),
      ])
    let body = PageBody(self).content + [.constant("script", PageScript.text)]
    return Self.beginning + "\n"
      + Markup("html", [("lang", "en")], [head, Markup("body", [], body)]).written + "\n"
  }
}

extension ReportPage.Part {
  /// Whether it is something that is not as it should be.
  package var isMistake: Bool {
    switch self {
    case .verdict(_, let isMet): !isMet
    case .mistake: true
    case .lines, .table, .image, .note: false
    }
  }
}

extension ReportPage.Entry {
  /// What the contents call it, if it has a place there.
  var label: String? {
    switch kind {
    case .narration: return nil
    case .heading(let text): return text
    case .typed(let pieces):
      let hasResult = parts.contains { part in
        switch part {
        case .lines, .table, .image, .mistake: true
        case .note, .verdict: false
        }
      }
      let line = pieces.map(\.text).joined().split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      return hasResult ? line : nil
    }
  }

  /// Whether it has something that is not as it should be.
  var isMissed: Bool { parts.contains(where: \.isMistake) }
}
