import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

/// Checks answers to an exercise, within the bounds that keep an endless answer from taking for ever.
///
/// Answers within the bounds have the same figures as at the prompt.
struct ExerciseChecker {
  private let exercise: Exercise
  private var terminal: TerminalHooks
  private let settings: Settings
  private let environment: Environment
  /// What the names in an answer stand for.
  private let names: Definitions
  private let runner: Runner

  /// The number of calls by which an answer is compared with the given operation, or with a known mistake.
  private static let comparedCalls = 200

  /// Creates a checker whose goals are read in an environment; the answer may have been defined in another.
  init(
    _ exercise: Exercise, _ environment: Environment, _ terminal: TerminalHooks,
    answeredIn answering: Environment? = nil
  ) {
    (self.exercise, self.terminal) = (exercise, terminal)
    // What is measured next may depend on what was measured.
    self.terminal.division = nil
    names = (answering ?? environment).definitions
    var environment = environment
    // What the student has set since does not count.
    environment.settings = exercise.settings
    environment.settings.limits.attemptsPerEvent = Self.attemptsPerEvent
    (self.environment, settings) = (environment, environment.settings)
    runner = Runner(settings, self.terminal)
  }

  /// Checks an answer; returns `nil` if interrupted.
  func check(
    _ answer: Source, written text: String, by role: ExerciseCheck.Role
  ) -> ExerciseCheck? {
    defer { runner.endProgress() }
    var refusal = excess(of: answer).map(ExerciseCheck.Refusal.endless)
    let seen = refusal == nil ? behaviour(of: answer) : Behaviour()
    refusal = refusal ?? foreignPhrase(text, seen).map(ExerciseCheck.Refusal.foreign)
    var results: [Exercise.GoalResult] = []
    if refusal == nil {
      // Goals share the results of their trials.
      var known: [String: LastResult] = [:]
      results = exercise.goals.map { result(of: answer, $0, &known, seen) }
      let cut = results.first(where: \.isCut)
      refusal = cut.map { .endless("makes too many attempts for '\($0.goal.phrase)'") }
    }
    let isMet = refusal == nil && results.allSatisfy(\.isMet)
    let advice = isMet || role != .student || refusal != nil ? nil : advice(on: seen)
    if runner.isInterrupted { return nil }
    return ExerciseCheck(
      name: exercise.name, answer: text, role: role, refusal: refusal, hidden: seen.hidden,
      goals: results, advice: advice)
  }

  /// The answer as it counts: it succeeds only by an answer of the given operation.
  private func judged(
    _ answer: Source, in world: Source? = nil, counting uses: UseCount? = nil
  ) -> Source {
    let given = exercise.base?.operation.flatMap {
      GivenSource($0, beside: exercise.others, as: world, counting: uses)
    }
    return answer.answering(with: given ?? GivenSource(countingAny: uses))
  }

  /// Returns whether an expression is a call of a function with a name.
  private static func isCall(of function: String, _ text: String) -> Bool {
    let reading = Parser.read(SourceText(text), commands: [])
    guard case .expression(.call(.name(let name, _), _, _))? = reading.statements.first else {
      return false
    }
    return name == function && reading.statements.count == 1
  }

  /// Returns the expression that a name stands for, through all names.
  private func resolved(_ text: String) -> String {
    var (text, seen) = (text, Set<String>())
    while seen.insert(text).inserted, let definition = names[text] {
      text = definition.text
    }
    return text
  }

  /// Returns why an answer is not built on what the exercise gives, if so.
  private func foreignPhrase(_ text: String, _ seen: Behaviour) -> String? {
    guard let base = exercise.base else {
      return seen.isForeign ? "runs no operation" : nil
    }
    let now = names[base.name]
    let (isSame, isBuilt): (Bool, Bool) =
      switch base.kind {
      case .operation(let source):
        (
          now?.item.source.map { source.isSame(as: $0) } == true,
          !seen.isForeign && !seen.makesOperation
        )
      case .function(let known):
        (now?.text == known, Self.isCall(of: base.name, resolved(text)))
      }
    guard !isBuilt || (!isSame && base.operation == nil) else { return nil }
    if isSame, base.operation == nil { return "must be a call of '\(base.name)'" }
    if !seen.isForeign, seen.makesOperation { return "makes an operation of its own" }
    return isSame
      ? "does not run '\(base.name)'"
      : "does not run the '\(base.name)' of this exercise: that name was redefined"
  }
}

// MARK: - Goals

extension ExerciseChecker {
  private func result(
    of answer: Source, _ goal: Exercise.Goal, _ known: inout [String: LastResult], _ seen: Behaviour
  ) -> Exercise.GoalResult {
    switch goal.test {
    case .uses(let part):
      let rest = part.removed(from: answer, builtOn: exercise.base?.operation)
      let isIdle = rest.map { isLike(answer, seen, $0, &known) } ?? false
      return Exercise.GoalResult(
        goal: goal, isMet: rest != nil && !isIdle,
        figures: isIdle ? "without it, nothing would change" : "", gap: nil)
    case .figures(let condition):
      guard let result = result(of: answer, condition.trial, &known) else {
        return Exercise.GoalResult(goal: goal, isMet: false, figures: "it has no load", gap: nil)
      }
      let figures =
        result.isEmpty
        ? "no call ended"
        : FigureText.text(
          result.figures(in: condition.written), in: condition.written, withIntervals: false)
      return Exercise.GoalResult(
        goal: goal, isMet: condition.holds.holds(result.values()), figures: figures,
        gap: gap(of: condition, result), isCut: result.isCut)
    }
  }

