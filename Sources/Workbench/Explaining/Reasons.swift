import Report
import Retry
package import RetryLanguage
package import RetryNumerics
package import Simulation
import VirtualTime

/// The reasons for the course of a call, decision by decision.
package struct Reasons: Sendable {
  /// A decision in a call.
  package struct Decision: Sendable {
    /// Its cause.
    package let cause: Cause
    /// Its time.
    package let at: Nanoseconds
    /// The last attempt before it.
    package var attempt: Attempt?
    /// The strategy that decided, if there are several.
    package var strategy: String?
    /// The rules that the strategy applied, and their results.
    package var questions: [(question: String, answer: String)] = []
    /// Descriptions of the decision.
    package var verdicts: [String] = []
  }

  /// The cause of a decision.
  package enum Cause: Sendable {
    /// An attempt failed.
    case failure(Fault)
    /// The deadline passed during a wait.
    case deadline
    /// An error was sent to a notifier.
    case notified(Fault)
    /// A cache answered.
    case cache(isFresh: Bool)
  }

  /// The result of the call with an alternative strategy.
  package struct Alternative: Sendable {
    /// The alternative strategy, as written.
    package let subject: String
    /// The result of the call.
    package let result: CallResult
  }

  /// The call.
  package let record: RunRecord
  /// The decisions, in order.
  package let decisions: [Decision]
  /// The results with alternative strategies.
  package let alternatives: [Alternative]

  /// Analyses a call.
  init(_ record: RunRecord, alternatives: [Alternative] = []) {
    self.record = record
    self.alternatives = alternatives
    var story = Story(strategies: StrategyNames(of: record.source))
    for event in record.trace.events { story.read(event) }
    decisions = story.decisions
  }
}

/// Extracts the decisions from the events of a call.
private struct Story {
  let strategies: StrategyNames
  var decisions: [Reasons.Decision] = []
  private var latest: Attempt?
  /// For each active strategy: its start, its failures, and its last wait.
  private var states: [String: State] = [:]
  /// What strategies with a memory have done since the last decision.
  private var notes: [String] = []
  /// When the last decision was made, until the next attempt.
  private var decided: Instant?

  private struct State {
    var began: Instant
    var failures = 0
    var previous: Nanoseconds?
  }

  init(strategies: StrategyNames) {
    self.strategies = strategies
  }

  mutating func read(_ event: TraceEvent) {
    switch event.kind {
    case .attempt(let attempt):
      (latest, decided) = (attempt, nil)
      for name in strategies.names where states[name] == nil {
        states[name] = State(began: event.at)
      }
    case .decision(let name, let fault, let decision): tell(name, fault, decision, event.at)
    case .overdue(let name, _):
      decisions.append(decision(.deadline, event.at, name))
      states[name] = nil
    case .notified(let fault):
      decisions.append(Reasons.Decision(cause: .notified(fault), at: event.at.sinceStart))
    case .resubscribed(let span):
      answer("the notifier sent a value after \(span.brief): retry")
    case .notifierEnded(.failed(let fault)):
      answer("the notifier failed with \(fault), so the sequence fails")
    case .notifierEnded: answer("the notifier completed, so the sequence completes")
    case .answered(let said): answer("the person says \(said.rawValue)")
    case .served(let kind):
      decisions.append(
        Reasons.Decision(cause: .cache(isFresh: kind == .fresh), at: event.at.sinceStart))
    // A budget speaks after the decision that it allows or refuses, a breaker before one.
    case .note(let text) where event.at == decided: answer(text)
    case .note(let text): notes.append(text)
    default: break
    }
  }

  private mutating func answer(_ text: String) {
    // A notifier or a person decides on the error first.
    guard let last = decisions.indices.last else { return }
    decisions[last].verdicts.append(text)
  }

  private func decision(
    _ cause: Reasons.Cause, _ at: Instant, _ strategy: String
  ) -> Reasons.Decision {
    Reasons.Decision(
      cause: cause, at: at.sinceStart, attempt: latest,
      strategy: strategies.names.count > 1 ? strategy : nil)
  }

