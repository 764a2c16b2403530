import RetryLanguage
import Simulation
import TextLayout

extension Command {
  /// Begins an exercise.
  static let exercise = Command(
    "exercise", .text([.of]), saving: .exercise,
    "begins an exercise of a lesson: 'exercise answer of fetch' asks to define 'answer' around the operation 'fetch'; goal, hint, solution and wrong follow",
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
        mend: .advice("as in exercise answer of fetch"))
    }
    if let base, session.definitions[base.text]?.item.source == nil {
      throw Diagnostic(
        .unknownName, "there is no operation '\(base.text)'", at: base.range)
    }
    session.classroom.exercise = Exercise(name: name.text, base: base?.text)
    return .ready
  }

  /// Adds a condition to the exercise at hand.
  static let goal = Command(
    "goal", .expression, options: [.calls, .call], given: LastResult.givens,
    saving: .exercise,
    "says what the answer of an exercise must come to: a condition as for expect, on many calls or on one",
    example: "exercise answer\ngoal attempts == 3 call 2\nsolution op(fails: 100%).retry(3)"
  ) { (session, call) throws(Diagnostic) in
    guard case .function(let condition)? = call.subjects.first?.item,
      let written = call.expressions.first
    else { return .ready }
    let calls = try call.count(.calls, upTo: 10_000_000)
    let number = try call.count(.call) ?? 0
    try session.changeExercise(call) { exercise in
      exercise.goals.append(
        Exercise.Goal(condition: written, holds: condition, calls: calls, call: UInt64(number)))
    }
    return .ready
  }

  /// Shows what a right answer is, and that it is one.
  static let solution = Command(
    "solution", .expression, of: .source(.any), saving: .exercise,
    "is a right answer to an exercise: a script builds it and checks it, who takes the lesson does not see it",
    example: "exercise answer\ngoal success >= 99%\nsolution op(script: [.timeout, ok]).retry(2)"
  ) { (session, call) throws(Diagnostic) in
    try session.check(candidate: call, isRight: true)
  }

  /// Makes sure that a wrong answer is found out.
  static let wrong = Command(
    "wrong", .expression, of: .source(.any), saving: .exercise,
    "is a wrong answer to an exercise: a script makes sure that it misses a goal, who takes the lesson does not see it",
    example: "exercise answer\ngoal success >= 99%\nwrong op(script: [.timeout, ok])"
  ) { (session, call) throws(Diagnostic) in
    try session.check(candidate: call, isRight: false)
  }
}

extension Session {
  /// Changes the exercise at hand; a mistake where there is none.
  mutating func changeExercise(
    _ call: CommandCall, _ change: (inout Exercise) -> Void
  ) throws(Diagnostic) {
    guard var exercise = classroom.exercise else {
      throw Diagnostic(
        .missingArgument,
        "'\(call.command.name)' belongs to an exercise, and there is none before it",
        at: call.range)
    }
    change(&exercise)
    classroom.exercise = exercise
  }

  /// Holds an answer of the teacher against the goals; whoever takes the lesson is spared that.
  fileprivate mutating func check(
    candidate call: CommandCall, isRight: Bool
  ) throws(Diagnostic) -> Status {
    try changeExercise(call) { _ in }
    guard !classroom.isPresenting, let exercise = classroom.exercise else { return .ready }
    let source = try call.source()
    guard let answers = answers(of: source, to: exercise) else { return .ready }
    let isMet = missingBase(of: exercise, in: source) == nil && answers.allSatisfy(\.isMet)
    let check = ExerciseCheck(
      name: exercise.name, answer: call.subjectText, isRight: isRight, isMet: isMet,
      goals: answers)
    emit(.checked(check))
    return isMet == isRight ? .ready : .failed
  }
}

extension Expression.Name {
  /// Whether it is a single word that begins with a letter.
  fileprivate var isWord: Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
