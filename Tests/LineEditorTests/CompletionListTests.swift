import LineEditor
import Testing
import TextLayout

@Suite("Lists of completions")
struct CompletionListTests {
  private func list(_ groups: [Completion.Group], isColoured: Bool = false) -> CompletionList {
    CompletionList(
      Completion(replacing: 0, groups), style: Style(width: 40, isColoured: isColoured))
  }

  private func group(_ heading: String, _ words: [String], _ summary: String = "")
    -> Completion.Group
  {
    Completion.Group(heading, words.map { .init($0, summary: summary) })
  }

  private func page(_ list: inout CompletionList, columns: Int = 40, rows: Int = 100) -> [String] {
    list.page(columns: columns, rows: rows).map(\.plainText)
  }

  static let words: [(words: [String], lines: [String])] = [
    ([], []), (["one"], ["one"]),
    ((1...4).map { "word \($0)..." }, ["word 1...  word 2...  word 3...", "word 4..."]),
    (["全角", "a"], ["全角  a"]),
    ([String(repeating: "x", count: 50)], [String(repeating: "x", count: 39) + "…"]),
  ]

  @Test("candidates without descriptions are listed in as many columns as fit", arguments: words)
  func columns(words: [String], lines: [String]) {
    var list = list(words.isEmpty ? [] : [group("words", words)])
    #expect(page(&list) == lines)
  }

  @Test("groups have a heading, and one alone has none")
  func headings() {
    var two = list([group("labels", ["at:", "attempts:"], "a label"), group("names", ["a", "b"])])
    #expect(
      page(&two) == [
        "labels", "  at:        a label", "  attempts:  a label", "names", "  a  b",
      ])
    var one = list([group("labels", ["at:"], "a label")])
    #expect(page(&one) == ["at:  a label"])
    // Where there is hardly any room, candidates are worth more than headings.
    #expect(
      page(&two, rows: 2) == [
        "at:        a label", "1-1 of 4; Tab shows more",
      ])
  }

  @Test("headings, descriptions and the last line are faint, and names are strong")
  func inks() {
    var list = list(
      [group("x", ["a"], "one"), group("y", ["b", "c", "d"], "two")], isColoured: true)
    let lines = list.page(columns: 40, rows: 4).map(\.text)
    #expect(
      lines == [
        "\u{1B}[2mx\u{1B}[0m", "  \u{1B}[1ma\u{1B}[0m  \u{1B}[2mone\u{1B}[0m",
        "\u{1B}[2m1-1 of 4; Tab shows more\u{1B}[0m",
      ])
  }

  @Test("pages follow one another and begin again, and a group goes on below its heading")
  func pages() {
    var list = list([
      group("labels", ["a:", "b:"], "label"), group("names", ["c", "d", "e", "f"], "name"),
    ])
    var pages: [[String]] = []
    for _ in 0..<4 {
      pages.append(page(&list, rows: 5))
      list.turn()
    }
    #expect(
      pages == [
        ["labels", "  a:  label", "  b:  label", "1-2 of 6; Tab shows more"],
        ["names", "  c   name", "  d   name", "  e   name", "3-5 of 6; Tab shows more"],
        ["names", "  f   name", "6-6 of 6; Tab shows the first again"],
        ["labels", "  a:  label", "  b:  label", "1-2 of 6; Tab shows more"],
      ])
    #expect(page(&list, rows: 8).count == 8)
  }

  @Test("a page stays where it is when the screen changes", arguments: [40, 80, 200], [4, 9, 20])
  func resize(columns: Int, rows: Int) {
    var list = list([group("", (0..<90).map { "word\($0)" }, "a description")])
    list.turn()
    let first = page(&list, columns: 40, rows: 5)[0]
    #expect(first.hasPrefix("word4 "))
    #expect(page(&list, columns: columns, rows: rows)[0].contains("word4 "))
    #expect(page(&list, columns: 40, rows: 5)[0] == first || columns == 200)
  }

  @Test(
    "every candidate is on exactly one page, and no line is wider than the screen",
    arguments: [40, 80, 159, 160, 200], 1...12)
  func whole(columns: Int, rows: Int) {
    let names = (0..<23).map { "name\($0)" + String(repeating: "n", count: $0 * 3) }
    var list = list([
      group("labels", names, String(repeating: "long ", count: 30)),
      group("names", (0..<17).map { "other\($0)" }), group("values", ["v"], "value"),
    ])
    var seen: [String] = []
    repeat {
      let lines = page(&list, columns: columns, rows: rows)
      #expect(lines.count <= rows && lines.allSatisfy { $0.count <= columns })
      seen += lines.flatMap { line in
        line.split(separator: " ").filter {
          $0.hasPrefix("name") && $0 != "names" || $0.hasPrefix("other") || $0 == "v"
        }.map { String($0) }
      }
      list.turn()
    } while seen.last != "v"
    #expect(seen.count == 41 && Set(seen).count > 38)
  }

  @Test("on a wide screen described candidates stand in two columns")
  func wide() {
    var list = list([group("", ["a", "b", "c"], "text")])
    let lines = page(&list, columns: 160)
    #expect(lines.count == 2 && lines[0].hasPrefix("a  text ") && lines[0].hasSuffix("  b  text"))
    #expect(page(&list, columns: 159).count == 3)
  }

  static let insertions: [(word: String, candidates: [String], insertion: String?)] = [
    ("x", [], nil), ("re", ["retry"], "retry("), ("re", ["retry", "retryWhen"], "retry"),
    ("", ["map", "merge"], "m"), ("", ["a", "b"], ""), ("全", ["全角", "全部"], "全"),
    ("", ["👩‍👩‍👧x", "👩‍👩‍👦x"], ""),
    // What matches by its parts may have less in common than was typed.
    ("rw", ["retryWhen", "repeatWhen"], nil), ("RE", ["retry", "retryWhen"], "retry"),
  ]

  @Test(
    "the common prefix of all candidates is inserted, or the whole of a single one",
    arguments: insertions)
  func insertion(word: String, candidates: [String], insertion: String?) {
    let words = candidates.map { Completion.Candidate($0, suffix: "(") }
    let completion = Completion(replacing: word.count, [Completion.Group("", words)])
    #expect(completion.insertion(for: word) == insertion)
  }
}
