package import RetryLanguage
import Simulation

/// The answer file of a student for an exercise.
package struct Submission: Sendable {
  package let student: String
  package let seed: UInt64
  /// The content of the file.
  package let content: FileContent

  /// Creates a submission of a student.
  package init(student: String, seed: UInt64, content: FileContent) {
    (self.student, self.seed, self.content) = (student, seed, content)
  }
}

/// What became of a student's answer to an exercise.
package struct Grade: Sendable {
  /// The result of an answer.
  enum Result: Sendable {
    case measured([Exercise.GoalResult])
    /// Nothing was submitted, or the file has no answer.
    case missing(String)
    /// There is no answer that could be measured, with the reason.
    case invalid(String)
    /// Measuring it would take too long, with the reason.
    case stopped(String)
  }

  package let student: String
  /// The name of the exercise.
  package let task: String
  package let seed: UInt64
  let goals: [String]
  let result: Result
  /// Whether there was a file to read.
  var hasFile = true
  /// Remarks, such as on definitions that do not count.
  var notes: [String] = []
  /// The answer as written.
  var answer: String?
  /// The answer, to be compared with others.
  var program: AnswerProgram?
  /// The predictions that the student made in the lesson.
  var guesses: [KeptGuess] = []
  /// The lines that the student wrote, if there is a comment among them.
  var commented: String?
}

extension ClassTask {
  /// Grades an answer: measures it on the teacher's operation, under the goals of the teacher and the student's seed.
  ///
  /// The result depends on nothing but the lesson, the file and the seed, unless `isInterrupted` ends the work.
  package func grade(
    _ submission: Submission, isInterrupted: @escaping @Sendable () -> Bool
  ) -> Grade {
    var grade = drawn(under: submission.seed).graded(submission, isInterrupted: isInterrupted)
    switch submission.content {
    case .text(let text): grade.guesses = KeptGuess.all(in: text)
    case .absent: grade.hasFile = false
    case .unreadable: break
    }
    return grade
  }

  private func graded(
    _ submission: Submission, isInterrupted: @escaping @Sendable () -> Bool
  ) -> Grade {
    func grade(_ result: Grade.Result) -> Grade {
      Grade(
        student: submission.student, task: name, seed: submission.seed, goals: goals, result: result
      )
    }
    let text: String
    switch submission.content {
    case .absent: return grade(.missing("nothing was submitted"))
    case .unreadable(let reason): return grade(.invalid("the file cannot be read: \(reason)"))
    case .text(let content): text = content
    }
    guard var headless = try? headless(seed: submission.seed, isInterrupted: isInterrupted) else {
      return grade(isInterrupted() ? .stopped(Self.tooLong) : .invalid("the exercise has an error"))
    }
    let teacher = headless.session.workspace.environment
    guard let exercise = headless.session.lessons.exercise else {
      return grade(.invalid("no exercise"))
    }
    let work = StudentWork(
      text, handout: sheet(for: submission.student, seed: submission.seed),
      for: StudentWork.Frame(
        answer: answer, teacher: known(to: teacher), settings: teacher.settings))
    var result = grade(work.result ?? measured(work, on: &headless, exercise, teacher))
    result.notes = work.overruled.map { "the teacher's '\($0)' counts" }
    guard work.result == nil else { return result }
    result.answer = work.pieces.last.map { LessonPart.formatter.text($0.value) }
    result.program = AnswerProgram(work.pieces)
    if work.ownLines.contains(where: { $0.contains("//") }) {
      result.commented = work.ownLines.joined(separator: "\n")
    }
    return result
  }

  private static let tooLong = "it takes too long"

  private func measured(
    _ work: StudentWork, on headless: inout HeadlessSession, _ exercise: Exercise,
    _ teacher: Environment
  ) -> Grade.Result {
    if let mistake = headless.run(definitions: work.script) { return .invalid(mistake) }
    guard let definition = headless.session.workspace.environment.definitions[answer] else {
      return headless.session.workspace.runner.isInterrupted
        ? .stopped(Self.tooLong) : .invalid("not understood")
    }
    guard let source = definition.item.source else {
      return .invalid("'\(answer)' must be an operation, not \(definition.type)")
    }
    let checker = ExerciseChecker(
      exercise, teacher, headless.session.workspace.terminal,
      answeredIn: headless.session.workspace.environment)
    guard let check = checker.check(source, written: definition.text, by: .student) else {
      return .stopped(Self.tooLong)
    }
    return switch check.refusal {
    case .foreign(let phrase): .invalid("the answer \(phrase)")
    case .endless(let phrase): .stopped("it \(phrase)")
    case nil: .measured(check.goals)
    }
  }

  /// The teacher's definitions by name, in their one form; a name may have been defined several times.
  private func known(to environment: Environment) -> [String: Set<String>] {
    var known: [String: Set<String>] = [:]
    for name in environment.definitions.names { known[name] = [] }
    for part in carried + section + exercise {
      guard case .binding(let name, _) = part.statement else { continue }
      known[name.text, default: []].insert(LessonPart.formatter.text(part.statement))
    }
    return known
  }
}
