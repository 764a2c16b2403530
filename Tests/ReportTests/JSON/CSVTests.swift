import Testing

@testable import Report

@Suite("A table as CSV")
struct CSVTests {
  @Test(
    "quotes what would end a field, also where a mark joins it to a character",
    arguments: [
      ("plain", "plain"), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""),
      ("\"\u{301}\"", "\"\"\"\u{301}\"\"\""),
      (",\u{301}", "\",\u{301}\""), ("=1", "'=1"), ("=\u{301}1", "'=\u{301}1"), ("-5", "-5"),
      ("-x", "'-x"),
    ])
  func fields(text: String, field: String) {
    var table = CSVTable(header: ["a"])
    table.add([text])
    #expect(table.text.unicodeScalars.elementsEqual("a\r\n\(field)\r\n".unicodeScalars))
  }
}
