import Measurement
import RetryLanguage
import RetryNumerics
import Simulation

/// A task: a name to define, and goals for its value.
struct Exercise {
  let name: String
  /// What the answer must be built on, if anything.
  let base: Base?
  /// The operations of the lesson, which an answer may run besides the one it is built on.
  let others: KnownOperations
  /// The seed under which answers are measured.
  var seed: UInt64
  /// What else decides on results, as it was when the exercise began.
  let settings: Settings
  /// The goals that the answer must meet.
  var goals: [Goal] = []
  /// The hints, from vague to plain.
  var hints: [String] = []
  /// The number of hints shown so far.
  var hintCount = 0
  /// The answers of the author, as written.
  var solutions: [String] = []
  /// The wrong answers of the author whose mistake has a name.
  var mistakes: [Mistake] = []
  /// Whether an answer of the student has met the goals.
  var isPassed = false

  /// What an answer must be built on, as it was when the exercise began.
  struct Base {
    let name: String
    let kind: Kind

    enum Kind {
      case operation(Source)
      /// A function of the lesson, such as one that takes the size of a queue.
      case function(text: String)
    }

    var operation: Source? { if case .operation(let source) = kind { source } else { nil } }
  }

  /// A wrong answer, and what those who give one like it should read.
  struct Mistake {
    let source: Source
    let reason: String
  }

  /// What an answer is tested for.
  struct Goal {
    let test: Test
    /// What the goal is about, if students read of it when they miss it.
    let secret: String?

    enum Test {
      case figures(Condition)
      /// The answer has a part that the text asks for.
      case uses(AnswerPart)
    }

    var condition: Condition? {
      if case .figures(let condition) = test { condition } else { nil }
    }

    /// The number of calls that it measures, if it does.
    var calls: Int? {
      if case .calls(let count)? = condition?.trial.extent { count } else { nil }
    }

    /// The goal in words.
    var phrase: String {
      switch test {
      case .figures(let condition): condition.phrase
      case .uses(let part): "it has \(part.phrase)"
      }
    }
  }

  /// A condition on the figures of an answer.
  struct Condition {
    let written: Expression
    let holds: Function
    let trial: Trial

    var phrase: String { "\(Formatter().text(written))  (\(trial.phrase))" }
  }

  /// How the figures of an answer are found.
  struct Trial {
    enum Extent {
      case call(UInt64)
      case calls(Int)
      case load(Named<Function>)
    }

    let extent: Extent
    /// The operation that takes the place of the base.
    let world: Named<Source>?

    /// The extent, and the world if it is not that of the lesson.
    var phrase: String {
      let words =
        switch extent {
        case .call(let number): "call \(number)"
        case .calls(let count): count == 1 ? "1 call" : "\(count) calls"
        case .load(let load): "under \(load.text)"
        }
      return world.map { "\(words), facing \($0.text)" } ?? words
    }
  }

  /// A value as written.
  struct Named<Value: Sendable>: Sendable {
    let value: Value
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
      let secret = isMet ? "" : goal.secret.map { "\n        \($0)" } ?? ""
      return (isMet ? "met     " : "missed  ") + goal.phrase + (measured.isEmpty ? "" : ": ")
        + measured + secret
    }

    /// The figures, and their distance from a goal that they miss.
    var measured: String {
      isMet ? figures : [figures, gap].compactMap(\.self).joined(separator: ", ")
    }
  }

  var task: String {
    let around = base.map { ", built on '\($0.name)'," } ?? ""
    return
      (["your turn: define '\(name)'\(around) so that"]
      + goals.filter { $0.secret == nil }.map { "  " + $0.phrase }
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

  /// Why the goals of an answer are not measured.
  enum Refusal {
    /// It is not built on what the exercise gives.
    case foreign(String)
    /// It would take too long.
    case endless(String)

    var phrase: String {
      switch self {
      case .foreign(let phrase), .endless(let phrase): phrase
      }
    }
  }

  let name: String
  /// The answer as written.
  let answer: String
  let role: Role
  /// The seed under which it is measured, if that is not the one of the exercise.
  var otherSeed: UInt64? = nil
  /// Why the goals are not measured, if so.
  let refusal: Refusal?
  /// The share of calls whose success is no answer of that operation, and counts as a failure.
  let hidden: Double
  let goals: [Exercise.GoalResult]
  /// What the author says of answers that behave like this one.
  let advice: String?

  /// Whether the answer should meet the goals.
  var isRight: Bool { role != .wrong }
  /// Whether the answer meets all goals.
  var isMet: Bool { refusal == nil && goals.allSatisfy(\.isMet) }

  /// The results, one per line; students do not see a secret goal that they meet.
  var lines: [String] {
    let shown = goals.filter { role != .student || !$0.isMet || $0.goal.secret == nil }
    return refusal.map { ["it \($0.phrase)"] } ?? shown.map(\.phrase)
  }
}
