import Report
import RetryLanguage
import Testing
import TextLayout

@testable import Workbench

/// Ways to a grade that was not earned, besides those of `GradeTests`, `ExerciseTests` and `ClassCommandTests`.
@Suite("Cheating")
struct CheatingTests {
  private static let lesson = """
    /// Again
    let fetch = op("fetch", latency: 50ms, fails: [.timeout: 30%])
    let spare = op("spare", latency: 20ms)
    let busy = { answer in load(answer, rate: 20/s, for: 5s) }
    exercise answer of fetch
    goal success >= 96% calls 2000
    goal success >= 95% under busy
    solution fetch.retry(4)
    """

  /// An exercise on a function that makes operations, as in the lessons on utilization and metastability.
  private static let shop = """
    /// A shop
    let quick = op("quick", latency: 1ms)
    let shop = { n in op("fetch", latency: 10ms * n) }
    exercise answer of shop
    goal latency <= 100ms calls 100
    solution shop(5)
    """

  /// What becomes of an answer.
  enum Fate {
    /// It meets the goals, with so many notes on what did not count.
    case earned(notes: Int = 0)
    case missed(notes: Int = 0)
    /// It is not measured, for a reason.
    case refused(String)
    case stopped(String)
    case missing
  }

  private static func grade(
    _ text: String, of lesson: String = lesson, seed: UInt64 = 7
  ) throws -> Grade {
    let task = try #require(try ClassTaskTests.tasks(lesson).last)
    return task.grade(Submission(student: "ana", seed: seed, content: .text(text))) { false }
  }

  private static func expect(
    _ grade: Grade, _ fate: Fate, _ way: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (status, reason, notes): (Grade.Status, String, Int) =
      switch fate {
      case .earned(let notes): (.solved, "", notes)
      case .missed(let notes): (.missed, "", notes)
      case .refused(let reason): (.invalid, reason, 0)
      case .stopped(let reason): (.stopped, reason, 0)
      case .missing: (.missing, "'answer' is not defined", 0)
      }
    #expect(
      grade.status == status && (grade.reason ?? "").contains(reason)
        && grade.notes.count == notes,
      "\(way): \(grade.result) \(grade.notes)", sourceLocation: sourceLocation)
  }

  static let right = "let answer = fetch.retry(4)"

  @Test("earns nothing", arguments: ways)
  func answered(way: String, text: String, fate: Fate) throws {
    Self.expect(try Self.grade(text), fate, way)
  }

  static let shops: [(way: String, text: String, fate: Fate)] = [
    ("a call through a name", "let n = 3\nlet s = shop(n)\nlet answer = s", .earned()),
    (
      "a function of the lesson's operation", "let shop = { n in quick }\nlet answer = shop(5)",
      .refused("does not run the 'shop' of this exercise")
    ),
    (
      "a declared function",
      "func shop(_ n: Int) -> Operation { return quick }\nlet answer = shop(5)",
      .refused("does not run the 'shop' of this exercise")
    ),
    (
      "an operation by a name",
      "let mine = op(\"mine\")\nlet shop = { n in mine }\nlet answer = shop(5)",
      .refused("does not run the 'shop' of this exercise")
    ),
    (
      "the function itself",
      "let real = shop\nlet shop = { n in real(1).timeout(1ms) }\nlet answer = shop(5)",
      .refused("does not run the 'shop' of this exercise")
    ),
    (
      "a function that makes operations", "let shop = { n in op() }\nlet answer = shop(20)",
      .missed(notes: 1)
    ),
    ("more around it", "let answer = shop(20).timeout(1ms)", .refused("must be a call of 'shop'")),
    (
      "an operation as its argument", "let answer = shop(quick)",
      .refused("to a duration and an operation")
    ),
  ]

  @Test("with a function of the exercise earns nothing", arguments: shops)
  func functions(way: String, text: String, fate: Fate) throws {
    Self.expect(try Self.grade(text, of: Self.shop), fate, way)
  }
}

// MARK: - The lessons

