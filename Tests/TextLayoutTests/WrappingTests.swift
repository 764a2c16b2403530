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
    // The last column would leave 15 columns to the words, some of which are longer.
    (
      "  met     success >= 100%  (call 0): success is 100%", 40,
      ["  met     success >= 100%  (call 0):", "          success is 100%"]
    ),
    // Nor does it if it is as wide, and a word is not.
    (
      "  met     p50 <= 1s  outages([0s...100ms], error)", 40,
      ["  met     p50 <= 1s ", "          outages([0s...100ms], error)"]
    ),
  ]

  @Test("breaks at spaces, and a word that is too wide after its colons", arguments: rows)
  func lines(text: String, width: Int, lines: [String]) {
    #expect(Wrapping.lines(text, width: width) == lines)
  }
}
