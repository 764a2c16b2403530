import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

/// A task of a lesson: something to define, with goals.
struct Exercise {
  /// The name to define.
  let name: String
  /// The name of the operation to build it around, if any.
  let base: String?
  /// The goals.
  var goals: [Goal] = []
  /// The hints, the vaguest first.
  var hints: [String] = []
  /// The number of hints shown.
  var hintCount = 0

  /// A condition on the answer.
  struct Goal {
    /// The condition as written.
    let condition: Expression
    let holds: Function
    /// The number of calls to measure, or `nil` for one call.
    let calls: Int?
    /// The number of that call.
    let call: UInt64

    /// The condition with the calls that it applies to.
    var words: String {
      let many = calls.map { $0 == 1 ? "1 call" : "\($0) calls" }
      return "\(Formatter().text(condition))  (\(many ?? "call \(call)"))"
    }
  }

  /// The result of checking a goal.
  struct GoalResult {
    let goal: Goal
    let isMet: Bool
    /// The measured figures.
    let figures: String
    /// The distance from the goal, if known.
    let gap: String?

    /// The goal and the figures in one line.
    var words: String {
      let measured = figures.isEmpty ? "" : ": \(figures)"
      return (isMet ? "met     " : "missed  ") + goal.words + measured
        + (isMet ? "" : gap.map { ", \($0)" } ?? "")
    }
  }

  /// Returns the results, one per line.
  static func lines(_ answers: [GoalResult]) -> String {
    answers.map { "  " + $0.words }.joined(separator: "\n")
  }

  /// The task as text.
  var task: String {
    let around = base.map { ", built on '\($0)'," } ?? ""
    return
      (["your turn: define '\(name)'\(around) so that"] + goals.map { "  " + $0.words }
      + ["use 'check' to measure your answer, and 'hint' for help"]).joined(separator: "\n")
  }
}

/// A teacher's answer to an exercise, checked against the goals.
package struct ExerciseCheck: Sendable {
  /// The name to define.
  package let name: String
  /// The answer as written.
  package let answer: String
  /// Whether it should meet the goals.
  package let isRight: Bool
  /// Whether it meets all goals.
  package let isMet: Bool
  /// The result of each goal.
  let goals: [Exercise.GoalResult]
}
