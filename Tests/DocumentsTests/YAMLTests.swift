import Documents
import Testing

/// A text, and what it is read as.
struct Case: Sendable, CustomTestStringConvertible {
  let text: String
  let outcome: String

  init(_ text: String, _ outcome: String) {
    (self.text, self.outcome) = (text, outcome)
  }

  var testDescription: String { String(text.prefix(40)) }
}

@Suite("YAML")
struct YAMLTests {
  @Test(
    "values are read as they were written",
    arguments: [
      Case("", ""), Case("# nothing\n", ""), Case("---\n", "null"),
      Case("---\n---\n", "null --- null"),
      Case("a: 1\n---\n- b\n...\n---\nc\n", "{a: 1} --- [b] --- c"),
      Case("a:\nb: ~\nc: \"null\"\nd: ''\n", "{a: null, b: null, c: \"null\", d: \"\"}"),
      Case("\u{FEFF}a: 1", "{a: 1}"), Case("a: 1\r\nb:\r\n  - 2\r\n", "{a: 1, b: [2]}"),
      Case("a: |\n  x\n  y\nb: >\n  x\n  y\n", "{a: \"x\ny\n\", b: \"x y\n\"}"),
      Case(#""\0\t\u00e9\U0001f600\/""#, "\"\0\té😀/\""),
      Case("a: x # y\nb: x#y\n", "{a: x, b: x#y}"),
      Case("{a, b: 1}", "{a: null, b: 1}"), Case("%YAML 1.2\n---\na\n", "a"),
      Case("? a\n: b\n", "{a: b}"),
      Case("a: 1_000\nb: 1:30\nc: no\n", "{a: 1_000, b: 1:30, c: no}"),
    ])
  func values(row: Case) {
    #expect(outcome(row.text.utf8) == row.outcome)
  }

  @Test(
    "JSON is read as YAML",
    arguments: [
      Case(#"{"a":1,"b":[true,null,-0.5e3],"c":{}}"#, "{a: 1, b: [true, null, -0.5e3], c: {}}"),
      Case("\t{\t\"a\"\t:\n\t\t1\t}\t\n\t\n", "{a: 1}"), Case("\t[1]\n", "[1]"),
      Case(#"["\ud83d\ude00","\uD83D\uDE00x\ud83d\ude01"]"#, #"["😀", "😀x😁"]"#),
      Case(
        #"["\\ud83d\\ude00", '\ud83d\ude00', "\\\ud83d\ude00"]"#,
        #"["\ud83d\ude00", "\ud83d\ude00", "\😀"]"#),
      Case(
        #"["\\ud83d\ude00"]"#,
        "line 1, column 12: the escape is no character, or half of one: "
          + #"\ud800 to \udfff stand in pairs, in the quoted text that begins on line 1, column 2"#),
      Case(#"{a: \ud83d\ude00, "\ud83d\ude00": 1}"#, #"{a: \ud83d\ude00, 😀: 1}"#),
      Case(#"["\u0000\b\f\n\r\t\"\\\/"]"#, "[\"\0\u{8}\u{C}\n\r\t\"\\/\"]"),
      Case(
        #"["\ud83d"]"#,
        "line 1, column 5: the escape is no character, or half of one: "
          + #"\ud800 to \udfff stand in pairs, in the quoted text that begins on line 1, column 2"#),
      Case(
        "{\"a\"\n  : 1}",
        "line 2, column 3: ':' must follow its key, on the same line and within 1024 characters"),
    ])
  func json(row: Case) {
    #expect(outcome(row.text.utf8) == row.outcome)
  }

  @Test("keys have up to 1024 characters, and values any number")
  func lengths() {
    let (short, long) = (String(repeating: "k", count: 1020), String(repeating: "k", count: 1100))
    let nearness = "on the same line and within 1024 characters"
    #expect(outcome("{\"\(short)\": 1}".utf8) == "{\(short): 1}")
    #expect(outcome("[\"\(long)\", \(long)]".utf8) == "[\"\(long)\", \(long)]")
    #expect(
      outcome("{\"\(long)\": 1}".utf8)
        == "line 1, column 1104: ':' must follow its key, \(nearness)")
    #expect(
      outcome("\(long): 1".utf8) == "line 1, column 1101: ':' must follow its key, \(nearness)")
    #expect(
      outcome("a: 1\n\(long): 1".utf8)
        == "line 2, column 1: expected ':' after this key, \(nearness)")
    let line = (0..<20_000).map { "\"key\($0)\":[\($0)]" }.joined(separator: ",")
    #expect(outcome("{\(line)}".utf8).hasSuffix("key19999: [19999]}"))
  }

  @Test(
    "anchors stand for their values, and '<<' merges maps",
    arguments: [
      Case("- &a [x]\n- *a\n- &a y\n- *a\n", "[[x], [x], y, y]"),
      Case(
        "b: &b {x: 1, y: 2}\nc:\n  <<: *b\n  y: 3\n  z: 4\n",
        "{b: {x: 1, y: 2}, c: {y: 3, z: 4, x: 1}}"),
      Case("<<: [{a: 1}, {a: 2, b: 3}]\nc: 4", "{c: 4, a: 1, b: 3}"), Case("\"<<\": 1", "{<<: 1}"),
      Case("&a k: *a", "{k: k}"), Case("- &a k\n- {*a : 1}", "[k, {k: 1}]"),
      Case("<<: 1", "line 1, column 5: expected a map for '<<', not '1'"),
      Case("<<: [{a: 1}, [b]]", "line 1, column 14: expected a map for '<<', not a list"),
      Case("*a", "line 1, column 1: '*a' refers to nothing that is complete above it"),
      Case("&a [*a]", "line 1, column 5: '*a' refers to nothing that is complete above it"),
      Case("&a x\n---\n*a\n", "line 3, column 1: '*a' refers to nothing that is complete above it"),
      Case("!!str 5", "\"5\""), Case("! 5", "\"5\""), Case("!!str", "\"\""),
      Case("a: !Ref b", "line 1, column 4: the tag \"!Ref\" is not supported"),
      Case("!!int 5", "line 1, column 1: the tag \"!!int\" is not supported"),
      Case("!!str [a]", "line 1, column 1: the tag \"!!str\" is not supported"),
      Case("!x!y z", "line 1, column 1: the tag is not supported"),
      Case("\n%TAG !x! y\n---\na\n", "line 2, column 1: '%TAG' is not supported"),
    ])
  func references(row: Case) {
    #expect(outcome(row.text.utf8) == row.outcome)
  }

  @Test(
    "what cannot be read has a place and a reason",
    arguments: [
      Case(
        "a: 1\nb: 2\na: 3\n",
        "line 3, column 1: the key 'a' is here again; first it is on line 1, column 1"),
      Case(
        "{a: 1, \"a\": 2}",
        "line 1, column 8: the key \"a\" is here again; first it is on line 1, column 2"),
      Case("[a]: 1", "line 1, column 1: a key must be a text, not a list or a map"),
      Case("a:\n\tb: 1\n", "line 2, column 1: a tab cannot indent; use spaces"),
      Case(
        "a: |\n\tx\n",
        "line 2, column 1: a tab cannot indent; use spaces, in the block of text that begins on line 1, column 4"
      ),
      Case(
        "a: b: c",
        "line 1, column 5: ':' is not allowed here; check the indentation, or put the text in quotes"
      ),
      Case(
        "- a\nb: c", "line 2, column 1: expected '-', in the list that begins on line 1, column 1"),
      Case(
        "é: 'b' c", "line 1, column 8: expected a key, in the map that begins on line 1, column 1"),
      Case("a: @x", "line 1, column 4: a text that begins with '@' must be in quotes"),
      Case(
        "- a\n-b\n",
        "line 2, column 1: expected ':' after this key, on the same line and within 1024 characters"
      ),
      Case(
        "a: [1,\n 2", "line 2, column 3: the list that begins on line 1, column 4 is not closed"),
      Case(
        "a: \"x\ny\n",
        "line 3, column 1: the quoted text that begins on line 1, column 4 is not closed"),
      Case("{\"a\":1", "line 1, column 7: the map that begins on line 1, column 1 is not closed"),
      Case(
        "{\"a\":1}}",
        "line 1, column 8: expected the end of the text, or '---' and another document"),
      Case("{a: [}", "line 1, column 6: expected a value"),
      Case(
        "\"\\q\"",
        "line 1, column 2: '\\' begins no escape here; write '\\\\' for itself, in the quoted text that begins on line 1, column 1"
      ),
      Case("%YAML 3.0\n---\n", "line 1, column 1: only YAML 1.1 and 1.2 are supported"),
      Case(
        "a: &",
        "line 1, column 5: expected alphabetic or numeric character while scanning an anchor"),
      Case("\r\n%TAG !x! y\r\n---\r\na", "line 2, column 1: '%TAG' is not supported"),
      Case("[\"a\u{2028}\"]", "line 1, column 4: the character U+2028 is not allowed here"),
      Case("[\"\u{85}\"]", "line 1, column 3: the character U+0085 is not allowed here"),
      Case("é: x\u{0}", "line 1, column 5: the character U+0000 is not allowed here"),
      Case("a: \u{7F}", "line 1, column 4: the character U+007F is not allowed here"),
      Case("a: 1\n\u{FEFF}b: 2", "line 2, column 1: the character U+FEFF is not allowed here"),
      Case(
        "😀👩‍👩‍👧é: 'é", "line 1, column 8: the quoted text that begins on line 1, column 6 is not closed"
      ),
    ])
  func errors(row: Case) {
    #expect(outcome(row.text.utf8) == row.outcome)
  }

  @Test("bytes that are no UTF-8 have a place")
  func encoding() {
    let words = "the text is not UTF-8 from here on"
    #expect(outcome(Array("a: é\nbc".utf8) + [0xFF]) == "line 2, column 3: \(words)")
    #expect(outcome([0xFF, 0xFE, 0x61, 0]) == "line 1, column 1: \(words)")
    #expect(outcome(Array("\u{FEFF}\u{FFFD}".utf8) + [0xC3]) == "line 1, column 2: \(words)")
  }

  @Test("values and keys know their places")
  func places() throws {
    let text = "é:\n  - 😀: x\n    b: {c: \"d\", e: [1]}\r\n\nf: >\n  g\n"
    let document = try Document.only(text)
    var places: [String] = []
    func visit(_ document: Document) {
      let place = document.place
      places.append("\(place.line):\(place.column)")
      switch document.content {
      case .scalar: break
      case .list(let elements): elements.forEach(visit)
      case .map(let entries):
        for entry in entries {
          places.append("\(entry.key) \(entry.place.line):\(entry.place.column)")
          visit(entry.value)
        }
      }
    }
    visit(document)
    #expect(
      places == [
        "1:1", "é 1:1", "2:3", "2:5", "😀 2:5", "2:8", "b 3:5", "3:8", "c 3:9", "3:12", "e 3:17",
        "3:20", "3:21", "f 5:1", "5:4",
      ])
  }
}
