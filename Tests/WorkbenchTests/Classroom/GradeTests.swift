import RetryLanguage
import Synchronization
import Testing

@testable import Workbench

@Suite("Grading an answer")
struct GradeTests {
  private static let lesson = """
    /// A server
    let box = server(slots: 4, service: 20ms)
    let fetch = op("fetch", on: box, latency: 50ms, fails: 30%)
    let twice = fetch.retry(2)
    let busy = { answer in load(answer, rate: 20/s, for: 5s) }
    exercise answer of fetch
    goal success >= 97% calls 2000
    goal success >= 95% under busy
    solution fetch.retry(5)
    """

  private static func grade(
    _ text: String, lesson: String = lesson, interrupted: @escaping @Sendable () -> Bool = { false }
  ) throws -> Grade {
    let task = try ClassTaskTests.tasks(lesson)[0]
    let submission = Submission(student: "ana", seed: 7, content: .text(text))
    return task.grade(submission, isInterrupted: interrupted)
  }

  /// An answer that is measured, whether it is right, and the notes on it.
  static let answers: [(text: String, isSolved: Bool, notes: [String])] = [
    ("let answer = fetch.retry(5)", true, []),
    ("let answer = fetch.retry(2)", false, []),
    ("let n = 5\nlet answer = fetch.retry(n)", true, []),
    ("let answer = fetch\nlet answer = fetch.retry(5)", true, []),
    ("let answer = twice.retry(4)", true, []),
    ("let twice = fetch.retry(5)\nlet answer = twice", true, []),
    ("func tries(_ n: Int) -> Int { return n + 2 }\nlet answer = fetch.retry(tries(3))", true, []),
    // The rest of the file counts for nothing, and neither do errors in it.
    ("fetch.rety(3)\nrun fetch times 99999\nlet answer = fetch.retry(5)\nexpect 1 == 2", true, []),
    ("quit\nsave x\nload \"/etc/passwd\"\nlet answer = fetch.retry(5)", true, []),
    // What the teacher decided stays.
    (
      "let fetch = op(\"fetch\")\nlet answer = fetch.retry(1)", false,
      ["the teacher's 'fetch' counts"]
    ),
    ("let box = server()\nlet answer = fetch.retry(1)", false, []),
    ("let busy = { a in load(a, rate: 1/s, for: 1s) }\nlet answer = fetch", false, []),
    ("seed 3\nseed 7\nlet answer = fetch.retry(5)", true, []),
    ("seed 3\nlet answer = fetch.retry(5)", true, ["the teacher's 'seed' counts"]),
    ("dialect combine\nlet answer = fetch.retry(1)", false, ["the teacher's 'dialect' counts"]),
    ("exercise answer of fetch\ngoal success >= 0%\nlet answer = fetch", false, []),
  ]

  @Test("measures it on the teacher's operation and goals", arguments: answers)
  func measured(text: String, isSolved: Bool, notes: [String]) throws {
    let grade = try Self.grade(text)
    guard case .measured(let results) = grade.result else {
      Issue.record("\(grade.result)")
      return
    }
    #expect(results.count == 2 && grade.isSolved == isSolved, "\(results.map(\.phrase))")
    #expect(grade.notes == notes)
  }

  /// A file without an answer that could be measured, and the reason.
  static let others: [(text: String, status: Grade.Status, reason: String)] = [
    ("", .missing, "'answer' is not defined"),
    ("let other = fetch.retry(5)", .missing, "'answer' is not defined"),
    ("let answer = fetch.retry(5", .invalid, "line 1: '(' is never closed"),
    (
      "// mine\n\nlet answer = fetch.rety(5)", .invalid, "line 3: an operation has no method 'rety'"
    ),
    (
      "let a = fetch.rety(5)\nlet answer = a", .invalid, "line 1: an operation has no method 'rety'"
    ),
    ("let answer = 5", .invalid, "'answer' must be an operation, not an integer"),
    ("let answer = just(5)", .invalid, "the answer does not run 'fetch'"),
    ("let answer = answer", .invalid, "line 1: 'answer' is not defined"),
    ("let answer = op(\"fetch\")", .invalid, "the answer does not run 'fetch'"),
    (
      "let make = { op(\"fetch\") }\nlet answer = just(1).flatMap { x in make() }", .invalid,
      "the answer does not run 'fetch'"
    ),
    (
      "let spare = op(\"fetch\")\nlet answer = fetch.fallback(to: spare)", .invalid,
      "the answer makes an operation of its own"
    ),
    (
      "let p = person(retries: 9%, thinks: samples(\"latencies.csv\"))\nlet answer = fetch.ask(after: 1, every: 1s, person: p)",
      .invalid,
      "line 1: cannot read samples from 'latencies.csv' in the scenario's folder: an answer reads"
    ),
    ("\"\u{1B}[2J", .invalid, "line 1: this string has no closing quote"),
    (
      "let answer = " + String(repeating: "(", count: 999), .invalid,
      "line 1: this is nested more than 100 levels deep"
    ),
    (
      (0...300).map { "let a\($0) = \($0 == 0 ? "fetch" : "a\($0 - 1).retry(1)")\n" }.joined()
        + "let answer = a300", .invalid, "the answer needs more than 200 definitions"
    ),
    (
      String(repeating: "op(", count: 400_000), .invalid,
      "line 1: the input is longer than 1000000 bytes"
    ),
  ]

