import Report
import RetryLanguage
import Testing
import TextLayout

@testable import Workbench

@Suite("The grades of a class")
struct GradebookTests {
  private static func grades(_ texts: [(student: String, text: String?)]) throws -> [Grade] {
    let task = try ClassTaskTests.tasks()[0]
    return texts.map { student, text in
      task.grade(
        Submission(student: student, seed: 7, content: text.map { .text($0) } ?? .absent)
      ) { false }
    }
  }

  private static func copies(_ first: String, _ second: String) throws -> [Copies] {
    let task = try ClassTaskTests.tasks()[0]
    return Copies.all(in: try grades([("ana", first), ("ben", second)]), of: task)
  }

  private static let long = """
    let pause = 40ms
    func wait(_ n: Int) -> Duration { return n < 3 ? pause : pause * 2 }
    let answer = fetch.retry(attempts: 4, backoff: wait, jitter: full)
    """

  /// The same program in another form, or another program.
  static let others: [(text: String, isCopy: Bool)] = [
    (long, true),
    (
      """
      /// All my own work.
      let p   = 0.04s  // short
      func nap(_ k: Int) -> Duration {
        return k < 3 ? p : p * 2
      }
      let answer = fetch
        .retry(attempts: 4, backoff: nap,
          jitter: full)
      fetch.retry(9)
      """, true
    ),
    // A value or another name might as well be written in the place of its name.
    ("let p = 40ms\n" + long.replacing("let pause = 40ms", with: "let q = p\nlet pause = q"), true),
    (
      long.replacing("let pause = 40ms\n", with: "").replacing("pause", with: "40ms")
        .replacing("fetch.retry", with: "f.retry").replacing(
          "let answer", with: "let f = fetch\nlet answer"),
      true
    ),
    (long.replacing("40ms", with: "41ms"), false),
    (long.replacing("n < 3 ? pause : pause * 2", with: "n < 3 ? pause * 2 : pause"), false),
    (long.replacing("jitter: full", with: "jitter: equal"), false),
    ("let answer = fetch.retry(5)", false),
  ]

  @Test(
    "answers are the same whatever their layout, their comments and their own names",
    arguments: others)
  func likeness(text: String, isCopy: Bool) throws {
    let found = try Self.copies(Self.long, text)
    #expect(found.map(\.students) == (isCopy ? [["ana", "ben"]] : []), "\(found)")
  }

  @Test("definitions may come in another order")
  func order() throws {
    let ends =
      "let answer = fetch.retry(attempts: a, delay: b).timeout(b * 9).retry(attempts: a, delay: b)"
    let found = try Self.copies(
      "let a = 3\nlet b = 5ms\n" + ends, "let b = 5ms\nlet a = 3\n" + ends)
    #expect(found.count == 1)
  }

  @Test("short answers are alike by chance, unless their comments are the same, too")
  func short() throws {
    let answer = "let answer = fetch.retry(4)"
    #expect(try Self.copies(answer, answer).isEmpty)
    #expect(try Self.copies(answer + " // 4 do", answer + " // four do").isEmpty)
    let found = try Self.copies(answer + " // 4 do", answer + " // 4 do")
    #expect(found.map(\.likeness) == [.text])
  }

  @Test("the author's solution is no copy")
  func solution() throws {
    let long = "fetch.retry(attempts: 4, delay: 40ms, jitter: full).retry(attempts: 2, delay: 1ms)"
    let text = ClassTaskTests.lesson.replacing("solution fetch.retry(2)", with: "solution \(long)")
    let task = try ClassTaskTests.tasks(text)[0]
    for (answer, count) in [(long, 0), (long + ".timeout(9s)", 1)] {
      let grades = ["ana", "ben"].map {
        task.grade(Submission(student: $0, seed: 7, content: .text("let answer = \(answer)"))) {
          false
        }
      }
      #expect(Copies.all(in: grades, of: task).count == count)
    }
  }

  private static let files: [(student: String, text: String?)] = [
    ("ana", "let answer = fetch.retry(2)"), ("Ben \"B\", C", "let answer = fetch"), ("cy", nil),
    ("dee", "let answer = fetch.rety(2)"),
  ]

