import Report
import RetryLanguage
import Testing

@testable import Workbench

@Suite("The variants of a lesson")
struct VariantsTests {
  static let lesson = """
    /// A restart
    let pause = 1s
    timer(pause)

    /// Your turn. The restart takes \\(pause), and \\(other) is not a value.
    let pause = variant(2s, 3s, 5s); let most = variant(4, 6)
    let fetch = op(latency: 50ms, outages: outages([0s...pause], error: .refused))
    exercise answer of fetch
    goal success >= 100%
    goal attempts <= most
    hint "wait for \\(pause)"
    solution fetch.retry(attempts: most, delay: pause / 3 + 50ms)
    wrong fetch.retry(most)
    """

  @Test("stand in the place of their names after the definition, and in all narration")
  func text() throws {
    let variants = try #require(Variants(in: Self.lesson))
    #expect(variants.count == 3)
    #expect(
      variants.text(1) == """
        /// A restart
        let pause = 1s
        timer(pause)

        /// Your turn. The restart takes 3 s, and \\(other) is not a value.
        ; 
        let fetch = op(latency: 50ms, outages: outages([0s...3s], error: .refused))
        exercise answer of fetch
        goal success >= 100%
        goal attempts <= 6
        hint "wait for 3 s"
        solution fetch.retry(attempts: 6, delay: 3s / 3 + 50ms)
        wrong fetch.retry(6)
        """)
    #expect(variants.text(2).contains("takes 5 s") && variants.text(2).contains("retry(4)"))
  }

  @Test(
    "replace no member and no label, and stay one value in a larger expression",
    arguments: [
      ("let n = variant(2, 3)\nf.n(n: n, n * n)", "\nf.n(n: 2, 2 * 2)"),
      ("let n = variant(1 + 1, 3)\nn * n", "\n(1 + 1) * (1 + 1)"),
      ("let kind = variant(.offline, .timeout)\nfail(kind)", "\nfail((.offline))"),
      ("let n = variant(\"a\")\n/// \\(n)", "\n/// a"),
      ("let n = variant(2, 3)\nn\nlet n = 7\nn", "\n2\nlet n = 7\nn"),
    ])
  func places(text: String, first: String) {
    #expect(Variants.first(of: text) == first)
  }

  @Test(
    "are none in texts that only look like it",
    arguments: [
      "variant(1, 2)", "let n = variant()", "/// let n = variant(1)", "let n = 3",
      // Names of closures and loops stay names, and the function gives the first value.
      "let n = variant(1, 2)\nlet f = { n in n + 1 }",
      "let n = variant(1)\nsweep n in 1...2 { op() }",
      "let n = variant(1, 2)\nlet f = { x in let n = x + 1; return n }",
    ])
  func none(text: String) {
    #expect(Variants(in: text) == nil)
  }

  @Test("are the first ones at the prompt, in a lesson and in a file")
  func first() throws {
    var told: [String] = []
    var session = Session(commands: .standard) {
      if case .narrated(let text) = $0 { told.append(text) }
    }
    #expect(session.run("let pause = variant(2s, 3s)") == .ready)
    let pause = session.workspace.environment.definitions["pause"]
    #expect(pause.map { Description.value($0) } == "2s")
    #expect(session.run(loaded: Self.lesson, name: "restart.retry") == .ready)
    #expect(told.contains("Your turn. The restart takes 2 s, and \\(other) is not a value."))
  }

  @Test("are drawn by the seed of a student, and tell the goals of the grade")
  func drawn() throws {
    let task = try ClassTaskTests.tasks(Self.lesson)[0]
    let goals = (0..<40).map { task.drawn(under: $0).goals }
    #expect(Set(goals.map { $0[1] }) == ["attempts <= 4  (call 0)", "attempts <= 6  (call 0)"])
    let handout = try ClassTaskTests.handout(task)
    #expect(!handout.text.contains("variant") && !handout.text.contains("\\(pause)"))
    // Narration on earlier results is left out.
    #expect(handout.text.hasPrefix("/// A restart\n\n/// Your turn. The restart takes "))
  }

  @Test("are the same in all exercises of a lesson, as in the lesson that a student gets")
  func several() throws {
    let second = """

      fetch

      /// And again, with \\(pause).
      exercise quick of fetch
      goal latency <= pause + 1s
      solution fetch.retry(attempts: most, delay: pause / 3 + 50ms)
      """
    let tasks = try ClassTaskTests.tasks(Self.lesson + second)
    #expect(tasks.map(\.name) == ["twice-1", "twice-2"])
    for student in ["ana", "ben", "cy", "dee", "eva", "fay"] {
      let handouts = try tasks.map { try ClassTaskTests.handout($0, student) }
      let lesson = tasks[0].lesson.text(seed: handouts[0].seed)
      let pause = try #require(["2 s", "3 s", "5 s"].first { lesson.contains("takes \($0),") })
      #expect(handouts[0].text.contains("takes \(pause),"))
      #expect(handouts[1].text.contains("again, with \(pause)."), "\(handouts[1].text)")
      #expect(handouts[0].seed != handouts[1].seed)
    }
  }

  @Test("are each tested with the answers of the author")
  func tested() {
    let good = Scenario(path: "s.retry", text: Self.lesson, host: .test).check(recording: .init())
    #expect(good.verdict == .passed, "\(good.message)")
    let text = Self.lesson + "\nwrong fetch.retry(attempts: 4, delay: 1050ms)"
    let check = Scenario(path: "s.retry", text: text, host: .test).check(recording: .init())
    #expect(check.verdict == .expectation && check.line == 14)
    let fixed = Self.lesson.split(separator: "pause / 3 + 50ms").joined(separator: "700ms")
    let other = Scenario(path: "s.retry", text: fixed, host: .test).check(recording: .init())
    #expect(other.message.hasPrefix("with value 3 of each variant:\nthe solution misses a goal"))
  }

  /// The lessons that vary.
  private static let varied = CourseTests.raw.filter { Variants(in: $0.text) != nil }

  @Test("of the course are not solved by the solution for other values", arguments: varied)
  func published(lesson: CourseTests.Lesson) throws {
    let variants = try #require(Variants(in: lesson.text))
    let tasks = try (0..<variants.count).map { number in
      try #require(
        try ClassTask.tasks(
          in: variants.text(number), named: "a", path: lesson.path, host: .test
        ).last)
    }
    for (given, task) in tasks.enumerated() {
      for (other, solved) in tasks.enumerated() {
        let text = LessonPart.formatter.text(try #require(solved.solutions.first))
        let grade = task.grade(Submission(student: "ana", seed: 42, content: .text(text))) { false }
        #expect(grade.isSolved == (given == other), "\(text) for value \(given + 1)")
      }
    }
  }
}
