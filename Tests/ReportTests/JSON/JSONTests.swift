import Report
import RetryNumerics
import Simulation
import Testing

@Suite("JSON")
struct JSONTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let value: JSONValue
    let text: String
    init(_ value: JSONValue, _ text: String) {
      self.value = value
      self.text = text
    }
    var testDescription: String { text }
  }

  static let cases: [Case] = [
    Case(.null, "null"), Case(.bool(true), "true"), Case(.bool(false), "false"),
    Case(.int(.min), "-9223372036854775808"), Case(.unsigned(.max), "18446744073709551615"),
    Case(.double(0.97), "0.97"), Case(.double(3), "3"), Case(.double(-0.5), "-0.5"),
    Case(.double(1e300), "1e+300"), Case(.double(.nan), "null"), Case(.double(.infinity), "null"),
    Case("plain", #""plain""#), Case(.string("a\"b\\c/"), #""a\"b\\c/""#),
    Case(.string("\n\r\t\u{0}\u{1B}\u{7F}\u{2028}"), #""\n\r\t\u0000\u001b\u007f\u2028""#),
    Case(.string("取👩‍👧"), #""取👩‍👧""#), Case([], "[]"), Case([1, "x", [.null]], #"[1,"x",[null]]"#),
    Case([:], "{}"), Case(["b": 1, "a": ["c": 2]], #"{"b":1,"a":{"c":2}}"#),
  ]

  @Test("a value has exactly one text", arguments: cases)
  func text(row: Case) {
    #expect(row.value.text == row.text)
  }

  struct Conversion: Sendable, CustomTestStringConvertible {
    let value: Value
    let text: String
    init(_ value: Value, _ text: String) {
      self.value = value
      self.text = text
    }
    var testDescription: String { text }
  }

  static let conversions: [Conversion] = [
    Conversion(.unit, "null"), Conversion(.bool(true), "true"), Conversion(42, "42"),
    Conversion(.double(1.5), "1.5"), Conversion("x", #""x""#),
    Conversion(.duration(ms(2)), "2000000"),
    Conversion(.fault(Fault("http", 503)), #""http(503)""#),
    Conversion(.list([1, "a"]), #"[1,"a"]"#),
    Conversion(.tuple([0, .unit]), "[0,null]"), Conversion(.signal(.completed), #""completed""#),
    Conversion(.object(["b": 1, "c": 2, "a": .unit]), #"{"a":null,"b":1,"c":2}"#),
  ]

  @Test("every value of a call has a JSON form", arguments: conversions)
  func values(row: Conversion) {
    #expect(JSONValue(row.value).text == row.text)
  }

  @Test("an error of the language")
  func error() {
    let error = ErrorJSON(
      message: "an operation has no method 'rety'", line: 1, column: 11, length: 4,
      suggestion: "retry")
    #expect(
      error.json.text
        == #"{"kind":"error","message":"an operation has no method 'rety'","line":1,"column":11,"length":4,"suggestion":"retry"}"#
    )
    let plain = ErrorJSON(message: "x", line: 1, column: 1, length: 0, suggestion: nil)
    #expect(plain.json.text.hasSuffix(#""suggestion":null}"#))
  }
}
