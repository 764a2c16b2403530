import Retry
import RetryNumerics
import Simulation

extension CallReview {
  /// Reads that a client made no attempt after a failure.
  mutating func readEnd(
    after fault: Fault, _ round: ObservedCall.Round, _ planned: PlannedRetry, _ isGranted: Bool
  ) {
    if planned.mayEnd || !isGranted { return note(.attempts, round, .asPlanned) }
    let elapsed = round.finish - call.start
    if let limit = plan.callTimeout, elapsed + longestDelay(planned) + tolerance.late >= limit {
      return note(.deadline, round, .asPlanned)
    }
    if let last = planned.choices.last,
      isRefusedLater(elapsed + last.delay + tolerance.late, last.state)
    {
      return note(.attempts, round, .asPlanned)
    }
    if let cut, round.finish + longestDelay(planned) + tolerance.rarely >= cut {
      return note(.attempts, round, .unknown("the run ended before its next attempt was due"))
    }
    let others = plan.unjudged.joined(separator: ", ")
    if !others.isEmpty {
      return note(.attempts, round, .unknown("it may have been ended by: \(others)"))
    }
    let most = plan.mostAttempts.map { "up to \($0)" } ?? "more"
    note(
      .attempts, round,
      .otherwise(
        "no attempt followed attempt \(number(of: round)), \(fault); the plan makes \(most)"))
  }

  private func longestDelay(_ planned: PlannedRetry) -> Nanoseconds {
    planned.range?.upperBound ?? .zero
  }

  /// Whether the policy finds that it is too late for an attempt once the delay is over.
  private func isRefusedLater(_ elapsed: Nanoseconds, _ state: RetryState) -> Bool {
    plan.strategy.policy.mayStart(elapsed: elapsed.duration, state: state) != nil
  }

  /// Reads an attempt that the plan does not make.
  mutating func readExcess(
    after fault: Fault, _ round: ObservedCall.Round, _ next: ObservedCall.Round,
    _ reason: RefusalReason?
  ) {
    let subject: Subject =
      switch reason {
      case .notRetryable, .forbidden: .errors
      case .hintTooLong: .retryAfter
      case .deadline: .deadline
      default: .attempts
      }
    let gap = next.start - round.finish
    let isAtOnce = gap < tolerance.usual && fault.endsConnection
    let guess =
      isAtOnce
      ? "; it came at once, as when an HTTP client sends again by itself on a connection that it kept"
      : ""
    let why = reason.map { "\($0)" } ?? "the plan ends there"
    note(
      subject, next,
      .otherwise("attempt \(number(of: next)) follows \(fault), but \(why)\(guess)"))
  }

  /// Reads whether an attempt begins in time.
  mutating func readDeadline(of next: ObservedCall.Round) {
    let elapsed = next.start - call.start
    if let limit = plan.callTimeout, elapsed > limit + tolerance.late {
      let words = "began \(elapsed.brief) after the first, and the call may last \(limit.brief)"
      return note(.deadline, next, .otherwise("attempt \(number(of: next)) \(words)"))
    }
    guard plan.callTimeout != nil || plan.strategy.policy.rules.deadline != nil else { return }
    note(.deadline, next, .asPlanned)
  }
}

extension Fault {
  /// Whether it ends the connection instead of being told on it.
  fileprivate var endsConnection: Bool {
    ["reset", "network", "connection", "crashed", "closed", "eof", "offline"].contains(kind)
  }
}
