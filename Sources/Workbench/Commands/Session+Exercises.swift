import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

extension Session {
  /// Checks a source against the goals of an exercise; returns `nil` if interrupted.
  func answers(of source: Source, to exercise: Exercise) -> [Exercise.GoalResult]? {
    var measured: [Int: LastResult] = [:]
    var answers: [Exercise.GoalResult] = []
    defer { endProgress() }
    for goal in exercise.goals {
      let result: LastResult
      if let calls = goal.calls {
        result =
          measured[calls]
          ?? .many(
            .independent(trials(calls: calls, seed: settings.seed).measure(source)), of: source)
        measured[calls] = result
      } else {
        result = .run(record(of: source, call: goal.call))
      }
      if isInterrupted { return nil }
      answers.append(
        Exercise.GoalResult(
          goal: goal, isMet: goal.holds.holds(result.values()),
          figures: result.isEmpty
            ? "no call ended"
            : FigureWords.text(
              result.figures(in: goal.condition), in: goal.condition, withIntervals: false),
          gap: gap(of: goal, result)))
    }
    return answers
  }

  private func record(of source: Source, call: UInt64) -> RunRecord {
    let trace = machine(source, seed: settings.seed, tellsProgress: false).trace(call: call)
    return RunRecord(source: source, subject: "", trace: trace, answers: nil)
  }

  /// Returns the operation that an exercise is about, where something does not run it.
  func missingBase(of exercise: Exercise, in source: Source) -> String? {
    guard let name = exercise.base, let base = definitions[name]?.item.source,
      !operations(of: base).isSubset(of: operations(of: source))
    else { return nil }
    return name
  }

  /// The operations that a call of something comes to.
  private func operations(of source: Source) -> Set<String> {
    Set(
      record(of: source, call: 0).trace.events.compactMap { event in
        if case .attempt(let attempt) = event.kind { attempt.operation } else { nil }
      })
  }

  /// How far a figure is from its bound, where the goal is a plain comparison.
  private func gap(of goal: Exercise.Goal, _ result: LastResult) -> String? {
    guard case .infix(.name(let name, _), let infix, _, let bound) = goal.condition,
      let figure = NamedFigure.all.first(where: { $0.name == name }),
      case .success(let wanted) = value(of: Formatter().text(bound), as: figure.type),
      let found = result.values(of: [figure]).first,
      let text = Distance(found, from: wanted, figure.type)?.text
    else { return nil }
    return infix == .compare(.equal) ? "\(text) off" : "by \(text)"
  }
}
