import Documents
import Testing

@Suite("Bounds of documents")
struct BoundTests {
  @Test("a text that stands for too many values ends soon")
  func laughs() {
    let names = "abcdefghijklmnop".map(String.init)
    let lines = zip(names, names.dropFirst()).map { below, name in
      "\(name): &\(name) [\(Array(repeating: "*\(below)", count: 9).joined(separator: ","))]"
    }
    let text = (["a: &a [x,x,x,x,x,x,x,x,x]"] + lines).joined(separator: "\n")
    #expect(outcome(text.utf8).hasSuffix("the text has more than 100000 values"))
    let merges = zip(names, names.dropFirst()).map { below, name in
      "\(name): &\(name) {<<: [\(Array(repeating: "*\(below)", count: 9).joined(separator: ","))]}"
    }
    let merging = (["a: &a {x: 1, y: 2}"] + merges).joined(separator: "\n")
    #expect(outcome(merging.utf8).hasSuffix("the text has more than 100000 values"))
  }

  @Test("100 000 values are read, and one more is not")
  func values() throws {
    // The list itself is one of them.
    let text = "[" + String(repeating: "x,", count: 99_999) + "]"
    #expect(try Document.only(text).count == 100_000)
    #expect(
      outcome("[x,\(text.dropFirst())".utf8)
        == "line 1, column 200000: the text has more than 100000 values")
    #expect(outcome("---\nx\n--- \(text)".utf8).hasSuffix("the text has more than 100000 values"))
  }

  @Test("lists and maps are nested up to 100 deep, also through aliases")
  func depth() {
    let nested = { (count: Int) in
      String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    let words = "lists and maps are nested deeper than 100 here"
    #expect(outcome(nested(100).utf8) == nested(100))
    #expect(outcome(nested(101).utf8) == "line 1, column 101: \(words)")
    #expect(
      outcome(
        "- &a \(nested(60))\n- &b \(String(repeating: "[", count: 39))*a\(String(repeating: "]", count: 39))\n"
          .utf8
      ).hasPrefix("[["))
    #expect(
      outcome("- &a \(nested(60))\n- \(String(repeating: "[", count: 40))*a]".utf8)
        == "line 2, column 43: \(words)")
    #expect(
      outcome("- &a \(nested(60))\n- &b [[[[*a]]]]\n- \(String(repeating: "[", count: 36))*b]".utf8)
        == "line 3, column 39: \(words)")
    for text in ["[", "{", "- ", "? ", "{a: "] {
      #expect(outcome(String(repeating: text, count: 100_000).utf8).hasSuffix(words))
    }
    let key = Array(repeating: "a", count: 101).joined(separator: ".")
    #expect(outcome(key.dropFirst(2).utf8, isProperties: true).hasPrefix("{a: {a"))
    #expect(
      outcome("x=\n\(key)=1".utf8, isProperties: true)
        == "line 2, column 1: the key has more than 100 parts")
  }
}
