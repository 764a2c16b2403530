import RetryLanguage
import Testing
import TextLayout
import Workbench

@Suite("A loaded file")
struct LoadedFileTests {
  /// Runs typed text beside one file; returns the output and the requests to the terminal.
  private func said(_ texts: [String], file: String) -> (said: [String], asked: [String]) {
    var hooks = TerminalHooks()
    let asked = Asked()
    hooks.edit = {
      asked.words.append("edit")
      return nil
    }
    hooks.isPrompt = true
    hooks.history = {
      asked.words.append("history")
      return []
    }
    hooks.save = { path, _, _ in
      asked.words.append(path)
      return .saved
    }
    var said: [String] = []
    let host = ScriptHost(file: { $0 == "mine.retry" ? file : nil }, json: { _ in nil })
    var session = Session.printing(host: host, terminal: hooks) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): said.append(text)
      }
    }
    for text in texts { session.run(text) }
    return (said, asked.words)
  }

  private final class Asked {
    var words: [String] = []
  }

  /// What acts on the session, the terminal or the files of a person.
  static let reaching = [
    "edit", "quit", "exit", "reset", "undo", "redo", "history", "history 3", "save x",
    "export x.svg",
    "lesson 1", "lesson mine.retry", "replay mine",
  ]

  @Test("only computes and prints, and the session continues", arguments: reaching)
  func bounds(command: String) {
    let file = "let g = just(2)\ng\n\(command)\n"
    let (said, asked) = said(["let f = op()", "load mine", "f"], file: file)
    #expect(asked == [])
    #expect(said.contains { $0.contains("error: ") })
    #expect(said.contains { $0.contains("attempt 1") })
    #expect(!said.contains { $0.contains("forgotten") || $0.contains("undone") })
  }

  @Test("shows what it runs at a prompt, in the look of the prompt, and nowhere else")
  func shown() {
    let file = "/// N\nlet n = [\n  1]\nn\nexpect attempts == 1\n"
    let lines = ["N", "retry> let n = [\n  1]", "n: [1]", "retry> n", "[1]"]
    #expect(said(["load mine"], file: "/// N\nlet n = [\n  1]\nn\n").said == lines)
    #expect(!said(["load mine"], file: file).said.contains { $0.contains("> expect") })
    let host = ScriptHost(file: { _ in "just(1)" }, json: { _ in nil })
    let printed = { (style: Style, format: Format, isPrompt: Bool) in
      var hooks = TerminalHooks()
      hooks.isPrompt = isPrompt
      var said = ""
      var session = Session.printing(format, style: style, host: host, terminal: hooks) {
        if case .message(let text) = $0 { said += text }
      }
      session.run("load mine")
      return said
    }
    #expect(printed(Style(), .text, true) == "retry> just(1)")
    #expect(
      printed(Style(isColoured: true), .text, true)
        == "\u{1B}[1;38;5;30mretry> \u{1B}[0mjust(\u{1B}[38;5;30m1\u{1B}[0m)")
    #expect(printed(Style(), .json, true) == "" && printed(Style(), .text, false) == "")
  }

  @Test("is checked as a whole: a forbidden statement prevents all others")
  func whole() {
    let (said, _) = said(["load mine", "show"], file: "let g = just(2)\nedit\n")
    #expect(said.last == "no definitions yet")
  }

  @Test("may load others, up to eight files deep", arguments: [8: Status.ready, 9: .wrong])
  func depth(count: Int, expected: Status) {
    let host = ScriptHost(
      file: { path in
        (1...count).first { path == "\($0).retry" }
          .map { $0 == count ? "just(7)" : "load \($0 + 1)" }
      }, json: { _ in nil })
    var said: [Output] = []
    var session = Session.printing(host: host) { said.append($0) }
    #expect(session.run("load 1") == expected, "\(said)")
  }

  @Test("has the same limits as an init file")
  func initFile() {
    var said: [Output] = []
    var session = Session.printing { said.append($0) }
    #expect(session.run(loaded: "let f = op()\nquit", name: "init.retry") == .wrong)
    #expect(session.run(loaded: "let f = op()", name: "init.retry") == .ready)
    #expect(session.run("f") == .ready)
  }
}
