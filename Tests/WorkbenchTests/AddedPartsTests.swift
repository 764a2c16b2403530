import Measurement
import RetryLanguage
import Testing

@testable import Workbench

extension Command {
  /// Tells how many attempts a strategy makes at the most: a command in one description.
  fileprivate static let most = Command(
    "most", .expression, of: .source(.any), options: [.calls],
    "tells the most attempts of a strategy", example: "most op().retry(3) calls 2",
    words: { _ in [Proposals.Word("most-word", "a word")] }
  ) { (session, call) throws(Diagnostic) in
    let attempts = Plan(of: try call.source()).attempts ?? 0
    session.emit(.text("\(attempts) attempts, \(try call.count(.calls) ?? 1) calls"))
    return .ready
  }
}

/// Renders measurements as rows of a table in Markdown: a form in one description.
private struct MarkdownRenderer: Renderer {
  mutating func outputs(of event: Event) -> [Output] {
    guard case .measured(let record, _) = event, case .stats(let measured, _) = record.result else {
      return []
    }
    return [.result("| \(record.subject) | \(measured.calls) |")]
  }
}

@Suite("A new command and a new output format")
struct AddedPartsTests {
  private static let table = CommandTable(CommandTable.standard.known + [.most], run: .run)

  @Test("a command is one description: it is parsed, run, explained, completed and refused")
  func command() {
    var said: [String] = []
    var renderer = TextRenderer()
    var session = Session(commands: Self.table) { event in
      for output in renderer.outputs(of: event) {
        switch output {
        case .result(let text), .message(let text), .mistake(let text): said.append(text)
        }
      }
    }
    session.run("most op().retry(3) calls 7")
    #expect(said.last?.contains("3 attempts, 7 calls") == true)
    session.run("most op() calls 0")
    #expect(said.last?.contains("'calls' must be at least 1, not 0") == true)
    session.run("most op() cals 1")
    #expect(said.last?.contains("did you mean 'calls'?") == true)
    session.run("help most")
    #expect(said.last?.contains("most EXPRESSION [calls VALUE]") == true)
    session.run("apropos most attempts strategy")
    #expect(said.last?.contains("most") == true)
    #expect(Completer(session).proposals(for: "mos", at: 3).words.map(\.name) == ["most"])
    #expect(Completer(session).proposals(for: "most op() c", at: 11).words.map(\.name) == ["calls"])
  }

  @Test("an output format is one description")
  func form() {
    var (said, renderer) = ([Output](), MarkdownRenderer())
    var session = Session(commands: .standard) { said += renderer.outputs(of: $0) }
    session.run("let f = op(fails: 0%)\nf\nstats f.retry(2) calls 5")
    #expect(said == [.result("| f.retry(2) | 5 |")])
  }

  @Test(
    "a text ends at its clauses, and a name may be one of their words",
    arguments: [
      ("save flaky", "flaky", []), ("save flaky over", "flaky", ["over"]),
      ("save flaky with expectations over", "flaky", ["over", "with expectations"]),
      ("save flaky over with expectations", "flaky", ["over", "with expectations"]),
      ("save over", "over", []), ("save \"a b\" over", "a b", ["over"]),
      ("export trace.svg of _2 over", "trace.svg", ["of _2", "over"]),
      ("export \"of _2\"", "of _2", []), ("export of", "of", []), ("save", nil, []),
      ("load 01-a/b.retry", "01-a/b.retry", []), ("hint \"over\"", "over", []),
    ] as [(String, String?, [String])])
  func clauses(text: String, name: String?, clauses: [String]) throws {
    let source = SourceText(text)
    let reading = Parser.read(source, commands: CommandTable.standard.known.map(\.shape))
    guard case .command(let written)? = reading.statements.first else {
      Issue.record("\(reading)")
      return
    }
    #expect(written.text?.text == name)
    let found = written.clauses.map { clause, last in
      clause.words.joined(separator: " ") + (clause.takesName ? " \(last.text)" : "")
    }
    #expect(found.sorted() == clauses)
    #expect(CommandTable.standard[written].name == text.prefix { $0 != " " })
  }
}