  private mutating func tell(
    _ name: String, _ fault: Fault, _ decision: RetryDecision, _ at: Instant
  ) {
    var state = states[name, default: State(began: at)]
    state.failures += 1
    var told = self.decision(.failure(fault), at, name)
    if let strategy = strategies[name] {
      told.questions =
        Questions(
          strategy: strategy, fault: fault, decision: decision, failures: state.failures,
          elapsed: at.nanoseconds(since: state.began), previous: state.previous
        ).answers
    }
    told.verdicts = notes + [decision.words]
    (notes, decided) = ([], at)
    decisions.append(told)
    if case .retry(let delay, _) = decision {
      state.previous = delay.nanoseconds
      states[name] = state
    } else if case .ask = decision {
      states[name] = state
    } else {
      states[name] = nil
    }
  }
}

/// The rules that a strategy applied to a failure, in order.
private struct Questions {
  let strategy: RetryStrategy
  let fault: Fault
  let decision: RetryDecision
  let failures: Int
  let elapsed: Nanoseconds
  let previous: Nanoseconds?

  private var rules: RetryRules { strategy.policy.rules }

  var answers: [(question: String, answer: String)] {
    var answers = [("retryable?", kind)]
    if case .fail(.notRetryable) = decision { return answers }
    answers.append(("attempts left?", attempts))
    if case .fail(.attemptsExhausted) = decision { return answers }
    if case .complete = decision { return answers }
    if let deadline = rules.deadline {
      answers.append(("time left?", "\(elapsed.brief) of \(Nanoseconds(deadline)) used"))
    }
    if let question = rules.question {
      let isDue = decision == .ask
      answers.append(
        ("ask a person?", "\(isDue ? "yes" : "no"), starting with failure \(question.first)"))
    }
    if decision != .ask { answers.append(("delay", delay)) }
    return answers
  }

  private var kind: String {
    let filter = strategy.filter
    if let hit = filter.unless.first(where: { $0.matches(fault) }) { return "no, unless: \(hit)" }
    guard let on = filter.on else {
      return decision == .fail(.notRetryable)
        ? "no, refused by a strategy; only on: [.\(fault.kind)] retries it"
        : "yes, every error"
    }
    if let hit = on.first(where: { $0.matches(fault) }) { return "yes, on: \(hit)" }
    return "no, not in on: \(on.map(\.description).joined(separator: ", "))"
  }

  private var attempts: String {
    guard let limit = rules.attempts else { return "yes, no limit" }
    return failures < limit
      ? "yes, \(failures) of \(limit) used" : "no, all \(limit) used"
  }

  private var delay: String {
    guard
      let range = rules.backoff.after(fault.retryCause)
        .range(retry: failures - 1, previous: previous.map { $0...$0 })
    else { return "none: the back-off has ended" }
    let plan =
      range.lowerBound == range.upperBound
      ? "\(range.lowerBound.brief)"
      : "between \(range.lowerBound.brief) and \(range.upperBound.brief)"
    switch decision {
    case .retry(let delay, .hint):
      return "the error requests \(delay.nanoseconds.brief), instead of \(plan)"
    case .retry(let delay, .shortenedHint):
      return "the error requests more than \(delay.nanoseconds.brief), instead of \(plan)"
    case .retry(_, .backoffBeyondHint): return "\(plan), more than the error requests"
    case .retry(let delay, .clamped): return "\(plan), cut to \(delay.nanoseconds.brief)"
    case .retry(let delay, _) where range.lowerBound < range.upperBound:
      let share =
        Double((delay.nanoseconds - range.lowerBound).count)
        / Double((range.upperBound - range.lowerBound).count)
      return "\(plan); drew \(Description.share(.double(share))) of it: \(delay.nanoseconds.brief)"
    case .fail(.deadline): return "\(plan), too long for the deadline"
    default: return plan
    }
  }
}

extension RetryDecision {
  /// A description of the decision.
  fileprivate var words: String {
    switch self {
    case .retry(let delay, _) where delay.nanoseconds == .zero: "retry at once"
    case .retry(let delay, _): "retry after \(delay.nanoseconds.brief)"
    case .fail: "give up"
    case .complete: "complete without a value"
    case .ask: "ask a person"
    }
  }
}
