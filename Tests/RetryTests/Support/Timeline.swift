import Retry
import RetryNumerics

/// The attempts of a call with their times and its end, identical for every driver.
struct Timeline: Hashable, Sendable {
  /// One attempt.
  struct Attempt: Hashable, Sendable {
    let start: Nanoseconds
    let end: Nanoseconds
    let outcome: Script.Outcome
  }

  /// How the call ended.
  enum Ending: Hashable, Sendable {
    case success
    case completed
    case failure(RequestError, RefusalReason)
    case cancelled(last: RequestError?)
  }

  var attempts: [Attempt] = []
  var end = Nanoseconds.zero
  var ending = Ending.success
}

extension Timeline.Ending {
  /// Creates the end that corresponds to a failure.
  init(_ failure: RetryFailure<RequestError>) {
    self =
      switch failure {
      case .failed(let error, let reason, _): .failure(error, reason)
      case .cancelled(let last, _): .cancelled(last: last)
      case .completedWithoutValue: .completed
      }
  }
}

extension Timeline: CustomStringConvertible {
  var description: String {
    let rows = attempts.map { "\($0.start.count)–\($0.end.count) \($0.outcome)" }
    return rows.joined(separator: ", ") + " | \(end.count) \(ending)"
  }
}

/// What a call meets: the outcome of each attempt, the last one repeated, and what a person says.
struct Script: Sendable, CustomStringConvertible {
  /// The result of an attempt.
  enum Outcome: Hashable, Sendable {
    case success
    case failure(RequestError)
  }

  /// One attempt: its duration and its result.
  struct Step: Sendable {
    let latency: Duration
    let outcome: Outcome
  }

  let description: String
  let steps: [Step]
  /// What a person answers in turn; after the last answer, no.
  var answers: [RetryAnswer] = []
  /// When the call is cancelled.
  var cancelled: Duration?

  /// Returns what an attempt meets, counted from one.
  func step(_ attempt: Int) -> Step {
    steps[min(attempt, steps.count) - 1]
  }

  /// Returns what a person says when asked for the time stated, counted from one.
  func answer(_ question: Int) -> RetryAnswer {
    question <= answers.count ? answers[question - 1] : .cancel
  }
}
