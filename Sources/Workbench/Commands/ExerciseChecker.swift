import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

/// Checks answers to an exercise.
struct ExerciseChecker {
  private let exercise: Exercise
  private let environment: Environment
  private let runner: Runner

  init(_ exercise: Exercise, _ environment: Environment, _ runner: Runner) {
    (self.exercise, self.environment, self.runner) = (exercise, environment, runner)
  }

  /// Checks an answer; returns `nil` if interrupted.
  func check(
    _ answer: Source, written text: String, by role: ExerciseCheck.Role
  ) -> ExerciseCheck? {
    let base = missingBase(in: answer)
    if runner.isInterrupted { return nil }
    guard let goals = base == nil ? results(of: answer) : [] else { return nil }
    return ExerciseCheck(
      name: exercise.name, answer: text, role: role, missingBase: base, goals: goals)
  }

  /// Checks an answer against the goals; returns `nil` if interrupted.
  private func results(of answer: Source) -> [Exercise.GoalResult]? {
    let seed = exercise.seed
    var measured: [Int: LastResult] = [:]
    var loaded: [String: LastResult] = [:]
    var results: [Exercise.GoalResult] = []
    defer { runner.endProgress() }
    for goal in exercise.goals {
      let result: LastResult
      if let load = goal.load {
        guard let known = loaded[load.text] ?? self.result(of: answer, under: load) else {
          results.append(.init(goal: goal, isMet: false, figures: "it has no load", gap: nil))
          continue
        }
        result = known
        loaded[load.text] = result
      } else if let calls = goal.calls {
        result =
          measured[calls]
          ?? .many(
            .independent(runner.trials(calls: calls, seed: seed).measure(answer)), of: answer)
        measured[calls] = result
      } else {
        result = .run(record(of: answer, call: goal.call))
      }
      if runner.isInterrupted { return nil }
      results.append(
        Exercise.GoalResult(
          goal: goal, isMet: goal.holds.holds(result.values()),
          figures: result.isEmpty
            ? "no call ended"
            : FigureText.text(
              result.figures(in: goal.condition), in: goal.condition, withIntervals: false),
          gap: gap(of: goal, result), isCut: result.isCut))
    }
    return results
  }

  /// Runs a load of an answer; returns `nil` if there is no such load.
  private func result(
    of answer: Source, under load: Exercise.LoadOfAnswer
  ) -> LastResult? {
    guard case .load(let load)? = load.function.item([.source(answer)]) else { return nil }
    let (sample, _) = runner.run(load, seed: exercise.seed)
    return LastResult(.load(sample), of: nil)
  }

  private func record(of source: Source, call: UInt64) -> RunRecord {
    let machine = runner.machine(
      source, CallOrigin(seed: exercise.seed), tellsProgress: false)
    return RunRecord(source: source, subject: "", trace: machine.trace(call: call), answers: nil)
  }

  /// Returns the operation of the exercise if an answer does not run it.
  private func missingBase(in answer: Source) -> String? {
    guard let base = exercise.base,
      !operations(of: base.source).isSubset(of: operations(of: answer))
    else { return nil }
    return base.name
  }

  /// The operations that the first call of a source attempts.
  private func operations(of source: Source) -> Set<String> {
    Set(
      record(of: source, call: 0).trace.events.compactMap { event in
        if case .attempt(let attempt) = event.kind { attempt.operation } else { nil }
      })
  }

  /// The distance of a figure from its bound, if the goal is a plain comparison.
  private func gap(of goal: Exercise.Goal, _ result: LastResult) -> String? {
    guard case .infix(.name(let name, _), let infix, _, let bound) = goal.condition,
      let figure = NamedFigure.all.first(where: { $0.name == name }),
      case .success(let wanted) = environment.value(of: Formatter().text(bound), as: figure.type),
      let found = result.values(of: [figure]).first,
      let text = Distance(found, from: wanted, figure.type)?.text
    else { return nil }
    return infix == .compare(.equal) ? "\(text) off" : "by \(text)"
  }
}

extension LastResult {
  /// Whether it is a load that a limit stopped.
  fileprivate var isCut: Bool {
    if case .many(let calls, _) = self { calls.sample?.isPartial ?? false } else { false }
  }
}