  @Test("says why it cannot be measured", arguments: others)
  func refused(text: String, status: Grade.Status, reason: String) throws {
    let grade = try Self.grade(text)
    #expect(grade.status == status && grade.metCount == 0, "\(grade.result)")
    #expect(grade.reason?.contains(reason) == true, "\(grade.reason ?? "")")
  }

  @Test("of a file that is not there or cannot be read says so")
  func unreadable() throws {
    let task = try ClassTaskTests.tasks()[0]
    let grades = [FileContent.absent, .outside].map {
      task.grade(Submission(student: "ana", seed: 7, content: $0)) { false }
    }
    #expect(grades.map(\.status) == [.missing, .invalid])
    #expect(grades[1].reason == "the file cannot be read: it is outside this folder")
  }

  @Test("ends, even if the answer does not")
  func endless() throws {
    let broken =
      "let f = op(\"f\", latency: 0s, fails: 100%)\nlet day = { a in load(a, rate: 9/s, for: 9s) }\n"
    let many = broken + "exercise answer of f\ngoal attempts <= 3 calls 100000\nsolution f.retry(3)"
    let loads = broken + "exercise answer of f\ngoal offered <= 99/s under day\nsolution f.retry(3)"
    let one = try Self.grade("let answer = f.retry()", lesson: many)
    #expect(one.reason == "it has calls with more than 200 events each, too many for 100000 calls")
    let load = try Self.grade("let answer = f.retry()", lesson: loads)
    #expect(load.reason == "it makes too many attempts for 'offered <= 99/s  (under day)'")
    #expect([one.status, load.status] == [.stopped, .stopped])
    for lesson in [many, loads] {
      #expect(try Self.grade("let answer = f.retry(3)", lesson: lesson).isSolved)
      let huge = try Self.grade("let answer = f.retry(1_000_000_000_000)", lesson: lesson)
      #expect(huge.status == .stopped)
    }
  }

  @Test("ends, however many functions each event calls")
  func functionCalls() throws {
    let slow = """
      func slow(_ n: Int) -> Int {
        guard n > 1 else { return 1 }
        return slow(n - 1) + slow(n - 2)
      }
      let answer = fetch
      """
    let maps = slow + String(repeating: ".map { x in slow(15) }", count: 60)
    #expect(
      try Self.grade(maps).reason
        == "it has calls with more than 10000 events each, too many for 2000 calls")
    #expect(try Self.grade(slow + ".map { x in slow(5) }.retry(5)").isSolved)
  }

  @Test("can be interrupted while a function calls itself again and again")
  func interrupted() throws {
    let text = """
      func slow(_ n: Int) -> Int {
        guard n > 0 else { return 0 }
        return slow(n - 1) + slow(n - 1)
      }
      let answer = fetch.catch { e in slow(12) > 3 ? fail(e) : fail(e) }.retry()
      """
    let questions = Mutex(0)
    let grade = try Self.grade(text) {
      questions.withLock { count in
        count += 1
        return count > 20
      }
    }
    #expect(grade.status == .stopped && grade.reason == "it takes too long", "\(grade.result)")
  }

  @Test("depends on nothing but the file, the lesson and the seed")
  func deterministic() throws {
    let text = "let answer = fetch.retry(3)"
    let words = { (grade: Grade) in grade.records }
    #expect(words(try Self.grade(text)) == words(try Self.grade("/// hm\n\n" + text + "  // so")))
    let task = try ClassTaskTests.tasks(Self.lesson)[0]
    let other = task.grade(Submission(student: "ben", seed: 8, content: .text(text))) { false }
    #expect(words(other) != words(try Self.grade(text)))
  }

  @Test("without an operation to build on accepts any operation")
  func free() throws {
    let lesson = "exercise answer\ngoal attempts == 3\nsolution op(fails: 100%).retry(3)"
    #expect(try Self.grade("let answer = op(fails: 100%).retry(3)", lesson: lesson).isSolved)
  }
}
