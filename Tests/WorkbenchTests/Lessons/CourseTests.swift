import Testing
import Workbench

@Suite("The course")
struct CourseTests {
  /// A lesson of the course, with the answers that its teacher wrote.
  struct Lesson: Sendable, CustomStringConvertible {
    let path: String
    let text: String
    var description: String { path }

    /// Returns the text after a word at the start of a line, up to the next such line.
    func answers(_ word: String) -> [String] {
      var found: [String] = []
      var isOpen = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix(word + " ") {
          found.append(String(line.dropFirst(word.count + 1)))
          isOpen = true
        } else if isOpen, line.hasPrefix(" ") || line.hasPrefix("}") {
          found[found.count - 1] += "\n\(line)"
        } else {
          isOpen = false
        }
      }
      return found
    }
  }

  static let all: [Lesson] = StoredScenario.all.filter { $0.path.hasPrefix("lessons/") }.map {
    Lesson(path: $0.path, text: (try? $0.text()) ?? "")
  }

  @Test("has twenty-one lessons, in order")
  func complete() {
    let numbers = Self.all.map { $0.path.dropFirst("lessons/".count).prefix(2) }
    #expect(numbers == (1...21).map { $0 < 10 ? "0\($0)" : "\($0)" }[...].map { $0[...] })
  }

  @Test(
    "each lesson asks for a prediction and has an exercise with hints and answers", arguments: all)
  func parts(lesson: Lesson) {
    #expect(lesson.answers("predict").count >= 1)
    #expect(lesson.answers("exercise").count == lesson.answers("solution").count)
    #expect(lesson.answers("solution").count >= 1)
    #expect(lesson.answers("wrong").count >= 2)
    #expect(lesson.answers("hint").count >= 2)
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
    }
    for _ in lesson.answers("hint") { #expect(student.type("hint").hasPrefix("hint ")) }
    student.type("let answer = \(try #require(lesson.answers("solution").first))")
    let told = student.type("check")
    #expect(told.contains("\nwell done") && told.contains("end of the lesson"), "\(told)")
    #expect(student.type("lesson").contains("(done)"))
  }
}
