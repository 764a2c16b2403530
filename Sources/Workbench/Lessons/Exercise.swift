import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

/// Something that a person is to build, and what it must do.
struct Exercise {
  /// The name to define.
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
    /// The number of calls to measure, or `nil` for one call.
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
  struct GoalResult {
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
  static func lines(_ answers: [GoalResult]) -> String {
    answers.map { "  " + $0.words }.joined(separator: "\n")
  }

  /// What there is to do, in words.
  var task: String {
    let around = base.map { ", built on '\($0)'," } ?? ""
    return
      (["your turn: define '\(name)'\(around) so that"] + goals.map { "  " + $0.words }
      + ["use 'check' to measure your answer, and 'hint' for help"]).joined(separator: "\n")
  }
}

/// An answer to an exercise that its teacher gave, held against the goals.
package struct ExerciseCheck: Sendable {
  /// The name to define.
  package let name: String
  /// The answer, as it was written.
  package let answer: String
  /// Whether it is meant to be right.
  package let isRight: Bool
  /// Whether it meets all goals.
  package let isMet: Bool
  /// What became of each goal.
  let goals: [Exercise.GoalResult]
}
