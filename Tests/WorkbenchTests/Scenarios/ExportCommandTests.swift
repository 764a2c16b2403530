import RetryLanguage
import Testing
import Workbench

@Suite("Exporting")
struct ExportCommandTests {
  @Test("writes the last result, or the one that is named, by the ending of the file")
  func kinds() {
    let writer = Writer()
    writer.type("let f = op(script: [.timeout, ok])", "f.retry(2)", "stats f calls 10", "f")
    for path in ["a.svg", "b.json", "c.jsonl", "d.mmd", "\"a name.svg\"", "e.svg of _1"] {
      #expect(writer.type("export \(path)")[0].hasPrefix("exported f"), "\(path)")
    }
    writer.type("export figures.csv of _2")
    #expect(
      writer.files.keys.sorted() == [
        "a name.svg", "a.svg", "b.json", "c.jsonl", "d.mmd", "e.svg", "figures.csv",
      ])
    #expect(writer.files["e.svg"]?.contains("f.retry(2)") == true)
    #expect(writer.files["a.svg"]?.contains("f.retry(2)") == false)
    #expect(writer.files["figures.csv"]?.hasPrefix("subject,seed,calls,success") == true)
    #expect(writer.files["b.json"]?.hasPrefix("{\"traceEvents\":[") == true)
  }

  @Test(
    "that cannot be says why, and writes nothing",
    arguments: [
      ("export", "needs the name of a file"), ("export a.svg of _7", "there is no '_7'"),
      ("export a.png", "as svg, json, jsonl or mmd"), ("export a.csv of _1", "as svg, json"),
      ("export a.svg of _2", "figures can be written as csv"), ("export mine.svg", "already"),
      ("load evil.retry", "only who types at the prompt can export"),
    ])
  func refused(text: String, reason: String) {
    let writer = Writer(outside: .init(file: { $0 == "evil.retry" ? "op()\nexport x.svg" : nil }))
    writer.files = ["mine.svg": "mine"]
    writer.type("op()", "stats op() calls 10", "op()")
    #expect(writer.type(text).last?.contains(reason) == true, "\(writer.said)")
    #expect(writer.files == ["mine.svg": "mine"])
    #expect(Session.outputs(of: ["export a.svg"])[0].contains("only who types"))
  }
}
