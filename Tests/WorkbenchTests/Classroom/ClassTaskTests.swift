import RetryLanguage
import Testing

@testable import Workbench

@Suite("Exercises for a class")
struct ClassTaskTests {
  /// A lesson with two exercises, and much that students should not see.
  static let lesson = """
    /// Twice is better
    let slow = op(latency: 50ms)  // unused: solution fetch.retry(2)
    let fetch = op(latency: 50ms, fails: 20%)
    predict success
    stats fetch calls 1000
    expect success >= 70%

    /// Now you.
    let more = 94%
    exercise answer of fetch
    goal success >= more calls 1000
    hint "once more"
    solution fetch.retry(2)
    wrong fetch

    /// Retrying twice was enough: fetch.retry(2).
    fetch.retry(2)

    /// And faster.
    exercise quick of fetch
    goal p90 <= 100ms calls 100
    goal attempts <= 3 calls 100 secret "no call may make more than three attempts"
    solution fetch.retry(3)
    """

  static func tasks(_ text: String = lesson) throws -> [ClassTask] {
    do throws(ClassTask.Problem) {
      return try ClassTask.tasks(in: text, named: "twice", path: "twice.retry", host: .test)
    } catch {
      Issue.record("\(error.message)")
      throw error
    }
  }

  static func handout(_ task: ClassTask, _ student: String = "ana") throws -> Handout {
    try #require(try task.handout(for: student, of: 42) { false })
  }

  @Test("are handed out in the lesson itself without the answers, but with its predictions")
  func copy() {
    let copy = LessonCopy(Self.lesson, named: "twice", files: [:]).text(seed: 1)
    #expect(copy.contains("predict success\nstats fetch calls 1000\n"), "\(copy)")
    #expect(copy.contains("goal success >= more calls 1000\n"), "\(copy)")
    for secret in ["expect", "solution", "wrong", "goal attempts"] {
      #expect(!copy.contains("\n\(secret) "), "\(copy)")
    }
  }

