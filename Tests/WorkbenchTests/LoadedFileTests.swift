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

  /// Runs one text among files; returns what it prints and how it ends.
  private func printed(_ text: String, _ files: [String: String]) -> ([String], Status) {
    var said: [String] = []
    var session = Session.printing(host: ScriptHost(file: { files[$0] }, json: { _ in nil })) {
      if case .result(let text) = $0 { said.append(text) }
      if case .mistake(let text) = $0 { said.append(text) }
    }
    let status = session.run(text)
    return (said, status)
  }

  @Test("defines names, results and settings that the lines below its 'load' know")
  func followed() {
    let files = [
      "model.retry": "load parts\nlet base = part.retry(2)\nset seed 7\n",
      "parts.retry": "let part = op(fails: 30%)\nstats part calls 10\n",
    ]
    let (said, status) = printed(
      "load model\nlet r = _\nstats base calls 20\nexpect success > 1%\n_1.calls + 1", files)
    #expect(status == .ready, "\(said)")
    #expect(said.contains { $0.contains("20 calls · seed 7") } && said.last == "11", "\(said)")
    let later = printed("let r = just(1)\nr\nlet n = _.attempts\nload model\nbase", files)
    #expect(later.1 == .ready, "\(later.0)")
  }

  @Test(
    "with a mistake prevents all lines of the text that loads it, and is shown once",
    arguments: ["load model\nbase", "op()\nload outer", "load model\nload model"])
  func mistaken(text: String) {
    let files = ["model.retry": "let x = 1\nlet base = opp()\n", "outer.retry": "load model"]
    let (said, status) = printed(text, files)
    #expect(status == .wrong && said.count == 1, "\(said)")
    #expect(said.first?.contains("no function 'opp'") == true)
  }

  @Test("that is missing when the text is read may exist when its turn comes")
  func written() {
    let (said, status) = printed("op()\nload nothing\nbase", [:])
    #expect(status == .wrong && said.count == 2, "\(said)")
    #expect(said.last?.contains("no readable file 'nothing'") == true)
  }

  @Test(
    "that is missing is a mistake of a text that is only checked, unless the text may write it",
    arguments: [
      ("load other\nop().rety(3)", [1, 6]), ("op()\nload inner", [1, 6]),
      ("op()\nsave other\nload other", nil), ("load other.ipynb", [1, 6]),
    ] as [(String, [Int]?)])
  func missing(text: String, place: [Int]?) {
    let host = ScriptHost(
      file: { $0 == "inner.retry" ? "load other" : nil }, json: { _ in nil })
    var found: [Diagnostic] = []
    var places: [[Int]] = []
    var session = Session(commands: .standard, host: host) { event in
      guard case .diagnosed(let mistake, let source) = event else { return }
      found.append(mistake)
      let place = source.place(of: mistake.range.lowerBound)
      places.append([place.line, place.column])
    }
    let status = session.run(text, name: "lab.retry", onlyChecking: true)
    #expect(status == (place == nil ? .ready : .wrong))
    #expect(places == (place.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.message.hasPrefix("no readable file 'other") })
  }

  @Test("that loads itself many times ends at once")
  func cycle() {
    let self1000 = String(repeating: "load again\n", count: 1000)
    let (said, status) = printed("load again", ["again.retry": self1000])
    #expect(status == .wrong && said.count == 1, "\(said)")
  }

  @Test("that loads many which load many ends at once")
  func tree() {
    let many = { (path: String) in String(repeating: "load \(path)\n", count: 100) }
    let files = ["a.retry": many("b"), "b.retry": many("c"), "c.retry": many("d"), "d.retry": ""]
    let (said, status) = printed("load a", files)
    #expect(status == .wrong && said.count == 1, "\(said)")
    #expect(said.first?.contains("more than 1000 files are loaded") == true)
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
