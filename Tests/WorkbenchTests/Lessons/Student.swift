import Synchronization
import Workbench

/// Someone who takes lessons: a session, with answers to what they are asked, and a shelf in memory.
final class Student {
  /// What is on the shelf.
  final class Memory: Sendable {
    private let state = Mutex<(kept: String?, answers: [String], reason: String?)>((nil, [], nil))
    let lessons: [(path: String, text: String)]

    init(_ lessons: [(path: String, text: String)], kept: String? = nil, reason: String? = nil) {
      self.lessons = lessons
      state.withLock { $0 = (kept, [], reason) }
    }

    var kept: String? { state.withLock { $0.kept } }

    func answer(_ answers: [String]) { state.withLock { $0.answers = answers } }

    func nextAnswer() -> String? {
      state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
    }

    func keep(_ text: String) -> String? {
      state.withLock { state in
        if state.reason == nil { state.kept = text }
        return state.reason
      }
    }
  }

  private final class Paper {
    var lines: [String] = []
  }

  let memory: Memory
  private let paper = Paper()
  private(set) var session: Session

  init(_ memory: Memory) {
    self.memory = memory
    var hooks = TerminalHooks()
    hooks.shelf = Shelf(
      course: { memory.lessons.map(\.path) },
      text: { path in memory.lessons.first { $0.path == path }?.text },
      kept: { memory.kept.map(Shelf.Kept.text) ?? .nothing }, keep: memory.keep)
    hooks.answer = { _ in memory.nextAnswer() }
    let paper = paper
    session = Session(outside: .test, terminal: hooks) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): paper.lines.append(text)
      }
    }
  }

  /// Types an entry, with answers at hand, and returns what it printed.
  @discardableResult
  func type(_ text: String, answers: [String] = []) -> String {
    memory.answer(answers)
    paper.lines = []
    session.run(text)
    return paper.lines.joined(separator: "\n")
  }
}
