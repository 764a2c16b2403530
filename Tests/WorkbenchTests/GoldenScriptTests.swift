import RetryLanguage
import Testing
import Workbench

@Suite("Golden scripts", .serialized)
struct GoldenScriptTests {
  @Test("every name of the language and every command has a script")
  func complete() throws {
    var counts: [String: Int] = [:]
    for callable in Catalogue.all {
      let base = "\(callable.topic.rawValue)/\(callable.name.replacing(".", with: "-"))"
      counts[base, default: 0] += 1
      try require("\(base)-\(counts[base, default: 0]).retry", callable.example)
    }
    for command in CommandTable.standard.known {
      try require("command/\(command.shape.name).retry", command.example)
    }
    for article in Article.all { try require("article/\(article.name).retry", article.example) }
    for code in DiagnosticCode.allCases {
      try require("diagnostic/\(code.text).retry", code.example)
    }
  }

  private func require(_ path: String, _ example: String) throws {
    if GoldenScript.isRecording { try GoldenScript.add(path, text: example) }
    #expect(GoldenScript.all.contains { $0.path == path } || GoldenScript.isRecording, "\(path)")
  }

  @Test("prints the expected output", arguments: GoldenScript.all)
  func prints(script: GoldenScript) throws {
    if GoldenScript.isRecording {
      try script.record()
    } else {
      #expect(try script.printed() == script.expected())
      #expect(try script.printed() == script.expected(), "a second time")
    }
  }
}
