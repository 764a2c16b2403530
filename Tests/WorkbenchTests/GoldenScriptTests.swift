import RetryLanguage
import Testing
import Workbench

@Suite("Golden scripts", .serialized)
struct GoldenScriptTests {
  @Test("every name of the language and every command has a script")
  func complete() throws {
    for callable in Catalogue.all {
      let name = callable.name.replacing(".", with: "-")
      try require("\(callable.topic.rawValue)/\(name)", callable.example)
    }
    for command in CommandTable.standard.known {
      try require("command/\(command.shape.name)", command.example)
    }
    for article in Article.all { try require("article/\(article.name)", article.example) }
    for code in DiagnosticCode.allCases { try require("diagnostic/\(code.text)", code.example) }
  }

  /// Requires a script of a name that begins with an example; several have numbers behind the name.
  private func require(_ name: String, _ example: String) throws {
    let isThere = try GoldenScript.all.contains { script in
      let rest = script.path.hasPrefix(name) ? script.path.dropFirst(name.count) : "-"
      guard rest == ".retry" || rest.wholeMatch(of: /-[0-9]+\.retry/) != nil else { return false }
      return try script.text().hasPrefix(example)
    }
    if GoldenScript.isRecording, !isThere { try GoldenScript.add(name, text: example) }
    #expect(isThere || GoldenScript.isRecording, "\(name): \(example)")
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
