import RetryLanguage
import Testing
import Workbench

@Suite("Session")
struct SessionTests {
  /// Runs texts one after the other in one session, and returns what each of them printed.
  private func outputs(_ texts: [String]) -> [String] {
    var printed: [String] = []
    var session = Session { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text):
        printed[printed.count - 1] += text + "\n"
      }
    }
    for text in texts {
      printed.append("")
      session.run(text)
    }
    return printed
  }

  @Test("help error explains the last mistake")
  func lastMistake() {
    let printed = outputs(["help error", "op().rety(3)", "help error", "help errors"])
    #expect(printed[0].hasPrefix("no mistake has been made yet"))
    #expect(printed[2].hasPrefix("E011: "))
    #expect(printed[3].split(separator: "\n").count == DiagnosticCode.allCases.count)
  }

  @Test("every topic has help, and what it names can be looked up")
  func topics() {
    for topic in Help.topics { #expect(Help.text(on: topic) != nil, "\(topic)") }
    #expect(Help.text(on: "nonsense") == nil)
  }

  @Test("a mistake leaves the session as it was")
  func mistakes() {
    let printed = outputs(["let f = op()", "let g = op()\nlet f = op(fails: 3)", "show"])
    #expect(printed[2] == "f: an operation · 100ms\n")
  }

  @Test("what needs more says so, and what is wrong does not")
  func incomplete() {
    for text in ["op(", "op(latency:", "let f =", "[1,", "f.retryWhen { e in", "just(1 +", "run"] {
      #expect(Session.isIncomplete(text), "\(text)")
    }
    for text in ["op()", "op)", "op(]", "let 3", "just(\"a", "f.", ""] where text != "f." {
      #expect(!Session.isIncomplete(text), "\(text)")
    }
  }

  @Test("quitting ends a text there")
  func quits() {
    var printed: [Output] = []
    var session = Session { printed.append($0) }
    #expect(session.run("just(1)\nquit\njust(2)") == .ended)
    #expect(printed.count == 1)
  }

  @Test("undo goes back step by step, and stops at the beginning")
  func undo() {
    let printed = outputs([
      "let f = op()", "seed 7", "dialect combine", "undo", "seed", "undo", "seed", "undo", "show",
      "undo",
    ])
    #expect(printed[4] == "seed 7\n")
    #expect(printed[6] == "seed 42\n")
    #expect(printed[8] == "nothing is defined yet\n")
    #expect(printed[9] == "there is nothing to undo\n")
  }

  @Test("the same text prints the same, whatever ran before")
  func repeats() {
    let text = "run op(latency: 1ms...1s, fails: 30%).retry(5)"
    let printed = outputs([text, "run op() times 3", text])
    #expect(printed[0] == printed[2])
  }
}
