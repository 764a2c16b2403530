import RetryLanguage
import Synchronization
import Workbench

/// A student: a session with answers to its questions and a store in memory.
final class Student {
  /// The contents of the store.
  final class Memory: Sendable {
    private let state = Mutex<(kept: String?, answers: [String], reason: String?)>((nil, [], nil))
    private let files = Mutex<[String: String]>([:])
    let lessons: [(path: String, text: String)]

    /// The files that are no lessons of the course.
    let others: [String: String]

    init(
      _ lessons: [(path: String, text: String)], others: [String: String] = [:],
      kept: String? = nil, reason: String? = nil
    ) {
      (self.lessons, self.others) = (lessons, others)
      state.withLock { $0 = (kept, [], reason) }
    }

    func file(_ path: String) -> String? { files.withLock { $0[path] } }

    func save(_ text: String, to path: String) { files.withLock { $0[path] = text } }

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
    var results: [String] = []
  }

  let memory: Memory
  private let paper = Paper()
  private(set) var session: Session

  /// The calls that were shown.
  var results: [String] { paper.results }

  init(_ memory: Memory, isSaving: Bool = false) {
    self.memory = memory
    var hooks = TerminalHooks()
    hooks.lessonStore = LessonStore(
      course: { memory.lessons.map(\.path) },
      lesson: { path in
        memory.lessons.first { $0.path == path }.map { .text($0.text) } ?? .absent
      },
      kept: { memory.kept.map(FileContent.text) ?? .absent }, keep: memory.keep)
    let paper = paper
    hooks.answer = { question in
      paper.lines.append(question)
      return memory.nextAnswer()
    }
    if isSaving {
      hooks.save = { path, text, _ in
        memory.save(text, to: path)
        return .saved
      }
    }
    var host = ScriptHost.test
    host.file = { [file = host.file] in memory.others[$0].map(FileContent.text) ?? file($0) }
    host.paths = { begun in memory.others.keys.filter { $0.hasPrefix(begun) } }
    session = Session.printing(host: host, terminal: hooks) { output in
      if case .result(let text) = output, text.contains(" call 0") { paper.results.append(text) }
      switch output {
      case .result(let text), .message(let text), .mistake(let text): paper.lines.append(text)
      }
    }
  }

  /// Types an entry with prepared answers and returns its output.
  @discardableResult
  func type(_ text: String, answers: [String] = []) -> String {
    memory.answer(answers)
    paper.lines = []
    session.run(text)
    return paper.lines.joined(separator: "\n")
  }
}
