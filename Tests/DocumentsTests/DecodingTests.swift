import Documents
import Testing

@Suite("Decoding documents")
struct DecodingTests {
  /// A value, and what each reading of it gives.
  struct Reading: Sendable, CustomTestStringConvertible {
    let text: String
    let int: String
    let double: String
    let bool: String
    let string: String

    init(_ text: String, int: String, double: String, bool: String = "-", string: String? = nil) {
      (self.text, self.int, self.double, self.bool) = (text, int, double, bool)
      self.string = string ?? text
    }

    var testDescription: String { text }
  }

  /// Returns what a reading gives, or `-` if that is not what was written.
  private static func show(_ read: () throws(DocumentError) -> some Any) -> String {
    do throws(DocumentError) {
      return "\(try read())"
    } catch {
      return error.message.hasPrefix("expected") ? "-" : error.message
    }
  }

  @Test(
    "only numbers of JSON are numbers, and only 'true' and 'false' are truth values",
    arguments: [
      Reading("3", int: "3", double: "3.0"), Reading("-0", int: "0", double: "-0.0"),
      Reading("1e3", int: "1000", double: "1000.0"), Reading("3.0", int: "3", double: "3.0"),
      Reading("1.5", int: "-", double: "1.5"), Reading("-2.5E-1", int: "-", double: "-0.25"),
      Reading("9007199254740993", int: "9007199254740993", double: "9007199254740992.0"),
      Reading(
        "99999999999999999999", int: "the number '99999999999999999999' is too large",
        double: "1e+20"),
      Reading(
        "1e999", int: "the number '1e999' is too large", double: "the number '1e999' is too large"),
      Reading("true", int: "-", double: "-", bool: "true"),
      Reading("false", int: "-", double: "-", bool: "false"),
      Reading("null", int: "-", double: "-", string: "-"),
      Reading("~", int: "-", double: "-", string: "-"),
      Reading("'3'", int: "-", double: "-", string: "3"),
      Reading("'true'", int: "-", double: "-", string: "true"),
      Reading("'null'", int: "-", double: "-", string: "null"),
    ]
      + [
        "no", "yes", "on", "off", "True", "NULL", "0o17", "017", "0x1F", "1:30", "1_000", "+1",
        ".5",
        "5.", "1e", "1e+", ".inf", ".nan", "2001-01-01", "١", "1\u{301}",
      ].map { Reading($0, int: "-", double: "-") })
  func scalars(row: Reading) throws {
    let value = try #require(try Document.only("a: \(row.text)")["a"])
    #expect(Self.show { () throws(DocumentError) in try value.int } == row.int)
    #expect(Self.show { () throws(DocumentError) in try value.double } == row.double)
    #expect(Self.show { () throws(DocumentError) in try value.bool } == row.bool)
    #expect(Self.show { () throws(DocumentError) in try value.text } == row.string)
  }

  @Test("an error says what was expected, what is there, and where")
  func errors() throws {
    let document = try Document.only(
      "a:\n  b: abc\n  c: \"1\\n\"\n  d: []\n  e:\n  f: ~\n  g: \(String(repeating: "x", count: 50))"
    )
    let map = try #require(document["a"])
    let errors: [(String, String)] = [
      ("b", "line 2, column 6: expected a whole number, not 'abc'"),
      ("c", "line 3, column 6: expected a whole number, not the text \"1\\n\""),
      ("d", "line 4, column 6: expected a whole number, not a list"),
      ("e", "line 5, column 5: expected a whole number, not nothing"),
      ("f", "line 6, column 6: expected a whole number, not ~"),
      (
        "g",
        "line 7, column 6: expected a whole number, not '\(String(repeating: "x", count: 40))…'"
      ),
    ]
    for (key, error) in errors {
      let value = try #require(map[key])
      #expect { try value.int } throws: { "\($0)" == error }
    }
    #expect { try map.bool } throws: {
      "\($0)" == "line 2, column 3: expected true or false, not a map"
    }
    #expect { try map.list } throws: { "\($0)" == "line 2, column 3: expected a list, not a map" }
    #expect { try map["b"]?.fields } throws: {
      "\($0)" == "line 2, column 6: expected a map, not 'abc'"
    }
    #expect(map["z"] == nil && map["b"]?["z"] == nil)
    #expect(
      try map["d"]?.list.isEmpty == true && map["e"]?.isNull == true && map["d"]?.isNull == false)
  }

  @Test("the keys that nobody took are left, with their places")
  func fields() throws {
    var fields = try Document.only("a: 1\nmaxAttempts: 3\nodd: {x: 1}\nb: [2]\n").fields
    #expect(try fields.require("maxAttempts").int == 3)
    #expect(fields.take("maxAttempts") == nil)
    #expect(try fields.take { $0.lowercased() == "b" }?.list.count == 1)
    #expect(
      fields.rest.map { "\($0.key) \($0.place)" } == ["a line 1, column 1", "odd line 3, column 1"])
    #expect { try fields.require("c") } throws: {
      "\($0)" == "line 1, column 1: expected the key 'c' in this map"
    }
  }
}
