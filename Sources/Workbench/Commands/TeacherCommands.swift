import Measurement
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  static let exercise = Command(
    "exercise", .text([.of]), role: .exercise(.task),
    "starts an exercise of a lesson: 'exercise answer of fetch' asks the student to define 'answer' around 'fetch'; goal, hint, solution and wrong follow",
    example: """
      let fetch = op(fails: 30%)
      exercise answer of fetch
      goal success >= 99% calls 5000
      goal attempts <= 2 calls 5000
      hint "how often do three attempts fail in a row, and how often four?"
      solution fetch.retry(5)
      wrong fetch.retry(3)
      """
  ) { (session: inout Session, call) throws(Diagnostic) in
    let base = call.name(behind: .of)
    guard let name = call.text, ([name, base].compactMap(\.self)).allSatisfy(\.isWord) else {
      throw Diagnostic(
        .missingArgument, "'exercise' needs the name to define", at: call.range,
        fixIt: .advice("for example: exercise answer of fetch"))
    }
    var origin: Exercise.Base?
    if let base {
      guard let source = session.workspace.environment.definitions[base.text]?.item.source else {
        throw Diagnostic(.unknownName, "'\(base.text)' is not an operation", at: base.range)
      }
      origin = Exercise.Base(name: base.text, source: source)
    }
    session.lessons.exercise = Exercise(
      name: name.text, base: origin, seed: session.settings.runSeed)
    return .ready
  }

  static let goal = Command(
    "goal", .expression, options: [.calls, .call, .under], given: NamedFigure.all.givens,
    role: .exercise(.goal),
    "adds a goal to the exercise: a condition as for 'expect', on one call, on many with 'calls', or under a load of the answer with 'under'",
    example: "exercise answer\ngoal attempts == 3 call 2\nsolution op(fails: 100%).retry(3)"
  ) { (session: inout Session, call) throws(Diagnostic) in
    guard case .function(let condition)? = call.subjects.first?.item,
      let written = call.expressions.first
    else { return .ready }
    let calls = try call.count(.calls, upTo: 10_000_000)
    let number = try call.number(.call) ?? 0
    var load: Exercise.LoadOfAnswer?
    if case .function(let function)? = call.options[.under]?.item {
      load = Exercise.LoadOfAnswer(function: function, text: call.texts(of: .under).joined())
    }
    try session.changeExercise(call) { exercise in
      exercise.goals.append(
        Exercise.Goal(
          condition: written, holds: condition, calls: calls, call: UInt64(number), load: load))
    }
    return .ready
  }

  /// Gives a correct answer, which must meet the goals.
  static let solution = Command(
    "solution", .optionalExpression, of: .source(.any), role: .exercise(.solution),
    "shows the author's answer, once yours meets the goals; in a lesson's file, gives it: a script checks that it meets the goals",
    example: "exercise answer\ngoal success >= 99%\nsolution op(script: [.timeout, ok]).retry(2)"
  ) { (session: inout Session, call) throws(Diagnostic) in
    if call.subjects.isEmpty { return try session.showSolution(call) }
    try session.changeExercise(call) { $0.solutions.append(call.subjectText) }
    return try session.check(candidate: call, by: .solution)
  }

  /// Gives a wrong answer, which must miss a goal.
  static let wrong = Command(
    "wrong", .expression, of: .source(.any), role: .exercise(.wrong),
    "gives a wrong answer to the exercise; a script checks that it misses a goal, and students do not see it",
    example: "exercise answer\ngoal success >= 99%\nwrong op(script: [.timeout, ok])"
  ) { (session: inout Session, call) throws(Diagnostic) in
    try session.check(candidate: call, by: .wrong)
  }
}

extension Session {
  /// Changes the current exercise; throws if there is none.
  mutating func changeExercise(
    _ call: CommandCall, _ change: (inout Exercise) -> Void
  ) throws(Diagnostic) {
    guard var exercise = lessons.exercise else {
      throw Diagnostic(
        .missingArgument,
        "'\(call.command.name)' must follow 'exercise'",
        at: call.range)
    }
    change(&exercise)
    lessons.exercise = exercise
  }

  /// Checks a candidate answer against the goals, except while a student takes the lesson.
  fileprivate mutating func check(
    candidate call: CommandCall, by role: ExerciseCheck.Role
  ) throws(Diagnostic) -> Status {
    try changeExercise(call) { _ in }
    guard !workspace.isPresenting, let exercise = lessons.exercise else { return .ready }
    let checker = ExerciseChecker(exercise, workspace.environment, workspace.runner)
    let check = checker.check(try call.source(), written: call.subjectText, by: role)
    guard let check else { return .ready }
    workspace.emit(.checked(check))
    return check.isMet == check.isRight ? .ready : .failed
  }

  /// Shows the author's answers to a student whose own answer meets the goals.
  fileprivate mutating func showSolution(_ call: CommandCall) throws(Diagnostic) -> Status {
    guard workspace.environment.depth == 0 else {
      throw Diagnostic(
        .missingArgument, "'solution' needs an answer in a lesson's file", at: call.range,
        fixIt: .advice("example: \(call.command.shape.example)"))
    }
    let exercise = try currentExercise(at: call.range)
    let solutions = exercise.solutions.map { "let \(exercise.name) = \($0)" }
    let words =
      !lessons.hasPassed
      ? "not yet: 'check' has to find your own answer right first, and 'hint' helps"
      : solutions.isEmpty ? "the lesson gives no solution" : solutions.joined(separator: "\n")
    workspace.emit(.text(words))
    return .ready
  }
}

extension Expression.Name {
  /// Whether the name is a single word that starts with a letter.
  fileprivate var isWord: Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
