import Retry
import RetryNumerics
import Simulation

extension CallReview {
  /// Reads the delay between a failure and the next attempt.
  mutating func readDelay(
    from round: ObservedCall.Round, to next: ObservedCall.Round, _ planned: PlannedRetry
  ) {
    guard let range = planned.range else { return }
    let subject: Subject = planned.followsHint ? .retryAfter : .gaps
    let delay = next.start - round.finish
    if max(round.lateness, next.lateness) > tolerance.late {
      return note(subject, next, .unknown("the server itself was late"))
    }
    note(subject, next, finding(delay, range, before: number(of: next)))
    let read = ReadDelay(
      call: call.number, failure: round.finish, delay: delay, planned, range, tolerance)
    add(read, logarithm: Self.logarithm(of: delay, planned, tolerance))
  }

  private func finding(
    _ delay: Nanoseconds, _ range: ClosedRange<Nanoseconds>, before attempt: Int
  ) -> Reading.Finding {
    // What is clamped is measured on the client's clock, which began a little earlier.
    let early = plan.strategy.policy.rules.deadlineRule == .clamp ? tolerance.late : tolerance.early
    let excess = delay - range.upperBound
    if delay >= range.lowerBound - early, excess <= tolerance.late { return .asPlanned }
    if excess > tolerance.late, excess <= tolerance.rarely { return .late(excess) }
    let words =
      range.lowerBound == range.upperBound
      ? range.lowerBound.brief : "\(range.lowerBound.brief) to \(range.upperBound.brief)"
    return .otherwise("attempt \(attempt) came after \(delay.brief), planned \(words)")
  }

  /// The logarithm of how dense the planned delays lie there.
  private static func logarithm(
    of delay: Nanoseconds, _ planned: PlannedRetry, _ tolerance: Tolerance
  ) -> Double {
    let width = tolerance.early + tolerance.usual
    let near =
      planned.rank(of: delay + tolerance.early + Nanoseconds(1))
      - planned.rank(of: delay - tolerance.usual)
    // What no draw comes near to counts as a thousandth of a draw.
    let share = max(Double(near), 0.001) / Double(planned.choices.count)
    return Elementary.logarithm(share / Double(width.count) * 1e9)
  }

  /// Reads how long a client waited for each answer.
  mutating func readTimes(of round: ObservedCall.Round, isLast: Bool) {
    for attempt in round.attempts where attempt.end != .stopped {
      guard let finding = finding(attempt, in: round, isLast: isLast) else { continue }
      note(.timeouts, ObservedCall.Round(attempt), finding)
    }
  }

  private func finding(
    _ attempt: ObservedAttempt, in round: ObservedCall.Round, isLast: Bool
  ) -> Reading.Finding? {
    let limit = plan.attemptTimeout
    let duration = attempt.duration
    guard attempt.end == .left else {
      guard let limit else { return nil }
      guard duration > limit + tolerance.late + attempt.lateness else { return .asPlanned }
      return .otherwise(
        "attempt \(attempt.number) was waited for \(duration.brief), planned \(limit.brief)")
    }
    // What is left because another attempt has won, or because the call is over, is as planned.
    if round.attempts.count > 1, round.seen == .success { return nil }
    if isLast, let total = plan.callTimeout, isNear(attempt.finish - call.start, total) {
      return .asPlanned
    }
    guard let limit else {
      if let cut, attempt.finish + tolerance.rarely >= cut {
        return .unknown("the run ended while attempt \(attempt.number) was answered")
      }
      return .otherwise(
        "attempt \(attempt.number) was left after \(duration.brief), and the plan has no timeout")
    }
    if isNear(duration, limit) { return .asPlanned }
    return .otherwise(
      "attempt \(attempt.number) was left after \(duration.brief), planned \(limit.brief)")
  }

  private func isNear(_ time: Nanoseconds, _ planned: Nanoseconds) -> Bool {
    time >= planned - tolerance.late && time <= planned + tolerance.rarely
  }

  /// Reads the attempts that run beside each other.
  mutating func readHedges(of round: ObservedCall.Round) {
    guard let hedge = plan.hedge else {
      guard round.attempts.count > 1 else { return }
      return note(
        .hedges, ObservedCall.Round(round.attempts[1]),
        .otherwise(
          "attempt \(round.attempts[1].number) began while another ran, and the plan has no hedge"))
    }
    for (before, attempt) in zip(round.attempts, round.attempts.dropFirst()) {
      note(.hedges, ObservedCall.Round(attempt), finding(hedge, before, attempt))
    }
    if round.attempts.count > hedge.hedges + 1 {
      note(
        .hedges, round,
        .otherwise(
          "\(round.attempts.count) attempts ran beside each other, planned \(hedge.hedges + 1)"))
    }
    if let delay = hedge.delay.map({ Nanoseconds($0) }), hedge.percentile == nil,
      hedge.hedges > 0, round.attempts.count == 1,
      round.finish - round.start > delay + tolerance.rarely
    {
      note(
        .hedges, round,
        .otherwise(
          "no attempt began beside attempt \(number(of: round)), planned after \(delay.brief)"))
    }
  }

  private func finding(
    _ hedge: Hedge, _ before: ObservedAttempt, _ attempt: ObservedAttempt
  ) -> Reading.Finding {
    guard hedge.percentile == nil, let delay = hedge.delay.map({ Nanoseconds($0) }) else {
      return .unknown("the delay of the hedge depends on latencies that the client measured")
    }
    let gap = attempt.arrival - before.arrival
    if gap >= delay - tolerance.early, gap <= delay + tolerance.rarely { return .asPlanned }
    return .otherwise(
      "attempt \(attempt.number) began \(gap.brief) after the one before, planned \(delay.brief)")
  }
}
