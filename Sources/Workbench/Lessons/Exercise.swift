import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

/// A task: a name to define, and goals for its value.
struct Exercise {
  /// The name to define.
  let name: String
  /// The operation that the answer must run, if any.
  let base: String?
  /// The goals that the answer must meet.
  var goals: [Goal] = []
  /// The hints, from vague to plain.
  var hints: [String] = []
  /// The number of hints shown so far.
  var hintCount = 0

  /// A condition on the answer.
  struct Goal {
    /// The condition as written.
    let condition: Expression
    let holds: Function
    /// The number of calls to measure, or `nil` for one call.
    let calls: Int?
    /// The number of the one call.
    let call: UInt64
    /// The load under which the answer is checked, instead of calls of its own.
    let load: LoadOfAnswer?

    /// The condition, and the calls that it checks.
    var words: String {
      if let load { return "\(Formatter().text(condition))  (under \(load.text))" }
      let many = calls.map { $0 == 1 ? "1 call" : "\($0) calls" }
      return "\(Formatter().text(condition))  (\(many ?? "call \(call)"))"
    }
  }

  /// A load for an answer.
  struct LoadOfAnswer {
    /// The function of the answer that returns the load.
    let function: Function
    /// The function as written.
    let text: String
  }

  /// The result of a goal.
  struct GoalResult {
    let goal: Goal
    let isMet: Bool
    /// The measured figures.
    let figures: String
    /// The distance of the figure from the goal.
    let gap: String?

    /// The goal and the figures in one line.
    var words: String {
      let measured = figures.isEmpty ? "" : ": \(figures)"
      return (isMet ? "met     " : "missed  ") + goal.words + measured
        + (isMet ? "" : gap.map { ", \($0)" } ?? "")
    }
  }

  /// Describes results, one per line.
  static func lines(_ answers: [GoalResult]) -> String {
    answers.map { "  " + $0.words }.joined(separator: "\n")
  }

  /// The task in words.
  var task: String {
    let around = base.map { ", built on '\($0)'," } ?? ""
    return
      (["your turn: define '\(name)'\(around) so that"] + goals.map { "  " + $0.words }
      + ["use 'check' to measure your answer, and 'hint' for help"]).joined(separator: "\n")
  }
}

/// An author's answer to an exercise, checked against the goals.
package struct ExerciseCheck: Sendable {
  /// The name to define.
  package let name: String
  /// The answer as written.
  package let answer: String
  /// Whether the answer should meet the goals.
  package let isRight: Bool
  /// Whether the answer meets all goals.
  package let isMet: Bool
  /// The result of each goal.
  let goals: [Exercise.GoalResult]
}
