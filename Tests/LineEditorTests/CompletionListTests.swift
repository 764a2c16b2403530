import LineEditor
import Testing
import TextLayout

@Suite("Lists of completions")
struct CompletionListTests {
  private func lines(_ words: [String], summary: String = "", width: Int = 40) -> [String] {
    let candidates = words.map { Completion.Candidate($0, summary: summary) }
    return CompletionList(Completion(replacing: 0, candidates), style: Style(width: width)).lines
      .map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  static let words: [(words: [String], lines: [String])] = [
    ([], []), (["one"], ["one"]),
    ((1...4).map { "word \($0)..." }, ["word 1...   word 2...   word 3...", "word 4..."]),
    (
      (1...6).map { "word \($0)..." },
      ["word 1...   word 2...   word 3...", "word 4...   word 5...   word 6..."]
    ),
    (["全角", "a"], ["全角  a"]),
  ]

  @Test("candidates are listed in as many columns as fit", arguments: words)
  func columns(words: [String], lines: [String]) {
    let shown = self.lines(words)
    #expect(shown.map { $0.replacing(" ", with: "") } == lines.map { $0.replacing(" ", with: "") })
    #expect(shown.count == lines.count)
  }

  @Test("candidates with descriptions have a line each, and hidden candidates are counted")
  func described() {
    #expect(lines(["retry", "repeat"], summary: "goes on").count == 2)
    let many = lines((0..<103).map(String.init), summary: "a number")
    #expect(many.count == 101 && many.last == "and 3 more")
    #expect(lines((0..<100).map(String.init), summary: "a number").count == 100)
  }

  static let insertions: [(words: [String], insertion: String)] = [
    ([], ""), (["retry"], "retry("), (["retry", "retryWhen"], "retry"), (["map", "merge"], "m"),
    (["a", "b"], ""),
  ]

  @Test(
    "the common prefix of all candidates is inserted, or the whole of a single one",
    arguments: insertions)
  func insertion(words: [String], insertion: String) {
    let candidates = words.map { Completion.Candidate($0, suffix: "(") }
    #expect(Completion(replacing: 1, candidates).insertion == insertion)
  }
}
