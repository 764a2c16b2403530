import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

/// Something that a person is to build, and what it must do.
struct Exercise {
  /// The name that is to be defined.
  let name: String
  /// The name of the operation that it must be built around, if any.
  let base: String?
  /// What is asked of it.
  var goals: [Goal] = []
  /// What helps, from the vague to the plain.
  var hints: [String] = []
  /// The number of hints that were given.
  var hintCount = 0

  /// A condition on what was built.
  struct Goal {
    /// The condition as it is written.
    let condition: Expression
    let holds: Function
    /// The number of calls that are measured; nothing where one call is looked at.
    let calls: Int?
    /// The number of that one call.
    let call: UInt64

    /// The condition, and what it is asked about.
    var words: String {
      let many = calls.map { $0 == 1 ? "1 call" : "\($0) calls" }
      return "\(Formatter().text(condition))  (\(many ?? "call \(call)"))"
    }
  }

  /// What became of a goal.
  struct Answer {
    let goal: Goal
    let isMet: Bool
    /// The figures that were measured.
    let figures: String
    /// How far the figure is from what is asked.
    let gap: String?

    /// The goal and the figures, in a line.
    var words: String {
      let measured = figures.isEmpty ? "" : ": \(figures)"
      return (isMet ? "met     " : "missed  ") + goal.words + measured
        + (isMet ? "" : gap.map { ", \($0)" } ?? "")
    }
  }

  /// What became of goals, one a line.
  static func lines(_ answers: [Answer]) -> String {
    answers.map { "  " + $0.words }.joined(separator: "\n")
  }

  /// What there is to do, in words.
  var task: String {
    let around = base.map { ", built on '\($0)'," } ?? ""
    return
      (["your turn: define '\(name)'\(around) so that"] + goals.map { "  " + $0.words }
      + ["'check' tells how near you are, 'hint' helps"]).joined(separator: "\n")
  }
}

extension Session {
  /// Holds something against the goals of an exercise; nothing where it was stopped.
  func answers(of source: Source, to exercise: Exercise) -> [Exercise.Answer]? {
    var measured: [Int: LastResult] = [:]
    var answers: [Exercise.Answer] = []
    defer { endProgress() }
    for goal in exercise.goals {
      let result: LastResult
      if let calls = goal.calls {
        result =
          measured[calls]
          ?? .stats(trials(calls: calls, seed: settings.seed).measure(source), of: source)
        measured[calls] = result
      } else {
        result = .run(record(of: source, call: goal.call))
      }
      if isInterrupted { return nil }
      answers.append(
        Exercise.Answer(
          goal: goal, isMet: goal.holds.holds(result.values(.measured)),
          figures: result.isEmpty
            ? "no call has ended that counts"
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
    guard case .infix(.name(let figure, _), let infix, _, let bound) = goal.condition,
      let index = LastResult.figures.firstIndex(where: { $0.name == figure }),
      case .success(let wanted) = value(
        of: Formatter().text(bound), as: LastResult.figures[index].type)
    else { return nil }
    let type = LastResult.figures[index].type
    guard let text = Distance(result.values(.measured)[index], from: wanted, type)?.text else {
      return nil
    }
    return infix == .compare(.equal) ? "\(text) off" : "by \(text)"
  }
}

/// An answer to an exercise that its teacher gave, held against the goals.
package struct ExerciseCheck: Sendable {
  /// The name that is to be defined.
  package let name: String
  /// The answer, as it was written.
  package let answer: String
  /// Whether it is meant to be right.
  package let isRight: Bool
  /// Whether it meets all goals.
  package let isMet: Bool
  /// What became of each goal.
  let goals: [Exercise.Answer]
}
