import Foundation
import Report
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("JSON as a value of the language")
struct JSONReaderTests {
  static let texts = [
    "null", " true ", "false", "0", "-0", "12", "-12.50", "1.0", "1e2", "1E-2", "1e400", "-1e400",
    "9223372036854775807", "9223372036854775808", "1e18", "1e19", "01", "+1", ".5", "1.", "1e", "-",
    "\"\"", "\"é \\u00e9 \\n\\t\\b\\f\\r\\/\\\\\\\"\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"",
    "\"\\ude00\"", "\"\\ud83dx\"", "\"\\u12\"", "\"\\q\"", "\"a\nb\"", "\"open", "[]", "[1,]",
    "[1 2]", "[ 1 , [ ] , {} ]", "{}", "{\"a\":1}", "{\"a\" : {\"b\": [true, null]} }", "{a:1}",
    "{\"a\":1,}", "{\"a\" 1}", "", " ", "nul", "NaN", "Infinity", "[1] 2", "\u{FEFF}1", "\u{0}",
  ]

  @Test(
    "is what the decoder of the system reads, or nothing where that reads nothing", arguments: texts
  )
  func decoder(text: String) {
    #expect(Value(json: text) == Tree.value(of: text), "\(text)")
  }

  @Test("of a text that anybody may send is as good")
  func noise() {
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\"", "1", "-2.5", "1e3", "true", "null", " ",
      "\\", "\\u0041", "é", "{\"a\":", "[1,", "\"x\":",
    ]
    var (generator, read) = (
      Draws(DrawKey(seed: 7, name: "json"), call: 0, attempt: 0, purpose: .closure), 0
    )
    for _ in 0..<30_000 {
      let text = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }.joined()
      let value = Value(json: text)
      #expect(value == Tree.value(of: text), "\(text)")
      if value != nil { read += 1 }
    }
    #expect(read > 1000)
  }

  @Test("is read to a depth of 512")
  func depth() {
    for (count, isRead) in [(512, true), (513, false), (100_000, false)] {
      let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      #expect((Value(json: text) != nil) == isRead, "\(count)")
    }
  }

  @Test("has the last of equal keys")
  func keys() {
    #expect(Value(json: #"{"a": 1, "a": 2}"#) == .object(["a": 2]))
  }
}

/// What the decoder of the system makes of a text.
private struct Tree: Decodable {
  let value: Value

  static func value(of text: String) -> Value? {
    try? JSONDecoder().decode(Tree.self, from: Data(text.utf8)).value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .unit
    } else if let flag = try? container.decode(Bool.self) {
      value = .bool(flag)
    } else if let number = try? container.decode(Int.self) {
      value = .int(number)
    } else if let number = try? container.decode(Double.self) {
      value = .double(number)
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else if let items = try? container.decode([Tree].self) {
      value = .list(items.map(\.value))
    } else {
      value = .object(try container.decode([String: Tree].self).mapValues(\.value))
    }
  }
}
