import Report
import RetryLanguage
import Simulation
import Testing
import TextLayout
import Workbench

@testable import Editing

@Suite("A text in an editor")
struct LanguageServerTests {
  private static let text = """
    /// A client
    let fetch = op(fails: [.timeout: 30%])
    let client = fetch.retry(3)
    stats client calls 1000
    """

  @Test func `has the mistakes that the program finds in it, with what mends them`() {
    var editor = Editor("/// 😀\nop().take(1.5)\nop().retrry(3)\n")
    #expect(editor.diagnostics.map { $0["code"].text } == ["E012", "E011"])
    #expect(
      editor.diagnostics.last?["message"].text
        == "an operation has no method 'retrry'; did you mean 'retry'?")
    let range = OpenText(editor.text).range(of: 0..<editor.text.count)
    let fixes = editor.ask("textDocument/codeAction", ["range": range])["result"].list
    #expect(fixes.map { $0["title"].text } == ["Replace by 'retry'"])
    let edits = fixes[0]["edit"]["changes"][Editor.address].list
    #expect(editor.edited(edits) == "/// 😀\nop().take(1.5)\nop().retry(3)\n")
  }

  @Test func `is told to be too long as a whole, not by its beginning`() {
    let editor = Editor("op()\n" + String(repeating: "op()\n", count: 250_000))
    #expect(editor.diagnostics.count == 1)
    #expect(editor.diagnostics.first?["message"].text?.contains("longer than") == true)
  }

  @Test func `tells a mistake of a file that it loads at its start`() {
    let host = ScriptHost(file: { $0 == "other.retry" ? "let = 3" : nil })
    let editor = Editor("let a = 1\nload other.retry\n", host: host)
    let message = editor.diagnostics.first?["message"].text ?? ""
    #expect(message.hasPrefix("other.retry:1:5: "))
    #expect(editor.diagnostics.first.map { editor.place($0["range"]) } == 0..<0)
  }

  @Test("counts lines and columns as editors do", arguments: ["\n", "\r\n", "\r"])
  func positions(lineEnd: String) {
    let text = OpenText(["a😀b", "", "\u{2028}e\u{301}x", "z"].joined(separator: lineEnd))
    let characters = text.source.characters
    var seen: [String] = []
    for place in 0...characters.count {
      let position = RemoteValue(Value(json: text.position(of: place).text))
      seen.append("\(position["line"].integer ?? -1):\(position["character"].integer ?? -1)")
      #expect(text.place(position) == place)
    }
    #expect(
      seen == [
        "0:0", "0:1", "0:3", "0:4", "1:0", "2:0", "2:1", "2:3", "2:4", "3:0", "3:1",
      ])
    #expect(text.place(line: 9, character: 9) == characters.count)
    #expect(text.place(line: 0, character: 99) == 3 && text.place(line: -1, character: 0) == 0)
  }

  @Test func `explains each word that the help explains`() {
    let help = Help()
    let words = help.topics.map(\.name).filter { word in
      let tokens = Lexer.tokens(of: SourceText(word)).tokens
      return tokens.count == 2 && tokens[0].name == word
    }
    var editor = Editor(words.joined(separator: "\n"))
    var start = 0
    for word in words {
      let shown = editor.ask("hover", at: start)
      #expect(shown["contents"]["value"].text == help.text(on: word).map { "```text\n\($0)\n```" })
      start += word.count + 1
    }
    #expect(words.count > 300)
    editor.open(Self.text)
    let own = editor.ask("hover", at: "client calls")["contents"]["value"].text
    #expect(own == "```text\nclient: an operation · fetch.retry(3) · 3 attempts in total\n```")
    #expect(editor.ask("hover", at: "A client")["contents"].text == nil)
  }

  @Test func `completes as the prompt does, over the same range`() {
    var editor = Editor("let fetch = op()\nfetch.ret")
    let found = editor.ask("completion", at: editor.text.count)["items"].list
    #expect(found.map { $0["label"].text } == ["retry", "retryWhen"])
    #expect(found.map { editor.place($0["textEdit"]["range"]) } == [23..<26, 23..<26])
    #expect(found[0]["textEdit"]["newText"].text == "retry(")
  }

  @Test func `has one range for all completions where the editor takes it`() {
    let takes: JSONValue = [
      "textDocument": ["completion": ["completionList": ["itemDefaults": ["editRange"]]]]
    ]
    var editor = Editor("let fetch = op()\nfetch.ret", capabilities: takes)
    let answer = editor.ask("completion", at: editor.text.count)
    #expect(editor.place(answer["itemDefaults"]["editRange"]) == 23..<26)
    #expect(answer["items"].list.map { $0["textEditText"].text } == ["retry(", "retryWhen { "])
    #expect(answer["items"].list.allSatisfy { $0["textEdit"].isAbsent })
  }

  @Test func `completes what has changed since it was read`() {
    var editor = Editor("let fetch = op()\nlet late = 3\n")
    editor.open("let fetch = 3\nlet other = op()\nlet late = 3\nstats ")
    let found = editor.ask("completion", at: editor.text.count)["items"].list
    let names = found.compactMap { $0["label"].text }
    #expect(names.contains("other") && !names.contains("fetch"))
  }

  @Test func `shows the call at the cursor with its parameter`() {
    var editor = Editor("op().retry(attempts: 3, delay: ")
    let shown = editor.ask("signatureHelp", at: editor.text.count)["signatures"].list
    let labels = shown.first?["parameters"].list.map { $0["label"].text ?? "" } ?? []
    let active = shown.first?["activeParameter"].integer ?? 0
    #expect(labels.count > active && labels[active] == "delay:")
    #expect(editor.ask("signatureHelp", at: 0)["signatures"].list.isEmpty)
  }

  @Test func `has the colours of the prompt, and tells names apart`() {
    for (path, text) in Texts.scenarios.sorted(by: { $0.key < $1.key }) {
      var editor = Editor(text)
      let data = editor.ask("textDocument/semanticTokens/full")["result"]["data"].list
      let numbers = data.compactMap(\.integer)
      #expect(numbers.count % 5 == 0 && numbers.count == data.count, "\(path)")
      let open = OpenText(text)
      var found = [SemanticKind?](repeating: nil, count: open.source.characters.count)
      var (line, column) = (0, 0)
      for index in stride(from: 0, to: numbers.count, by: 5) {
        column = numbers[index] == 0 ? column + numbers[index + 1] : numbers[index + 1]
        line += numbers[index]
        let start = open.place(line: line, character: column)
        let end = open.place(line: line, character: column + numbers[index + 2])
        for place in start..<end { found[place] = SemanticKind.allCases[numbers[index + 3]] }
      }
      let session = Session(commands: .standard) { _ in }
      for piece in session.colours(of: open.source) {
        guard let kind = SemanticKind(piece.ink) else { continue }
        for place in piece.range where !open.source.characters[place].isNewline {
          #expect(found[place] == kind, "\(path):\(place)")
        }
      }
    }
  }

  @Test func `tells how many attempts a number allows`() {
    var editor = Editor(
      """
      let fetch = op()
      fetch.retry(3)
      fetch.retry(retries: 3)
      fetch.retry(attempts: 3)
      let p = policy(attempts: 2)
      fetch.retry(p).take(3)
      """)
    let range = OpenText(editor.text).range(of: 0..<editor.text.count)
    let hints = editor.ask("textDocument/inlayHint", ["range": range])["result"].list
    #expect(
      hints.map { "\($0["position"]["line"].integer ?? -1)\($0["label"].text ?? "")" }
        == ["1: 3 attempts", "2: 4 attempts"])
  }

  @Test func `is run as a whole, or one statement of it with what that needs`() {
    var editor = Editor(Self.text + "\nstats fetch calls 10\n")
    let lenses = editor.ask("textDocument/codeLens")["result"].list
    #expect(lenses.map { $0["range"]["start"]["line"].integer } == [0, 3, 4])
    let told = lenses.map { editor.run($0) }
    #expect(told[0].contains("1,000 calls") && told[0].contains("10 calls"))
    #expect(told[1].contains("1,000 calls") && !told[1].contains("10 calls"))
    #expect(!told[2].contains("1,000 calls") && told[2].contains("10 calls"))
  }

  @Test func `is run up to a statement that needs results, and not as it was before`() {
    var editor = Editor("let f = op()\nf.retry(3)\nlet r = _1\nstats r calls 3\nlet late = nosuch")
    let lenses = editor.ask("textDocument/codeLens")["result"].list
    #expect(editor.run(lenses[2]).contains("3 calls"))
    #expect(editor.run(lenses[1]).contains("success in 100ms"))
    var other = Editor("let f = op(latency: 50ms)\nset seed 7\nundo\nf")
    let own = other.ask("textDocument/codeLens")["result"].list
    #expect(own.last.map { other.run($0) }?.contains("seed 42") == true)
    other.open("/// new\n" + other.text)
    #expect(own.last.map { other.run($0) } == "the text has changed since")
  }

  @Test func `is checked once after several changes that came together`() {
    var isBehind = true
    var server = LanguageServer(
      version: "1", stops: RemoteStops(), isBehind: { isBehind }, host: { _ in ScriptHost() })
    _ = server.answer("{\"id\":1,\"method\":\"initialize\"}")
    func change(_ text: String, _ version: Int64) -> [String] {
      let document: JSONValue = ["uri": "a", "text": .string(text), "version": .int(version)]
      let call: JSONValue = [
        "method": "textDocument/didOpen", "params": ["textDocument": document],
      ]
      return server.answer(call.text).map(\.text)
    }
    #expect(change("let = 1", 1).isEmpty && change("let", 2).isEmpty)
    isBehind = false
    let said = change("1 + 1", 3)
    #expect(said.count == 1 && said[0].contains("\"diagnostics\":[],\"version\":3"))
  }

  @Test func `is compared with its recording, if it has one`() {
    var host = ScriptHost(json: { Value(json: $0) })
    host.recording = { $0 == "a text.recording" ? .text("{}") : .absent }
    var editor = Editor(Self.text, host: host)
    let lenses = editor.ask("textDocument/codeLens")["result"].list
    #expect(lenses.map { $0["command"]["title"].text }[1] == "Compare with the recording")
    let answer = editor.ask(
      "workspace/executeCommand",
      ["command": "retrylab.compare", "arguments": [.string(Editor.address)]])
    #expect(answer["result"].text?.contains("a text.recording") == true)
  }
}
