import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

/// A task: a name to define, and goals for its value.
struct Exercise {
  let name: String
  /// The operation that the answer must run, if any.
  let base: Base?
  /// The seed under which answers are measured.
  let seed: UInt64
  /// The goals that the answer must meet.
  var goals: [Goal] = []
  /// The hints, from vague to plain.
  var hints: [String] = []
  /// The number of hints shown so far.
  var hintCount = 0
  /// The answers of the author, as written.
  var solutions: [String] = []
  /// Whether an answer of the student has met the goals.
  var isPassed = false

  /// The operation that an answer must run, as it was when the exercise began.
  struct Base {
    let name: String
    let source: Source
  }

  /// A condition on the answer.
  struct Goal {
    /// The condition as written.
    let condition: Expression
    let holds: Function
    /// The number of calls to measure, or `nil` for one call.
    let calls: Int?
    let call: UInt64
    /// The load under which the answer is checked, instead of calls of its own.
    let load: LoadOfAnswer?

    /// The condition, and the calls that it checks.
    var phrase: String {
      if let load { return "\(Formatter().text(condition))  (under \(load.text))" }
      let many = calls.map { $0 == 1 ? "1 call" : "\($0) calls" }
      return "\(Formatter().text(condition))  (\(many ?? "call \(call)"))"
    }
  }

  /// A load for an answer.
  struct LoadOfAnswer {
    let function: Function
    /// The function as written.
    let text: String
  }

  /// The result of a goal.
  struct GoalResult {
    let goal: Goal
    let isMet: Bool
    let figures: String
    /// The distance of the figure from the goal.
    let gap: String?
    /// Whether a limit stopped the load that was measured.
    var isCut = false

    /// The goal and the figures in one line.
    var phrase: String {
      let measured = measured
      return (isMet ? "met     " : "missed  ") + goal.phrase + (measured.isEmpty ? "" : ": ")
        + measured
    }

    /// The figures, and their distance from a goal that they miss.
    var measured: String {
      isMet ? figures : [figures, gap].compactMap(\.self).joined(separator: ", ")
    }
  }

  var task: String {
    let around = base.map { ", built on '\($0.name)'," } ?? ""
    return
      (["your turn: define '\(name)'\(around) so that"] + goals.map { "  " + $0.phrase }
      + ["use 'check' to measure your answer, and 'hint' for help"]).joined(separator: "\n")
  }
}

/// An answer to an exercise, checked against the goals.
package struct ExerciseCheck: Sendable {
  /// Who wrote the answer.
  enum Role {
    /// The author, as one that meets the goals.
    case solution
    /// The author, as one that misses a goal.
    case wrong
    case student
  }

  let name: String
  /// The answer as written.
  let answer: String
  let role: Role
  /// The operation that the answer should run and does not; its goals are then not measured.
  let missingBase: String?
  let goals: [Exercise.GoalResult]

  /// Whether the answer should meet the goals.
  var isRight: Bool { role != .wrong }
  /// Whether the answer meets all goals.
  var isMet: Bool { missingBase == nil && goals.allSatisfy(\.isMet) }

  /// The results, one per line.
  var lines: [String] { missingBase.map { ["it does not run '\($0)'"] } ?? goals.map(\.phrase) }
}
