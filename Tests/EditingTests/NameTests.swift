import Report
import RetryLanguage
import Simulation
import Testing
import Workbench

@testable import Editing

@Suite("Names in an editor")
struct NameTests {
  @Test func `are found where they are defined and used, each meaning by itself`() {
    var editor = Editor(
      """
      let a = 1
      let f = { a in a + 1 }
      let a = a + 2
      sweep n in 1...3, m in 1...2 { op().retry(n + m + a) }
      func twice(n: Int) -> Int { let m = n * 2; return m }
      """)
    func lines(_ places: [RemoteValue]) -> [String] {
      places.map { place in
        let start = place["range"]["start"]
        return "\(start["line"].integer ?? -1):\(start["character"].integer ?? -1)"
      }
    }
    let all: JSONValue = ["context": ["includeDeclaration": true]]
    #expect(lines(editor.ask("references", at: "a = 1", all).list) == ["0:4", "2:8"])
    #expect(lines(editor.ask("references", at: "a in", all).list) == ["1:10", "1:15"])
    #expect(lines(editor.ask("references", at: "a = a", all).list) == ["2:4", "3:50"])
    #expect(lines(editor.ask("references", at: "n in", all).list) == ["3:6", "3:42"])
    #expect(lines(editor.ask("references", at: "m in", all).list) == ["3:18", "3:46"])
    #expect(lines(editor.ask("references", at: "m = n", all).list) == ["4:32", "4:50"])
    let without: JSONValue = ["context": ["includeDeclaration": false]]
    #expect(lines(editor.ask("references", at: "a = 1", without).list) == ["2:8"])
    #expect(lines([editor.ask("definition", at: "a) }")]) == ["2:4"])
    #expect(lines(editor.ask("documentHighlight", at: "n:").list) == ["4:11", "4:36"])
    let outline = editor.ask("textDocument/documentSymbol")["result"].list
    #expect(outline.map { $0["name"].text } == ["a", "f", "a", "twice"])
    #expect(outline.map { $0["kind"].integer } == [13, 13, 13, 12])
  }

  @Test("are replaced everywhere in a scenario, which then says the same")
  func renaming() {
    var count = 0
    for (path, text) in Texts.scenarios.sorted(by: { $0.key < $1.key })
    where !text.contains("variant(") {
      var editor = Editor(text)
      guard editor.diagnostics.isEmpty else { continue }
      let reading = Parser.read(SourceText(text), commands: Session.plain.shapes)
      for symbol in NameTable(reading).symbols {
        editor.open(text)
        let answer = editor.ask(
          "rename", at: symbol.definition.lowerBound, ["newName": "anotherName"])
        let edits = answer["changes"][Editor.address].list
        #expect(edits.count == symbol.places.count, "\(path): \(symbol.name)")
        editor.open(editor.edited(edits))
        #expect(editor.diagnostics.isEmpty, "\(path): \(symbol.name)")
        count += 1
      }
    }
    #expect(count > 200)
  }

  @Test(
    "are not replaced by what is no new name",
    arguments: ["", "b", "let", "1a", "a b", "a.c", "$0", "_", "_1", "op", "known"])
  func wrongName(name: String) {
    var editor = Editor("let a = 1\nlet b = a\nload other.retry\nknown.retry(op())")
    let answer = editor.ask("rename", at: 4, ["newName": .string(name)])
    #expect(answer["changes"].fields.isEmpty)
    #expect(editor.ask("prepareRename", at: 4)["placeholder"].text == "a")
    #expect(editor.ask("prepareRename", at: 1)["placeholder"].text == nil)
  }

  @Test func `that are labels of calls keep their names, and words of commands are found`() {
    var editor = Editor(
      "func f(x: Int) -> Int { return x }\nf(x: 1)\nlet a = op()\nshow a\npredict p99 of a")
    #expect(editor.ask("prepareRename", at: "x:")["placeholder"].text == nil)
    #expect(editor.ask("rename", at: "x:", ["newName": "y"])["changes"].fields.isEmpty)
    #expect(editor.ask("documentHighlight", at: "a = op").list.count == 3)
  }

  @Test func `and statements are formatted to the same program, and comments stay`() {
    let formatter = Formatter(commands: Session.plain.shapes)
    for (path, text) in Texts.scenarios {
      var editor = Editor(text)
      let formatted = editor.edited(editor.ask("textDocument/formatting")["result"].list)
      let comments = { (text: String) in text.split(separator: "\n").filter { $0.hasPrefix("//") } }
      #expect(comments(formatted) == comments(text), "\(path)")
      let programs = [text, formatted].map { text in
        let reading = Parser.read(SourceText(text), commands: Session.plain.shapes)
        return formatter.text(reading.statements)
      }
      #expect(programs[0] == programs[1], "\(path)")
      editor.open(formatted)
      #expect(editor.ask("textDocument/formatting")["result"].list.isEmpty, "\(path)")
    }
    var editor = Editor("let  a=1 // one\nlet b = [1, // two\n  2]\n")
    let edits = editor.ask("textDocument/formatting")["result"].list
    #expect(editor.edited(edits) == "let a = 1 // one\nlet b = [1, // two\n  2]\n")
  }

  @Test func `and narration fold, each to its first line`() {
    var editor = Editor("/// a\n/// b\n\n/// c\nlet a = op()\n  .retry(3)\n  .take(2)\n")
    let folds = editor.ask("textDocument/foldingRange")["result"].list
    #expect(
      folds.map { "\($0["startLine"].integer ?? -1)-\($0["endLine"].integer ?? -1)" }
        == ["0-1", "4-6"])
  }
}

extension Session {
  static var plain: Session { Session(commands: .standard) { _ in } }
}
