import Retry
import RetryNumerics
import Simulation

/// Follows a call of a client beside its plan, round by round, and notes what is as planned.
struct CallReview {
  let call: ObservedCall
  let plan: ClientPlan
  let tolerance: Tolerance
  /// When nothing was observed any more, if calls may have gone on after that.
  let cut: Nanoseconds?
  private(set) var readings: [Reading] = []
  private(set) var delays: [ReadDelay] = []
  /// When each failure was told, and the delays that the plan has after it, if it has any.
  private(set) var failures: [(time: Nanoseconds, delays: ClosedRange<Nanoseconds>?)] = []
  /// How well the delays agree with the plan, as a sum of logarithms.
  private(set) var likelihood = 0.0
  private var state = RetryState()
  private var isOver = false

  init(_ call: ObservedCall, _ plan: ClientPlan, _ tolerance: Tolerance, cut: Nanoseconds?) {
    (self.call, self.plan, self.tolerance, self.cut) = (call, plan, tolerance, cut)
  }

  /// Goes on with the end of a round; a budget says whether it grants a retry.
  mutating func end(_ index: Int, grant: (Fault) -> Bool) {
    guard !isOver else { return }
    let round = call.rounds[index]
    let next = call.rounds.indices.contains(index + 1) ? call.rounds[index + 1] : nil
    readTimes(of: round, isLast: next == nil)
    readHedges(of: round)
    state.start(at: (round.start - call.start).duration)
    switch round.seen {
    case .open: isOver = true
    case .success:
      isOver = true
      guard let next else { return note(.attempts, round, .asPlanned) }
      note(
        .attempts, next,
        .otherwise("attempt \(number(of: next)) came after a success, which ends the call"))
    case .failure(let fault): fail(fault, round, next, grant)
    }
  }

  private mutating func fail(
    _ fault: Fault, _ round: ObservedCall.Round, _ next: ObservedCall.Round?,
    _ grant: (Fault) -> Bool
  ) {
    let elapsed = round.finish - call.start
    let planned = PlannedRetry(
      plan.strategy, after: fault.asSeen(seconds: tolerance.second),
      elapsed: Self.bounds(elapsed, tolerance, plan), state)
    failures.append((round.finish, planned.range))
    let isGranted = planned.mayRetry && grant(fault)
    guard plan.hedge == nil else {
      isOver = true
      return note(.attempts, round, .unknown("a hedge also starts attempts after failures"))
    }
    guard let next else {
      isOver = true
      return readEnd(after: fault, round, planned, isGranted)
    }
    guard planned.mayRetry else {
      isOver = true
      return readExcess(after: fault, round, next, planned.refusals.first)
    }
    note(
      .budget, next,
      isGranted ? .asPlanned : .otherwise("attempt \(number(of: next)) exceeds the budget"))
    note(.errors, next, .asPlanned)
    readDelay(from: round, to: next, planned)
    readDeadline(of: next)
    state = planned.state(after: next.start - round.finish) ?? state
  }

  /// The times at which the client may have seen a failure; without a deadline, they do not matter.
  private static func bounds(
    _ elapsed: Nanoseconds, _ tolerance: Tolerance, _ plan: ClientPlan
  ) -> [Nanoseconds] {
    plan.strategy.policy.rules.deadline == nil ? [elapsed] : [elapsed, elapsed + tolerance.late]
  }

  /// Whether anything is not as planned.
  var isOtherwise: Bool {
    readings.contains { reading in
      if case .otherwise = reading.finding { true } else { false }
    }
  }

  mutating func note(
    _ subject: Subject, _ round: ObservedCall.Round, _ finding: Reading.Finding
  ) {
    // A plan without a budget is not judged by it.
    if subject == .budget, plan.strategy.budget == nil { return }
    readings.append(
      Reading(
        subject: subject, call: call.number, attempt: number(of: round), finding: finding))
  }

  func number(of round: ObservedCall.Round) -> Int { round.attempts.first?.number ?? 0 }

  mutating func add(_ delay: ReadDelay, logarithm: Double) {
    delays.append(delay)
    likelihood += logarithm
  }
}

extension Fault {
  /// What a client may take it for: a request for a delay is sent in whole seconds, and exactly besides.
  fileprivate func asSeen(seconds: Nanoseconds) -> [Fault] {
    guard let span = retryAfter else { return [self] }
    let rest = span.count % seconds.count
    guard rest > 0 else { return [self] }
    return [self, Fault(kind, payload, retryAfter: span + Nanoseconds(seconds.count - rest))]
  }
}
