import Measurement
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Starts an exercise.
  static let exercise = Command(
    "exercise", .text([.of]), saving: .exercise,
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
  ) { (session, call) throws(Diagnostic) in
    let base = call.name(behind: .of)
    guard let name = call.text, ([name, base].compactMap(\.self)).allSatisfy(\.isWord) else {
      throw Diagnostic(
        .missingArgument, "'exercise' needs the name to define", at: call.range,
        mend: .advice("for example: exercise answer of fetch"))
    }
    if let base, session.environment.definitions[base.text]?.item.source == nil {
      throw Diagnostic(
        .unknownName, "'\(base.text)' is not an operation", at: base.range)
    }
    session.lessons.exercise = Exercise(name: name.text, base: base?.text)
    return .ready
  }

  /// Adds a goal to the current exercise.
  static let goal = Command(
    "goal", .expression, options: [.calls, .call, .under], given: NamedFigure.all.givens,
    saving: .exercise,
    "adds a goal to the exercise: a condition as for 'expect', on one call, on many with 'calls', or under a load of the answer with 'under'",
    example: "exercise answer\ngoal attempts == 3 call 2\nsolution op(fails: 100%).retry(3)"
  ) { (session, call) throws(Diagnostic) in
    guard case .function(let condition)? = call.subjects.first?.item,
      let written = call.expressions.first
    else { return .ready }
    let calls = try call.count(.calls, upTo: 10_000_000)
    let number = try call.count(.call) ?? 0
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
    "solution", .expression, of: .source(.any), saving: .exercise,
    "gives a correct answer to the exercise; a script checks that it meets the goals, and students do not see it",
    example: "exercise answer\ngoal success >= 99%\nsolution op(script: [.timeout, ok]).retry(2)"
  ) { (session, call) throws(Diagnostic) in
    try session.check(candidate: call, isRight: true)
  }

  /// Gives a wrong answer, which must miss a goal.
  static let wrong = Command(
    "wrong", .expression, of: .source(.any), saving: .exercise,
    "gives a wrong answer to the exercise; a script checks that it misses a goal, and students do not see it",
    example: "exercise answer\ngoal success >= 99%\nwrong op(script: [.timeout, ok])"
  ) { (session, call) throws(Diagnostic) in
    try session.check(candidate: call, isRight: false)
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
    candidate call: CommandCall, isRight: Bool
  ) throws(Diagnostic) -> Status {
    try changeExercise(call) { _ in }
    guard !lessons.isPresenting, let exercise = lessons.exercise else { return .ready }
    let source = try call.source()
    let checker = ExerciseChecker(exercise, environment, runner)
    guard let results = checker.results(of: source) else { return .ready }
    let isMet = checker.missingBase(in: source) == nil && results.allSatisfy(\.isMet)
    let check = ExerciseCheck(
      name: exercise.name, answer: call.subjectText, isRight: isRight, isMet: isMet,
      goals: results)
    emit(.checked(check))
    return isMet == isRight ? .ready : .failed
  }
}

extension Expression.Name {
  /// Whether the name is a single word that starts with a letter.
  fileprivate var isWord: Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
