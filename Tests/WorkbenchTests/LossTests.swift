import RetryLanguage
import Synchronization
import Testing
import Workbench

@Suite("Nothing that a person had is lost without a word")
struct LossTests {
  /// A session at a prompt, with files in memory.
  private final class Person {
    /// The files and the answers to the next questions.
    private final class MemoryFiles: Sendable {
      let files: Mutex<[String: String]>
      let answers = Mutex<[String]>([])

      init(_ files: [String: String]) { self.files = Mutex(files) }

      func save(_ path: String, _ text: String, mayReplace: Bool) -> TerminalHooks.SaveOutcome {
        files.withLock { files in
          guard mayReplace || files[path] == nil else { return .exists }
          files[path] = text
          return .saved
        }
      }
    }

    private let memory: MemoryFiles
    private var printed: [String] = []
    private var session: Session?

    init(files: [String: String] = [:]) {
      let memory = MemoryFiles(files)
      self.memory = memory
      var hooks = TerminalHooks()
      hooks.isPrompt = true
      hooks.isThere = { path in memory.files.withLock { $0[path] != nil } }
      hooks.save = { memory.save($0, $1, mayReplace: $2) }
      hooks.remove = { path in
        memory.files.withLock { $0[path] = nil }
        return nil
      }
      hooks.answer = { _ in memory.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
      let host = ScriptHost(file: { path in memory.files.withLock { $0[path] } })
      session = Session.printing(host: host, terminal: hooks) { [unowned self] output in
        switch output {
        case .result(let text), .message(let text), .mistake(let text): printed.append(text)
        }
      }
    }

    /// Types an entry; returns what is printed.
    @discardableResult
    func type(_ text: String, answers: [String] = []) -> String {
      printed = []
      memory.answers.withLock { $0 = answers }
      session?.run(text)
      return printed.joined(separator: "\n")
    }
  }

  @Test func `a new definition tells the one that it replaces, unless both are alike`() {
    let person = Person()
    #expect(person.type("let f = op(latency: 1s)") == "f: an operation · 1s")
    #expect(
      person.type("let f = op(latency: 2s)") == """
        f: an operation · 2s
        before: an operation · 1s; 'undo' restores it
        """)
    #expect(person.type("let f = op(latency: 2s)") == "f: an operation · 2s")
    // What an entry defines twice, nobody has had.
    #expect(person.type("let g = 1\nlet g = 2") == "g: 1\ng: 2")
  }

  @Test func `a loaded file tells which names of the person it takes`() {
    let person = Person(files: ["in.retry": "let f = 1\nlet g = 2\nlet g = 3"])
    person.type("let f = 7")
    let told = person.type("load in.retry")
    #expect(told.contains("f: 1\nbefore: 7; 'undo' restores it"), "\(told)")
    #expect(told.ranges(of: "before: ").count == 1, "\(told)")
  }

  @Test func `a file that is written again is said to replace the earlier one`() {
    let person = Person(files: ["other.svg": "<svg/>"])
    person.type("op()")
    #expect(person.type("export x.svg") == "exported op() to x.svg")
    #expect(
      person.type("export x.svg") == "exported op() to x.svg in place of the file that was there")
    #expect(person.type("export other.svg").contains("'other.svg' already exists"))
    #expect(person.type("export other.svg over") == "exported op() to other.svg")
    #expect(person.type("save s").hasPrefix("saved s.retry: "))
    #expect(person.type("save s").hasPrefix("saved s.retry in place of the one that was there: "))
  }

  @Test func `results that fall out of memory are named`() {
    let person = Person()
    for _ in 1...199 { person.type("1") }
    #expect(!person.type("2").contains("gone"))
    #expect(person.type("3") == "3\n_1 is gone: only the last 200 are kept, so from _2 on")
    #expect(
      person.type("4\n5\n6").hasSuffix("_4 is gone: only the last 200 are kept, so from _5 on"))
    #expect(person.type("_1").contains("the result '_1' is no longer kept"))
  }

  @Test func `results that take too much memory are named with the setting that keeps more`() {
    let person = Person()
    person.type("set memory 16")
    let sweep = "sweep n in 1...400 { op(latency: pareto(min: 1us, shape: 0.2)).retry(n) } calls 40"
    let said = (1...3).map { _ in person.type(sweep) }.joined()
    #expect(said.contains("gone: results may take 16 MB, so from _"))
    #expect(said.contains(" on; 'set memory 32' keeps more results"))
  }

  @Test func `where undo and redo end, they say what they have forgotten`() {
    let person = Person()
    #expect(person.type("undo") == "nothing to undo" && person.type("redo") == "nothing to redo")
    person.type("let a = 1")
    person.type("undo")
    person.type("let b = 1")
    #expect(
      person.type("redo")
        == "nothing to redo: what was undone is forgotten once something else changes")
    for number in 1...201 { person.type("let n = \(number)") }
    for _ in 1...200 { person.type("undo") }
    #expect(person.type("undo") == "nothing to undo: only the last 200 changes are kept")
  }

  @Test func `a call in the stepper is left for another with a word`() {
    let person = Person()
    #expect(!person.type("step op()").contains("left"))
    #expect(person.type("step just(1)").hasPrefix("left the earlier call\n"))
  }

  @Test func `going back in a lesson names what the person had defined otherwise`() {
    let student = Student(
      Student.Memory([("01.retry", "/// A\nlet f = op()\nf\n\n/// B\nf\n\n/// C\nf\n\n/// D\nf")]))
    for line in ["lesson 1", "next", "next"] { student.type(line) }
    #expect(!student.type("back").contains("as at the start"))
    for line in ["next", "let f = 3"] { student.type(line) }
    #expect(student.type("back").hasPrefix("restored as at the start of the section: f\n"))
  }

  @Test func `a prediction that another replaces is named`() {
    let person = Person()
    person.type("predict success", answers: ["80%"])
    #expect(
      person.type("predict success", answers: ["70%"])
        == "this replaces your guess 80%")
    #expect(person.type("predict attempts", answers: ["2"]) == "")
    let told = person.type("stats op() calls 10")
    #expect(told.contains("success: 100%; you guessed 70%"))
    #expect(told.contains("attempts: 1; you guessed 2, 1 too high"))
  }
}