extension CheatingTests {
  /// The tasks of the lessons, each with the operation or function that it gives.
  private static func tasks() throws -> [(task: ClassTask, base: String)] {
    try CourseTests.raw.map { lesson in
      let task = try #require(
        try ClassTask.tasks(in: lesson.text, named: "a", path: lesson.path, host: .test).last)
      let line = lesson.text.split(separator: "\n").last { $0.hasPrefix("exercise ") }
      return (task, String(try #require(line?.split(separator: " ").last)))
    }
  }

  @Test(
    "earns nothing in any lesson",
    arguments: [
      "BASE", "BASE.catchAndReturn(0)", "BASE.fallback(to: just(1))", "just(1)", "never()",
      "BASE.timeout(1ns).catchAndReturn(0)", "just(1).concat(BASE).take(1)",
      "BASE.cached(7, fresh: 99%, stale: 1%)", "BASE.merge(just(1)).take(1)",
      "BASE.cancel(at: 1ms)",
      "op(\"BASE\")", "fail(.auth)", "BASE.retryWhen { e in empty() }",
    ])
  func everywhere(answer: String) throws {
    for (task, base) in try Self.tasks() {
      let text = "let answer = \(answer.replacing("BASE", with: base))"
      let grade = task.grade(Submission(student: "ana", seed: 42, content: .text(text))) { false }
      #expect(!grade.isSolved, "\(task.path): \(text)")
    }
  }

  @Test("with an operation of one's own in the place of the lesson's earns nothing")
  func replaced() throws {
    for (task, base) in try Self.tasks() {
      let own = "let mine = op(\"\(base)\")\n"
      for text in [
        "let \(base) = mine\nlet answer = \(base).retry(2)",
        "let \(base) = { n in mine }\nlet answer = \(base)(200)",
        "let \(base) = { n, k in mine }\nlet answer = \(base)(8, 4)",
      ] {
        let submission = Submission(student: "ana", seed: 42, content: .text(own + text))
        #expect(task.grade(submission) { false }.status == .invalid, "\(task.path): \(text)")
      }
    }
  }
}

// MARK: - The class

extension CheatingTests {
  private static func page(_ texts: [String]) throws -> Gradebook {
    let task = try ClassTaskTests.tasks(lesson)[0]
    let grades = texts.enumerated().map { index, text in
      let student = "=s\(index)<script>"
      return task.grade(Submission(student: student, seed: 7, content: .text(text))) { false }
    }
    return Gradebook(grades, of: [task])
  }

  @Test("by guesses cannot fill the table of the class")
  func guesses() throws {
    let many = (0..<2000).map { "// guessed s\($0): 1, it was 2\n" }.joined()
    let long = "// guessed long: \(String(repeating: "y", count: 9999)), it was 2\n"
    let odd = "// guessed\n// guessed : 1, it was 2\n// guessed a: , it was 2\n// guessed a: 1\n"
    let forged = "// guessed \u{1B}[2Jred: <script>1, it was \u{1B}]0;x\u{7}y\n"
    let units = ["10/s", "10ms", "3%"].map { "// guessed unit: \($0), it was 1%\n" }
    let book = try Self.page([many + Self.right, long + odd + Self.right, forged] + units)
    #expect(book.guesses.count == 52)
    #expect(!book.guesses.contains { $0.subject.isEmpty || $0.subject == "long" })
    // Units that differ have no order, and no chart.
    let unit = try #require(book.guesses.last)
    #expect(unit.subject == "unit" && unit.said.count == 3 && unit.picture == nil)
    for text in [book.text(Style(width: 80), withDetails: true), book.page.text] {
      #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"))
    }
    #expect(!book.page.text.contains("<script>1"))
  }

  @Test("by names or answers puts nothing into a page or a spreadsheet")
  func reports() throws {
    let answer = "let answer = fetch.map { x in \"<script>alert(1)</script>\" }"
    let book = try Self.page([answer, answer, "let answer = =1+1", "let answer = fetch.<b>"])
    #expect(!book.page.text.contains("<script>alert") && !book.page.text.contains("s1<script>"))
    #expect(book.page.text.contains("s1&lt;script"))
    for row in book.csv.split(separator: "\r\n").dropFirst() {
      for cell in row.split(separator: ",") {
        #expect(!["=", "+", "-", "@", "\t"].contains { cell.hasPrefix($0) }, "\(row)")
      }
    }
  }
}
