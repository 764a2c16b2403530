import Report
import Testing
import Workbench

@Suite("What a lesson needs")
struct LessonRulesTests {
  /// The text of a lesson after `let f = op()`, and its error, if any.
  static let texts: [(text: String, line: Int?, told: String)] = [
    ("exercise a of f\nhint \"x\"\nsolution f", 2, "this exercise has no goal"),
    ("exercise a of f\n/// More.\ngoal attempts == 1", 2, "this exercise has no goal"),
    (
      "exercise a of f\ngoal attempts == 1\n/// More.\nhint \"x\"", 5,
      "'hint' is cut off from its exercise"
    ),
    ("exercise a\nexercise b\ngoal attempts == 1", 2, "this exercise has no goal"),
    ("predict success", 2, "this prediction has no result"),
    ("predict success\nexplain f", 2, "this prediction has no result"),
    ("predict success\n3 + 4", 2, "this prediction has no result"),
    ("predict success\nrun f times 3", 2, "this prediction has no result"),
    ("f\npredict success\n/// Next.\nf", 3, "this prediction has no result"),
    ("predict success\npredict attempts\nf", nil, ""),
    ("predict success\npredict attempts", 2, "this prediction has no result"),
    (
      "exercise a of f\ngoal attempts == 1\nhint \"x\"\nlet g = f\nsolution g\nwrong f.retry(2)",
      nil, ""
    ),
    ("/// So.\npredict success\n/// Now.\nlet g = f\nstats g calls 10", nil, ""),
    ("predict success\n/// Now.\nstats f calls 10", 2, "this prediction has no result"),
    (
      "predict success\nload(f, clients: 2, calls: 1)\npredict attempts\ncompare f, f calls 10",
      nil, ""
    ),
    (
      "exercise a of f\ngoal attempts == 1\n/// More.\nexercise b of f\ngoal attempts == 1", nil, ""
    ),
    ("/// More.\ngoal attempts == 1", nil, ""),
  ]

  @Test("is checked with its place before it is tested or opened", arguments: texts)
  func rules(text: String, line: Int?, told: String) {
    let lesson = "let f = op()\n" + text
    let scenario = Scenario(path: "a.retry", text: lesson, host: .test)
    let check = scenario.check(recording: Recording.Kept())
    let student = Student(Student.Memory([("01.retry", lesson)]))
    let opened = student.type("lesson 1")
    if let line {
      #expect(check.verdict == .mistake && check.message.contains("error: \(told)"), "\(check)")
      #expect(check.line == line)
      #expect(opened.hasPrefix("01.retry:\(line):"), "\(opened)")
      #expect(student.type("next").contains("no lesson is open"))
    } else {
      #expect(!opened.contains("01.retry:"), "\(opened)")
    }
  }

  @Test("is not asked of what a person types, line by line")
  func typed() {
    let student = Student(Student.Memory([]))
    student.type("let f = op()\npredict success")
    #expect(student.type("f").contains("success"))
    for line in ["exercise a", "goal attempts == 1", "hint \"x\""] {
      #expect(student.type(line) == "")
    }
  }

  @Test("is told in the help, whose example is a lesson that a student can take and solve")
  func example() throws {
    let text = try #require(Article.all.first { $0.name == "writing" }).example
    let check = Scenario(path: "mine.retry", text: text, host: .test).check(
      recording: Recording.Kept())
    #expect(check.verdict == .passed, "\(check.message)")
    let student = Student(Student.Memory([("mine.retry", text)]))
    #expect(student.type("lesson 1").contains("\n1 of 2 · 'next' continues"))
    #expect(student.type("next").contains("your turn: define 'answer', built on 'fetch'"))
    student.type("let answer = fetch")
    #expect(student.type("check").contains("not yet: one goal is missed"))
    student.type("let answer = fetch.retry(2)")
    #expect(student.type("check").contains("well done\nend of the lesson 'Twice is better."))
  }
}
