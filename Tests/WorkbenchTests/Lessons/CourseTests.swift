import Foundation
import ReadingSupport
import Testing

@testable import Workbench

@Suite("The course")
struct CourseTests {
  /// A lesson of the course, with the answers that its teacher wrote.
  struct Lesson: Sendable, CustomStringConvertible {
    let path: String
    let text: String
    var description: String { path }

    /// The first line of its narration.
    var title: String { String(text.prefix { $0 != "\n" }.dropFirst(4)) }

    /// Returns the text after a word at the start of a line, up to the next such line.
    func answers(_ word: String) -> [String] { LessonEntries.all(word, in: text) }
  }

  /// The lessons as they are written.
  static let raw: [Lesson] = StoredScenario.all.filter { $0.path.hasPrefix("lessons/") }.map {
    Lesson(path: $0.path, text: (try? $0.text()) ?? "")
  }

  /// The lessons as a student sees them.
  static let all: [Lesson] = raw.map { Lesson(path: $0.path, text: Variants.first(of: $0.text)) }

  @Test("has lessons with numbers in order, as many as the README and the manual say")
  func complete() {
    let numbers = Self.all.map { $0.path.dropFirst("lessons/".count).prefix(2) }
    for text in [ManualText.readme, ManualText.article("Lessons")] {
      #expect(text.text.contains("`lesson` lists \(Self.all.count) lessons"), "\(text)")
    }
    #expect(
      numbers == (1...Self.all.count).map { $0 < 10 ? "0\($0)" : "\($0)" }[...].map { $0[...] })
  }

  @Test(
    "each lesson asks for a prediction and has an exercise with hints and answers", arguments: all)
  func parts(lesson: Lesson) {
    #expect(lesson.answers("predict").count >= 1)
    #expect(lesson.answers("exercise").count <= lesson.answers("solution").count)
    #expect(lesson.answers("solution").count >= 1)
    // One of them hides failures.
    #expect(lesson.answers("wrong").count >= 4)
    #expect(lesson.answers("wrong").contains { $0.contains("catchAndReturn") })
    #expect(lesson.answers("hint").count >= 2)
  }

  @Test("each lesson names a source or a year", arguments: all)
  func sources(lesson: Lesson) {
    let source = #/["(].*\b20[0-2]\d\b.*\)|20[0-2]\d\)|\bIn (19|20)\d\d\b|(issue|pull request) \d+/#
    let narrated = lesson.text.split(separator: "\n").filter { $0.hasPrefix("///") }
    #expect(narrated.contains { $0.contains(source) })
  }

  @Test("a student whose first answers are wrong can complete it", arguments: all)
  func walk(lesson: Lesson) throws {
    let student = Student(Student.Memory([(lesson.path, lesson.text)]))
    var printed = student.type("lesson 1")
    for _ in 0..<30 where !printed.contains("your turn: define") {
      printed = student.type("next", answers: ["1", "1s"])
      #expect(!printed.contains(": error: "), "\(printed)")
    }
    #expect(printed.contains("your turn: define 'answer'"))
    for wrong in lesson.answers("wrong") {
      student.type("let answer = \(wrong)")
      let told = student.type("check")
      #expect(told.contains("not yet: ") && !told.contains("well done"), "\(wrong): \(told)")
      // There is no distance from never.
      #expect(!told.contains("never, by"), "\(told)")
    }
    for _ in lesson.answers("hint") { #expect(student.type("hint").hasPrefix("hint ")) }
    student.type("let answer = \(try #require(lesson.answers("solution").first))")
    let told = student.type("check")
    #expect(told.contains("\nwell done") && told.contains("end of the lesson"), "\(told)")
    #expect(student.type("lesson").contains("(done)"))
  }

  /// Answers each lesson that is opened, left and resumed at its exercise; returns the titles in order.
  private static func take(_ command: String) throws -> (titles: [String], last: String) {
    let memory = Student.Memory(all.map { ($0.path, $0.text) })
    var student = Student(memory)
    var titles: [String] = []
    var told = student.type(command)
    for stop in 1...all.count {
      #expect(told.contains("lesson \(stop) of "), "\(told)")
      let lesson = try #require(all.first { told.contains($0.title) }, "\(told)")
      titles.append(lesson.title)
      for _ in 0..<30 where !told.contains("your turn: define") { told = student.type("next") }
      // Another session knows the lesson and the course.
      student = Student(memory)
      #expect(student.type("lesson").contains("'next' goes on with 'lesson "))
      #expect(student.type("next").contains("lesson \(stop) of "))
      student.type("let answer = \(try #require(lesson.answers("solution").first))")
      told = student.type("check")
      #expect(told.contains("\nwell done"), "\(lesson): \(told)")
      if told.replacing("\n", with: " ").contains("the last of '\(command)'") { break }
      told = student.type("next")
    }
    return (titles, student.type(command))
  }

  @Test func `the course of an hour is taken from end to end with next`() throws {
    let (titles, last) = try Self.take("course hour")
    #expect(titles.count == 4 && titles.first == Self.all.first?.title)
    #expect(last == "'course hour' is completed; 'lesson 1 again' takes its first lesson again")
  }

  @Test(arguments: ["day", "swift"])
  func `the other courses take all lessons in order, each in one of them`(course: String) throws {
    let (titles, last) = try Self.take("course \(course)")
    let count = 24
    let all = Self.all.map(\.title)
    #expect(titles == Array(course == "day" ? all.prefix(count) : all.dropFirst(count)))
    #expect(last.hasPrefix("'course \(course)' is completed"))
  }

  @Test func `each lesson ends with its rule, and all rules fit on a page`() throws {
    let student = Student(Student.Memory(Self.all.map { ($0.path, $0.text) }))
    let sheet = student.type("course sheet").split(separator: "\n")
    #expect(sheet.count == Self.all.count && sheet.allSatisfy { $0.count <= 80 })
    for lesson in Self.all {
      #expect(lesson.answers("remember").count == 1, "\(lesson)")
      #expect(lesson.text.contains("\n  figure ") && lesson.text.contains("\n  except "))
    }
    student.type("lesson 1")
    let isAsked = (0..<9).contains { _ in student.type("next").contains("your turn") }
    #expect(isAsked)
    student.type("let answer = fetch.retry(4)")
    let end = student.type("check")
    #expect(end.contains("remember  more attempts raise success, and each one is load and time"))
    #expect(end.contains("\n  except    failures that come together"), "\(end)")
  }

  @Test func `a course leaves out what was completed before, and fits into its time`() throws {
    let student = Student(Student.Memory(Self.all.map { ($0.path, $0.text) }))
    let listed = student.type("course")
    #expect(
      listed == """
          course hour   lessons 1, 5, 6, 11: about 54 min, 0 of 4 done
          course day    lessons 1 to 24: about 5 h 12 min, 0 of 24 done
          course swift  lessons 25 to 29: about 1 h 3 min, 0 of 5 done
        """)
    student.type("lesson 1")
    student.skip()
    // A skipped exercise is not done.
    #expect(student.type("course").contains("0 of 4 done"))
    #expect(student.type("lesson").contains("What an attempt is  (exercise open)"))
    #expect(student.type("course hour").contains("lesson 1 of 4 of 'course hour'"))
    student.type("let answer = fetch.retry(4)")
    #expect(student.type("check").contains("end of the lesson"))
    #expect(student.type("course").contains("1 of 4 done"))
    #expect(student.type("course hour").contains("lesson 2 of 4 of 'course hour'"))
    // Whoever opens another lesson has left the course.
    student.type("lesson 3")
    student.skip()
    #expect(student.type("lesson").contains("'next' starts 'lesson 4'"))
    #expect(student.type("course hour").contains("lesson 2 of 4 of 'course hour'"))
  }

  @Test func `a folder of lessons is a course, in the order of their names`() {
    func lesson(_ title: String) -> String {
      "/// \(title)\nlet fetch = op(fails: 20%)\nexercise answer of fetch\ngoal success >= 94% calls 900\n"
        + "remember \"\(title), in short\"\n"
    }
    let others = [
      "mine/02-then.retry": lesson("Then"), "mine/01-first.retry": lesson("First"),
      "mine/notes.txt": "none", "other.retry": lesson("Other"),
    ]
    let memory = Student.Memory(Self.all.map { ($0.path, $0.text) }, others: others)
    let student = Student(memory)
    #expect(student.type("course mine/").contains("lesson 1 of 2 of 'course mine/'\nFirst"))
    student.type("let answer = fetch.retry(2)")
    #expect(student.type("check").contains("end of the lesson 'First'"))
    #expect(student.type("course").contains("course mine/  2 lessons: about 14 min, 1 of 2 done"))
    // Another session goes on with the folder.
    let again = Student(memory)
    #expect(again.type("next").contains("lesson 2 of 2 of 'course mine/'\nThen"))
    again.type("let answer = fetch.retry(2)")
    #expect(again.type("check").contains("the last of 'course mine/'"))
    #expect(
      again.type("course mine").replacing("\n", with: " ")
        == "'course mine/' is completed; 'lesson mine/01-first.retry again' takes its first lesson again"
    )
    #expect(again.type("course sheet mine/") == "  1  First, in short\n  2  Then, in short")
    #expect(again.type("course none/").contains("there are no lessons in 'none/'"))
    #expect(again.type("course /mine/").contains("a folder is in this one or below"))
    #expect(again.type("course hour").contains("lesson 1 of 4 of 'course hour'"))
  }

  @Test func `a folder may have spaces in its name`() {
    let lesson = "/// Mine\nlet fetch = op()\nfetch\nremember \"mine\"\n"
    let memory = Student.Memory([], others: ["week 2, für A/01.retry": lesson])
    let student = Student(memory)
    for name in ["week 2, für A/", "week 2, für A", "\"week 2, für A/\""] {
      let told = student.type("course \(name)")
      #expect(told.contains("lesson 1 of 1 of 'course week 2, für A/'"), "\(told)")
    }
    #expect(student.type("course sheet week 2, für A/").contains("mine"))
    #expect(student.type("course week 3/").contains("there are no lessons in 'week 3/'"))
  }

  @Test func `a course that is not there is an error with a suggestion`() {
    let student = Student(Student.Memory([("mine.retry", "/// Mine\nop()\n")]))
    #expect(student.type("course week").contains("the courses are hour, day, swift"))
    #expect(student.type("course hour").contains("none of the lessons of the course is here"))
    #expect(student.type("lesson").contains("course day  lesson 1: about "))
  }
}

extension Student {
  /// Goes to the end of the open lesson, past its exercise.
  fileprivate func skip() {
    for _ in 0..<30 {
      if type("next").contains("end of the lesson") { return }
    }
  }
}
