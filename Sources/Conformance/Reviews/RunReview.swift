import Retry
import RetryNumerics
import Simulation

/// All calls of a client beside its plan, in the order of their events, since a budget is common to them.
struct RunReview {
  let plan: ClientPlan
  let tolerance: Tolerance
  private(set) var calls: [CallReview]
  private var budget: RetryBudget.State?

  private struct Event {
    let time: Nanoseconds
    let call: Int
    /// The round that ends; `nil` for the start of the call.
    let round: Int?
  }

  init(
    _ calls: [ObservedCall], _ plan: ClientPlan, _ tolerance: Tolerance, cut: Nanoseconds?
  ) {
    (self.plan, self.tolerance) = (plan, tolerance)
    self.calls = calls.map { CallReview($0, plan, tolerance, cut: cut) }
    budget = plan.strategy.budget.map { RetryBudget.State($0.settings) }
    for event in Self.events(calls) { take(event) }
  }

  private static func events(_ calls: [ObservedCall]) -> [Event] {
    let events = calls.enumerated().flatMap { place, call in
      [Event(time: call.start, call: place, round: nil)]
        + call.rounds.enumerated().map { Event(time: $1.finish, call: place, round: $0) }
    }
    return events.sorted { ($0.time, $0.call, $0.round ?? -1) < ($1.time, $1.call, $1.round ?? -1) }
  }

  private mutating func take(_ event: Event) {
    guard let round = event.round else {
      budget?.callStarted(at: event.time)
      return
    }
    let seen = calls[event.call].call.rounds[round].seen
    if seen != .open {
      budget?.attemptEnded(seen == .success ? .success : .failure, grant: nil)
    }
    var budget = budget
    calls[event.call].end(round) { fault in
      guard case .failure = budget?.grant(after: fault.retryCause, at: event.time) else {
        return true
      }
      return false
    }
    self.budget = budget
    if calls[event.call].call.rounds.count == round + 1 { self.budget?.callEnded() }
  }

  var readings: [Reading] { calls.flatMap(\.readings) }
  var delays: [ReadDelay] { calls.flatMap(\.delays) }
}
