import Measurement
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  static let exercise = Command(
    "exercise", .text([.of]), role: .exercise(.task),
    "starts an exercise of a lesson: 'exercise answer of fetch' asks the student to define 'answer' around 'fetch', which may also be a function that makes operations; goal, hint, solution and wrong follow",
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
      let known = session.workspace.environment.definitions[base.text]
      let kind: Exercise.Base.Kind? =
        switch known?.item {
        case .function, .template: .function(text: known?.text ?? "")
        case let item: item?.source.map { .operation($0) }
        }
      guard let kind else {
        throw Diagnostic(
          .unknownName, "'\(base.text)' is neither an operation nor a function", at: base.range)
      }
      origin = Exercise.Base(name: base.text, kind: kind)
    }
    // One that was defined before is no answer to this exercise.
    session.workspace.change { $0.forget(name.text) }
    let known = session.workspace.environment.definitions
    let others = (session.workspace.isPresenting ? known.given : known.byName).values
    session.lessons.exercise = Exercise(
      name: name.text, base: origin, others: KnownOperations(in: others.compactMap(\.item.source)),
      seed: session.settings.runSeed, settings: session.settings)
    return .ready
  }

  static let goal = Command(
    "goal", .optionalExpression, options: [.calls, .call, .under, .facing, .uses, .secret],
    given: NamedFigure.all.givens, role: .exercise(.goal),
    "adds a goal to the exercise: a condition as for 'expect', on one call, on many with 'calls', or under a load of the answer with 'under'; with 'facing', another operation replaces the given one. 'goal uses \"budget\"' asks for a part of a strategy. Students do not see a goal with 'secret' until they miss it",
    example: "exercise answer\ngoal attempts == 3 call 2\nsolution op(fails: 100%).retry(3)"
  ) { (session: inout Session, call) throws(Diagnostic) in
    let goals = try call.tests.map { Exercise.Goal(test: $0, secret: call.phrase(behind: .secret)) }
    guard !goals.isEmpty else {
      throw Diagnostic(
        .missingArgument, "'goal' needs a condition, or 'uses' and a part", at: call.range,
        fixIt: .advice("example: goal success >= 99% calls 5000"))
    }
    try session.changeExercise(call) { _ in }
    guard call.options[.facing] == nil || session.lessons.exercise?.base?.operation != nil else {
      throw Diagnostic(
        .missingArgument, "'facing' needs an exercise 'of' an operation, whose place is taken",
        at: call.range)
    }
    try session.changeExercise(call) { $0.goals += goals }
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
    "wrong", .expression, of: .source(.any), options: [.because], role: .exercise(.wrong),
    "gives a wrong answer to the exercise; a script checks that it misses a goal. Students do not see it; a student whose answer behaves like it sees the text after 'because'",
    example:
      "exercise answer\ngoal success >= 99%\nwrong op(script: [.timeout, ok]) because \"one timeout is enough to fail\""
  ) { (session: inout Session, call) throws(Diagnostic) in
    if let reason = call.phrase(behind: .because) {
      let source = try call.source()
      try session.changeExercise(call) { $0.mistakes.append(.init(source: source, reason: reason)) }
    }
    return try session.check(candidate: call, by: .wrong)
  }
}

extension Command {
  /// What a lesson comes to, which its end shows, and the sheet of all lessons.
  static let remember = Command(
    LessonSummary.command, .expression, of: .text, options: [.figure, .except],
    role: .exercise(.summary),
    "gives the rule of a lesson in one line, with a figure and the case where it does not hold: the end of the lesson shows all three, and 'course sheet' the rules of all lessons",
    example:
      "remember \"each attempt leaves some failures\" figure \"30% fail: three attempts leave 2.7%\" except \"failures that come together\""
  ) { (_: inout Session, _) in .ready }
}

extension CommandCall {
  /// The part and the condition that it asks for.
  fileprivate var tests: [Exercise.Goal.Test] {
    get throws(Diagnostic) {
      var tests: [Exercise.Goal.Test] = []
      if let name = phrase(behind: .uses) {
        guard let part = AnswerPart(rawValue: name) else {
          throw Diagnostic(
            .impossibleValue, "there is no part '\(name.sanitized)'", at: range,
            fixIt: .advice("parts are \(AnswerPart.names)"))
        }
        tests.append(.uses(part))
      }
      if case .function(let holds)? = subjects.first?.item, let written = expressions.first {
        tests.append(.figures(.init(written: written, holds: holds, trial: try trial)))
      }
      return tests
    }
  }

  private var trial: Exercise.Trial {
    get throws(Diagnostic) {
      let world = options[.facing]?.item.source.map {
        Exercise.Named(value: $0, text: texts(of: .facing).joined())
      }
      if case .function(let function)? = options[.under]?.item {
        return .init(
          extent: .load(.init(value: function, text: texts(of: .under).joined())), world: world)
      }
      if let calls = try count(.calls, upTo: 10_000_000) {
        return .init(extent: .calls(calls), world: world)
      }
      return .init(extent: .call(UInt64(try number(.call) ?? 0)), world: world)
    }
  }

  fileprivate func phrase(behind option: CommandOption) -> String? {
    if case .value(.text(let text))? = options[option]?.item { text.sanitized } else { nil }
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
    guard !workspace.isPresenting, workspace.exerciseSeeds > 0, let exercise = lessons.exercise
    else { return .ready }
    let source = try call.source()
    var checks: [ExerciseCheck] = []
    for number in 0..<UInt64(workspace.exerciseSeeds) {
      var exercise = exercise
      exercise.seed &+= number &* 1_000_003
      let checker = ExerciseChecker(exercise, workspace.environment, workspace.terminal)
      guard var check = checker.check(source, written: call.subjectText, by: role) else {
        return .ready
      }
      if number > 0 { check.otherSeed = exercise.seed }
      checks.append(check)
    }
    // One seed in twenty may be unlucky for a right answer, but none may hide a wrong one.
    let wrong = checks.filter { $0.isMet != $0.isRight }
    let mostWrong = role == .solution ? checks.count / 20 : 0
    let isFit = wrong.count <= mostWrong && checks.first?.isMet == checks.first?.isRight
    guard let shown = isFit ? checks.first : wrong.first else { return .ready }
    workspace.emit(.checked(shown))
    return isFit ? .ready : .failed
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
      ? "not yet: first 'check' must accept your own answer; 'hint' helps"
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