  @Test("have the narration, the definitions that they need, the goals and the hints")
  func sheet() throws {
    let tasks = try Self.tasks()
    #expect(tasks.map(\.name) == ["twice-1", "twice-2"])
    #expect(
      tasks.map(\.goals) == [
        ["success >= more  (1000 calls)"],
        ["p90 <= 100ms  (100 calls)", "attempts <= 3  (100 calls)"],
      ])
    let handout = try Self.handout(tasks[0])
    #expect(
      handout.text == """
        /// Twice is better

        let fetch = op(latency: 50ms, fails: 20%)

        /// Now you.
        let more = 94%

        /// To answer, define 'answer' at the end of this file, or at the prompt: there
        /// 'check' measures it, and 'save twice-1-answer' writes it to a file beside this
        /// one. Hand in the folder. Your seed is your own, ana.

        seed \(handout.seed)
        exercise answer of fetch
        goal success >= more calls 1000
        hint "once more"

        """)
    let second = try Self.handout(tasks[1]).text
    #expect(!second.contains("fetch.retry") && !second.contains("attempts <= 3"))
    #expect(second.contains("/// The grade tests one more goal than 'check', which follows"))
  }

  @Test("can be solved under the seed of every student, who each have their own")
  func seeds() throws {
    let task = try Self.tasks()[0]
    let handouts = try (1...40).map { try Self.handout(task, "student \($0)") }
    #expect(Set(handouts.map(\.seed)).count == 40)
    for handout in handouts {
      let text = handout.text + "let answer = fetch.retry(2)\ncheck\n"
      let outcome = Scenario(path: "a.retry", text: text, host: .test).perform()
      #expect(outcome.status == .ready, "\(handout.seed): \(outcome.mistakes)")
    }
    #expect(try Self.handout(task, "student 7").seed == handouts[6].seed)
    let other = try #require(try task.handout(for: "student 7", of: 43) { false })
    #expect(other.seed != handouts[6].seed)
  }

  @Test("get another seed if their solution misses a goal under the first, which is told")
  func luck() throws {
    let text =
      "let f = op(fails: 50%)\nexercise a of f\ngoal attempts == 2\nsolution f.retry(2)\nwrong f"
    let task = try Self.tasks(text)[0]
    let handouts = try (1...20).map { try Self.handout(task, "s\($0)") }
    let notes = Handout.notes(on: handouts)
    #expect(notes.count == 1)
    #expect(
      notes[0].hasPrefix("'twice' cannot be solved under every seed, and another was drawn for s"))
    #expect(
      notes[0].contains("the solution f.retry(2) missed attempts == 2 (call 0): attempts is 1"))
  }

  @Test("that no seed fits, or that cannot be checked, name the goal")
  func hopeless() throws {
    let begin = "let f = op(fails: 50%)\nexercise a of f\ngoal attempts == 9\n"
    let cases = [
      ("solution f.retry(2)", "no seed of 20 fits 'twice' for 'ana'"),
      ("solution f.retry(2)", "the solution f.retry(2) missed attempts == 9 (call 0)"),
      ("solution op(fails: 100%).retry(9)", "it does not run 'f'"),
      ("hint \"none\"", "'twice' needs a solution"),
    ]
    for (end, words) in cases {
      let task = try Self.tasks(begin + end)[0]
      let error = #expect(throws: ClassTask.Problem.self) {
        try task.handout(for: "ana", of: 42) { false }
      }
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
  }

  @Test("whose definitions need results keep these results")
  func results() throws {
    let text =
      "/// A\nlet f = op(fails: 20%)\nf\nlet g = _1\n/// B\nexercise a of f\ngoal load <= 9\nsolution f\n"
    let handout = try Self.handout(try Self.tasks(text)[0])
    #expect(!handout.text.contains("_1"), "nothing needs it")
    let later = text.replacing("goal load <= 9", with: "goal load <= _1.attempts + 9")
    #expect(try Self.handout(try Self.tasks(later)[0]).text.contains("\nf\nlet g = _1\n"))
  }

  @Test("come with the files that the lesson reads")
  func files() throws {
    let text =
      "let f = op(latency: samples(\"latencies.csv\"))\nexercise a of f\ngoal attempts == 1\nsolution f"
    let task = try Self.tasks(text)[0]
    #expect(task.files == ["latencies.csv": "latency\n12ms\n30.5\n"])
    #expect(try ClassTask.files(of: [task]) == task.files)
  }

  @Test(
    "of a lesson with an error are not read",
    arguments: [
      ("exercise a\n", "twice.retry:1:1: error: this exercise has no goal"),
      ("let f = op)\n", "twice.retry:1:11: error: expected the end of the line, found ')'"),
      ("/// A\nexercise a of f\ngoal attempts == 1\nsolution op()", "'f' is neither an operation"),
    ])
  func mistakes(text: String, words: String) {
    let error = #expect(throws: ClassTask.Problem.self) {
      try ClassTask.tasks(in: text, named: "twice", path: "twice.retry", host: .test)
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test("show when a text contains a solution, however it is laid out")
  func leaks() throws {
    let task = try Self.tasks()[0]
    #expect(task.solutions(in: "/// try fetch\n  .retry( 2 ).") == ["fetch.retry(2)"])
    #expect(task.solutions(in: try Self.handout(task).text).isEmpty)
  }

  @Test("of the whole course are packed without their solutions", arguments: CourseTests.all)
  func course(lesson: CourseTests.Lesson) throws {
    for task in try Self.tasks(lesson.text) {
      let handout = try Self.handout(task)
      for word in ["solution", "wrong"] {
        for answer in lesson.answers(word) where answer.contains("(") {
          let found = handout.text.filter { !$0.isWhitespace }
            .contains(answer.filter { !$0.isWhitespace })
          #expect(!found, "\(answer)")
        }
      }
      #expect(!handout.text.contains("\nexpect ") && !handout.text.contains("predict "))
      let right = try #require(lesson.answers("solution").first)
      let text = handout.text + "let answer = \(right)\ncheck\n"
      let outcome = Scenario(path: "a.retry", text: text, host: .test).perform()
      #expect(outcome.status == .ready, "\(outcome.mistakes)")
    }
  }
}