  /// Returns whether an answer has the same figures in all that is measured as another, such as itself without a part.
  private func isLike(
    _ answer: Source, _ seen: Behaviour, _ other: Source, _ known: inout [String: LastResult]
  ) -> Bool {
    guard behaviour(of: other).isLike(seen) else { return false }
    return exercise.goals.compactMap(\.condition?.trial).allSatisfy { trial in
      guard let own = result(of: answer, trial, &known), let others = result(of: other, trial)
      else { return true }
      let figures = { (result: LastResult) in
        result.readings(of: NamedFigure.all).map(\.value)
      }
      return figures(own) == figures(others)
    }
  }

  /// Tries an answer, if that is not known yet.
  private func result(
    of answer: Source, _ trial: Exercise.Trial, _ known: inout [String: LastResult]
  ) -> LastResult? {
    let result = known[trial.phrase] ?? result(of: answer, trial)
    known[trial.phrase] = result
    return result
  }

  /// Tries an answer; returns `nil` if it has no load.
  private func result(of answer: Source, _ trial: Exercise.Trial) -> LastResult? {
    let answer = judged(answer, in: trial.world?.value)
    switch trial.extent {
    case .call(let number):
      let machine = runner.machine(
        answer, CallOrigin(seed: exercise.seed), tellsProgress: false)
      let trace = machine.trace(call: number)
      return .run(RunRecord(source: answer, subject: "", trace: trace, answers: nil))
    case .calls(let count):
      return .many(.independent(measurement(of: answer, count)), of: answer)
    case .load(let load):
      guard case .load(let load)? = load.value.item([.source(answer)]) else { return nil }
      return LastResult(.load(runner.run(load, seed: exercise.seed).sample), of: nil)
    }
  }

  private func measurement(of answer: Source, _ calls: Int) -> Measurement {
    runner.trials(calls: calls, seed: exercise.seed).measure(answer)
  }

  /// The distance of a figure from its bound, if the condition is a plain comparison.
  private func gap(of condition: Exercise.Condition, _ result: LastResult) -> String? {
    guard case .infix(.name(let name, _), _, _, let bound) = condition.written,
      let figure = NamedFigure.all.first(where: { $0.name == name }),
      case .success(let wanted) = environment.value(of: Formatter().text(bound), as: figure.type),
      let found = result.values(of: [figure]).first,
      let distance = Distance(found, from: wanted, figure.type)
    else { return nil }
    return "\(distance.text) too \(distance.isAbove ? "high" : "low")"
  }
}

// MARK: - Bounds

extension ExerciseChecker {
  /// The most events of all calls for a goal.
  private static let mostEvents = 20_000_000
  /// The most attempts of a load, per event that one call may have.
  private static let attemptsPerEvent = 20
  /// The number of calls that are tried before all are measured.
  private static let triedCalls = 32

  /// Returns why measuring an answer would take too long, if a few of its calls show it.
  private func excess(of answer: Source) -> String? {
    guard let calls = exercise.goals.compactMap(\.calls).max() else { return nil }
    var limited = settings
    limited.limits.events = min(settings.limits.events, max(100, Self.mostEvents / calls))
    let machine = Runner(limited, terminal).machine(
      answer, CallOrigin(seed: exercise.seed), tellsProgress: false)
    let tried = min(calls, Self.triedCalls)
    let stopped = (0..<UInt64(tried)).count { call in
      if case .stopped(.events) = machine.run(call: call).outcome { true } else { false }
    }
    guard stopped * 4 > tried, limited.limits != settings.limits else { return nil }
    return
      "has calls with more than \(limited.limits.events) events each, too many for \(calls) calls"
  }
}

// MARK: - Behaviour

extension ExerciseChecker {
  /// What an answer does in some calls.
  private struct Behaviour {
    struct Call: Equatable {
      let outcome: OutcomeCounts.Kind
      let attempts: Int
      let duration: Nanoseconds
      /// Whether its success is no answer of the given operation.
      let isHiding: Bool
    }

    var calls: [Call] = []
    /// Whether the answer never tries the given operation.
    var isForeign = false
    /// Whether the answer makes an operation of its own.
    var makesOperation = false

    /// The share of calls whose success is no answer of the given operation.
    var hidden: Double { Double(calls.count(where: \.isHiding)) / Double(max(calls.count, 1)) }

    /// Whether all calls end in the same way at the same time, after as many attempts.
    func isLike(_ other: Behaviour) -> Bool { calls == other.calls }
  }

  private func behaviour(of answer: Source) -> Behaviour {
    let uses = UseCount()
    let machine = runner.machine(
      judged(answer, counting: uses), CallOrigin(seed: exercise.seed), tellsProgress: false)
    var seen = Behaviour()
    for call in 0..<UInt64(Self.comparedCalls) where !runner.isInterrupted {
      let result = machine.run(call: call)
      let isHiding = [GivenSource.unused, GivenSource.hidden].contains {
        result.outcome == .failure($0)
      }
      seen.makesOperation = seen.makesOperation || result.outcome == .failure(GivenSource.foreign)
      seen.calls.append(
        .init(
          outcome: OutcomeCounts.Kind(result.outcome), attempts: result.tally.attempts,
          duration: result.duration, isHiding: isHiding))
    }
    seen.isForeign = uses.isZero && !runner.isInterrupted
    return seen
  }

  /// Returns what the author says of a mistake that an answer shares.
  private func advice(on seen: Behaviour) -> String? {
    exercise.mistakes.first { behaviour(of: $0.source).isLike(seen) }?.reason
  }
}

extension LastResult {
  /// Whether it is a load that a limit stopped.
  fileprivate var isCut: Bool {
    if case .many(let calls, _) = self { calls.sample?.isPartial ?? false } else { false }
  }
}