  @Test("are a mark for each answer, a line for each exercise, and remarks")
  func text() throws {
    let more = [
      (student: "eva", text: Optional("let answer = fetch")), ("fay", "let answer=fetch"),
    ]
    let book = Gradebook(try Self.grades(Self.files + more), of: try ClassTaskTests.tasks())
    let text = book.text(Style(width: 80), withDetails: false)
    #expect(
      text == """
                   1 2
        ana        ✓   1/1
        Ben "B", C ✗   0/1
        cy         ·   0/1
        dee        !   0/1
        eva        ✗   0/1
        fay        ✗   0/1
        ✓ solved  ✗ missed  ! invalid  · missing

           exercise  solved  missed most                     most common wrong answer
        1  twice-1      1/6  success >= more  (1000 cal…  3  fetch                     3
        2  twice-2      0/0

        dee  twice-1  line 1: an operation has no method 'rety'

        6 students: of 6 answers 1 meets all goals, 3 miss a goal, 1 cannot be measured, 1 is missing

        no copies found
        """, "\(text)")
  }

  @Test("are a table of all goals with details")
  func details() throws {
    let book = Gradebook(try Self.grades(Self.files), of: try ClassTaskTests.tasks())
    #expect(
      book.text(Style(width: 40), withDetails: true).hasPrefix(
        """
        student     exercise  goals  goal
        ana         twice-1   1/1    success >= more  (1000 calls)  met      success is 96.7%
        Ben "B", C  twice-1   0/1    success >= more  (1000 calls)  missed   success is 79.2%, 14.8 points too low
        cy          twice-1   0/1                                   missing  nothing was submitted
        dee         twice-1   0/1                                   invalid  line 1: an operation has no method 'rety'


        """))
  }

  @Test("take one row for all that a student has not handed in")
  func absent() throws {
    let tasks = try ClassTaskTests.tasks()
    let none = tasks.map {
      $0.grade(Submission(student: "ana", seed: 7, content: .absent)) { false }
    }
    let text = Gradebook(none, of: tasks).text(Style(width: 80), withDetails: true)
    #expect(
      text.contains(
        "\nana      2 exercises  0            missing  nothing was submitted for twice-1, twice-2\n"
      ),
      "\(text)")
  }

  @Test("come with what the class guessed, as the files of the answers have it")
  func guesses() throws {
    func file(_ lines: String...) -> String {
      "let answer = fetch.retry(2)\n" + lines.map { "// guessed \($0)\n" }.joined()
    }
    let files = [
      file("latency: 1.2s, it was 1.27s", "highest success: plain, it was hasty"),
      file("latency: 300ms, it was 1.27s", "latency: 1.27s, it was 1.27s"),
      file("latency: 2m, it was 1.27s", "highest success: hasty, it was hasty"),
      file("latency: 900ms, it was 1.27s", "highest success: hasty, it was hasty"),
      "// guessed nothing\n// guessed latency 3s, it was 9s\n",
    ]
    let named = files.enumerated().map { (student: "s\($0)", text: Optional($1)) }
    let book = Gradebook(try Self.grades(named), of: try ClassTaskTests.tasks())
    let text = book.text(Style(width: 80), withDetails: false)
    #expect(
      text.contains(
        """
        guessed                   by  lowest  middle  highest  measured
        twice-1  latency           4   300ms    1.2s       2m     1.27s
        twice-1  highest success   3           hasty              hasty
        """), "\(text)")
    // A guess is no comment by which a copy shows.
    #expect(text.contains("no copies found"))
    let details = book.text(Style(width: 80), withDetails: true)
    #expect(details.contains("twice-1: latency, guessed by 4, measured 1.27s"), "\(details)")
    let page = book.page.text
    #expect(page.contains("<h3>") && page.contains("Each answer with its goals"))
    #expect(page.contains("twice-1: latency, guessed by 4, measured 1.27s"))
    #expect(page.split(separator: "<svg").count == 2)
  }

  @Test("draw guesses however far off they are")
  func far() throws {
    let numbers = ["0", "3", "999999999999999999", "99999999999999999999999999.5", "1e300"]
    func text(_ numbers: [String]) throws -> String {
      let named = numbers.enumerated().map {
        (
          student: "s\($0)",
          text: Optional("// guessed attempts: \($1), it was 3\nlet answer = fetch")
        )
      }
      return Gradebook(try Self.grades(named), of: try ClassTaskTests.tasks())
        .text(Style(width: 80), withDetails: true)
    }
    #expect(try text(numbers).contains("twice-1: attempts, guessed by 5, measured 3"))
    #expect(try text(numbers + ["1e999"]).contains("attempts   6"))
  }

  @Test("of a large class fit a screen, with as many exercises side by side as there is room for")
  func large() throws {
    let task = try ClassTaskTests.tasks()[0]
    let files = (1...30).map { (student: "student-\($0)", text: Optional("let answer = fetch")) }
    let book = Gradebook(try Self.grades(files), of: Array(repeating: task, count: 28))
    for width in [40, 80, 120] {
      let lines = book.marks(Style(width: width))
      #expect(lines.allSatisfy { $0.columns <= max(width, 40) }, "\(lines.map(\.text))")
      #expect(width < 120 || lines.count == 32)
    }
  }

  /// Grades as a program gets them, each key with every kind of value.
  static func lines() throws -> [String] {
    let comment = " // 4 do"
    let texts = [
      "let answer = fetch.retry(4)" + comment, "let answer = fetch.retry(4)" + comment, long, long,
      "let fetch = op()\nlet answer = fetch.retry(1)",
      "let answer = fetch.retry(1_000_000_000_000).catch { e in fetch.retry() }",
    ]
    let more = texts.enumerated().map { (student: "s\($0)", text: Optional($1)) }
    return Gradebook(try grades(files + more), of: try ClassTaskTests.tasks()).json
      .map(\.versioned.text)
  }

  @Test("are JSON with an object for each answer, and one for the class")
  func json() throws {
    let lines = try Self.lines()
    #expect(lines.count == 11)
    #expect(
      lines[1]
        == #"{"kind":"grade","schema":1,"student":"Ben \"B\", C","exercise":"twice-1","seed":7,"status":"missed","message":null,"goals":[{"goal":"success >= more  (1000 calls)","met":false,"figures":"success is 79.2%","distance":"14.8 points too low"}],"notes":[],"copy_of":[]}"#
    )
    #expect(lines[2].contains(#""status":"missing","message":"nothing was submitted""#))
    #expect(lines[4].contains(#""copy_of":["s1"]"#))
    #expect(lines[8].contains(#""notes":["the teacher's 'fetch' counts"]"#))
    #expect(
      lines[10].hasPrefix(
        #"{"kind":"grades","schema":1,"students":10,"solved":6,"missed":2,"invalid":1,"stopped":0,"missing":1,"copies":[{"exercise":"twice-1","students":["s0","s1"],"same":"text","length":null},"#
      ))
  }

  @Test("are a CSV table with a row for each goal, and checks for a build server")
  func machines() throws {
    let book = Gradebook(try Self.grades(Self.files), of: try ClassTaskTests.tasks())
    let rows = book.csv.split(separator: "\r\n")
    #expect(rows.count == 5)
    #expect(rows[0] == "student,exercise,seed,status,goal,met,figures,distance,message,copy_of")
    #expect(
      rows[2]
        == "\"Ben \"\"B\"\", C\",twice-1,7,missed,success >= more  (1000 calls),false,success is 79.2%,14.8 points too low,,"
    )
    let verdicts: [Check.Verdict] = [.passed, .expectation, .unreadable, .mistake]
    #expect(book.checks.map(\.verdict) == verdicts)
    #expect(book.checks.flatMap(\.cases).map(\.verdict) == verdicts)
    #expect(
      JUnit(book.checks).text.contains("tests=\"4\" failures=\"1\" errors=\"2\" time=\"0.000\""))
  }
}
