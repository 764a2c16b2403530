import RetryLanguage
import Simulation

/// Bounds the work for a student's answer, which could retry for ever.
///
/// Calls within the bounds have the same results as at the prompt.
struct AnswerBounds {
  /// The most events of all calls for a goal.
  private static let mostEvents = 20_000_000
  /// The most attempts of a load, per event that one call may have.
  private static let attemptsPerEvent = 20
  /// The number of calls that are tried before all are measured.
  private static let triedCalls = 32

  private let exercise: Exercise
  private let terminal: TerminalHooks
  private let settings: Settings
  /// Checks answers within the bounds.
  let checker: ExerciseChecker

  /// Creates the bounds for an exercise in the teacher's environment.
  init(_ exercise: Exercise, _ teacher: Environment, _ terminal: TerminalHooks) {
    var teacher = teacher
    teacher.settings.limits.attemptsPerEvent = Self.attemptsPerEvent
    (self.exercise, self.terminal, settings) = (exercise, terminal, teacher.settings)
    checker = ExerciseChecker(exercise, teacher, Runner(settings, terminal))
  }

  /// Returns why measuring an answer would take too long, if a few of its calls show it.
  func excess(of answer: Source) -> String? {
    guard let calls = exercise.goals.compactMap(\.calls).max() else { return nil }
    var limited = settings
    limited.limits.events = min(settings.limits.events, max(100, Self.mostEvents / calls))
    let machine = Runner(limited, terminal).machine(
      answer, CallOrigin(seed: exercise.seed), tellsProgress: false)
    var stopped = 0
    for call in 0..<UInt64(min(calls, Self.triedCalls)) {
      if case .stopped(.events) = machine.run(call: call).outcome { stopped += 1 }
    }
    guard stopped * 4 > min(calls, Self.triedCalls), limited.limits != settings.limits else {
      return nil
    }
    return
      "its calls have more than \(limited.limits.events) events each, too many for \(calls) calls"
  }
}
