import Testing
import TextLayout

@Suite("Wrapping")
struct WrappingTests {
  static let rows: [(text: String, width: Int, lines: [String])] = [
    ("one two three", 7, ["one two", "three"]),
    (
      ".retry(attempts:delay:backoff:) — an operation", 22,
      [
        ".retry(attempts:delay:", "backoff:) — an", "operation",
      ]
    ),
    ("a .retry(attempts:delay:)", 18, ["a .retry(attempts:", "delay:)"]),
    ("incomprehensibilities", 9, ["incomprehensibilities"]),
    ("a:b", 1, ["a:", "b"]),
  ]

  @Test("breaks at spaces, and a word that is too wide after its colons", arguments: rows)
  func lines(text: String, width: Int, lines: [String]) {
    #expect(Wrapping.lines(text, width: width) == lines)
  }
}
