import Testing
import Workbench

@Suite("Reporting a session")
struct ReportCommandTests {
  @Test("tells all results or some, with what they depend on, in the order they were typed")
  func session() throws {
    let writer = Writer()
    writer.type(
      "let f = op(latency: 10ms, fails: 30%)", "let other = op()", "f.retry(3)",
      "stats f.retry(2) calls 300", "other", "expect success >= 100%")
    #expect(writer.type("report mine") == ["wrote mine.html, which a browser shows"])
    let page = try #require(writer.files["mine.html"])
    for words in ["let other", "f.retry(3)", "300 calls", "expectation met: success", "mine.retry"]
    {
      #expect(page.replacing(#/<[^>]*>/#, with: "").contains(words), "\(words)")
    }
    writer.type("report \"some.html\" of _1, _3")
    let some = try #require(writer.files["some.html"])
    #expect(!some.contains("300 calls") && some.contains("let</span> other"))
    #expect(writer.type("report mine of _9")[0].contains("there is no result '_9'"))
  }

  @Test("its figures are those of the session")
  func figures() throws {
    let writer = Writer()
    writer.type("seed 7", "let f = op(fails: 30%)")
    let said = writer.type("stats f.retry(2) calls 300")[0]
    writer.type("report mine")
    let line = try #require(said.split(separator: "\n").first { $0.hasPrefix("outcomes") })
    #expect(writer.files["mine.html"]?.contains(line) == true)
  }

  @Test("replaces no other file unless that is said")
  func files() {
    let writer = Writer()
    writer.files["mine.html"] = "other"
    writer.type("op()")
    #expect(writer.type("report mine")[0].contains("'report mine over' replaces it"))
    #expect(writer.files["mine.html"] == "other")
    writer.type("report mine over")
    #expect(writer.files["mine.html"]?.hasPrefix("<!DOCTYPE html>") == true)
    #expect(writer.type("report mine.html")[0].contains("in place of the file that was there"))
  }

  @Test(
    "says what is missing",
    arguments: [
      ("report", "'report' needs a name"), ("report mine", "nothing to report yet"),
      ("report a.retry b.retry", "retrylab report a.retry b.retry --html report.html"),
      ("report _1", "'report' needs a name for the file"),
    ])
  func refusals(text: String, message: String) {
    let writer = Writer()
    #expect(writer.type(text).joined().contains(message))
    #expect(writer.files.isEmpty)
  }
}
