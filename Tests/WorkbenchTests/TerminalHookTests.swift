import Synchronization
import Testing
import Workbench

@Suite("What a terminal adds to a session")
struct TerminalHookTests {
  /// Runs a text in a session that is interrupted when it has asked so often.
  private func run(_ text: String, interruptedAfter count: Int) -> [String] {
    let counter = Counter()
    var hooks = TerminalHooks()
    hooks.isInterrupted = { counter.next() > count }
    var printed: [String] = []
    var session = Session(terminal: hooks) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): printed.append(text)
      }
    }
    session.run(text)
    return printed
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }

  private static let endless = "op(fails: 100%).retry()"

  @Test("a call that is stopped says so, and shows what there is")
  func call() throws {
    let printed = try #require(run(Self.endless, interruptedAfter: 2).first)
    #expect(printed.contains("attempt 1 "))
    #expect(printed.contains("■ stopped by Ctrl-C"))
    #expect(printed.contains("what is shown is partial"))
    #expect(printed.contains("\nstopped by Ctrl-C at "))
  }

  @Test("calls that are stopped show those before")
  func calls() {
    let printed = run("run op() times 10", interruptedAfter: 4)
    #expect(printed.first?.hasSuffix("\n3 of 3 calls succeeded · 3 attempts") == true)
    #expect(printed.last == "stopped by Ctrl-C after 3 of 10 calls, partial")
  }

  @Test("what comes behind a command that was stopped is not run")
  func statements() {
    #expect(run("1\n2\n3", interruptedAfter: 2) == ["1", "2", "stopped by Ctrl-C"])
  }
}
