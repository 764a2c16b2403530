import Report
import Retry
package import RetryLanguage
package import RetryNumerics
package import Simulation
import TextLayout
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
    case cache(isFresh: Bool)
  }

  /// The call with an alternative strategy.
  package struct Alternative: Sendable {
    package let record: RunRecord

    /// The alternative strategy, as written.
    package var subject: String { record.subject }
    package var result: CallResult { record.trace.result }
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
    var story = DecisionLog(strategies: StrategyNames(of: record.source))
    for event in record.trace.events { story.read(event) }
    decisions = story.decisions
  }
}

/// Extracts the decisions from the events of a call.
private struct DecisionLog {
  let strategies: StrategyNames
  var decisions: [Reasons.Decision] = []
  private var latest: Attempt?
  /// What strategies with a memory have done since the last decision.
  private var notes: [String] = []
  /// When the last decision was made, until the next attempt.
  private var decided: Instant?

  init(strategies: StrategyNames) {
    self.strategies = strategies
  }

  mutating func read(_ event: TraceEvent) {
    switch event.kind {
    case .attempt(let attempt): (latest, decided) = (attempt, nil)
    case .decision(let made): add(made, event.at)
    case .overdue(let name, _): decisions.append(decision(.deadline, event.at, name))
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

  private mutating func add(_ made: Deliberation, _ at: Instant) {
    var next = decision(.failure(made.fault), at, made.strategy)
    next.questions = Answers(made, by: strategies[made.strategy]).all
    next.verdicts = notes + [made.decision.phrase]
    (notes, decided) = ([], at)
    decisions.append(next)
  }
}

/// The checks of a decision in words.
private struct Answers {
  private let made: Deliberation
  /// The strategy, unless a closure created it.
  private let strategy: RetryStrategy?

  init(_ made: Deliberation, by strategy: RetryStrategy?) {
    (self.made, self.strategy) = (made, strategy)
  }

  var all: [(question: String, answer: String)] { made.checks.map(answer) }

  private func answer(to check: RetryCheck) -> (question: String, answer: String) {
    switch check.subject {
    case .error: ("retryable?", isRetryable(!check.endsCall))
    case .request(let time, _) where time < .zero:
      ("delay allowed?", "no, the error forbids a retry")
    case .request(let time, let longest):
      ("delay allowed?", "no, the error requests \(time), more than \(longest ?? .never)")
    case .kind(let used, let limit):
      (
        "for this error?",
        "\(check.endsCall ? "no" : "yes"), \(used) of \(limit.counting("retry")) used"
      )
    case .attempts(_, nil): ("attempts left?", "yes, no limit")
    case .attempts(let used, let limit?) where used < limit:
      ("attempts left?", "yes, \(used) of \(limit) used")
    case .attempts(_, let limit?):
      ("attempts left?", check.endsCall ? "no, all \(limit) used" : "yes, until the deadline")
    case .time(let used, let limit):
      ("time left?", "\(check.endsCall ? "no, " : "")\(used.brief) of \(limit) used")
    case .person(let isAsked, let first):
      ("ask a person?", "\(isAsked ? "yes" : "no"), starting with failure \(first)")
    case .delays: ("delay", "none: the back-off has ended")
    case .delay(let delay):
      ("delay", phrase(for: delay) + (check.endsCall ? ", too long for the deadline" : ""))
    }
  }

  private func isRetryable(_ isRetried: Bool) -> String {
    guard let filter = strategy?.filter else { return isRetried ? "yes" : "no" }
    if let hit = filter.unless.first(where: { $0.matches(made.fault) }) {
      return "no, unless: \(hit)"
    }
    guard let on = filter.on else {
      let unless = filter.unless.map(\.description).joined(separator: ", ")
      return isRetried
        ? unless.isEmpty ? "yes, every error" : "yes, not in unless: \(unless)"
        : "no, refused by a strategy; only on: [.\(made.fault.kind)] retries it"
    }
    if let hit = on.first(where: { $0.matches(made.fault) }) { return "yes, on: \(hit)" }
    return "no, not in on: \(on.map(\.description).joined(separator: ", "))"
  }

  private func phrase(for delay: RetryCheck.Delay) -> String {
    let range = strategy?.policy.rules.backoff.after(made.fault.retryCause)
      .range(retry: delay.retry, previous: delay.before)
    let plan = range.map(\.phrase) ?? delay.planned.brief
    switch delay.cause {
    case .hint: return "the error requests \(delay.delay.brief), instead of \(plan)"
    case .shortenedHint:
      return "the error requests more than \(delay.delay.brief), instead of \(plan)"
    case .backoffBeyondHint: return "\(plan), more than the error requests"
    case .backoff, .clamped: break
    }
    if case .retry(let left, .clamped) = made.decision {
      return "\(plan), cut to \(left.nanoseconds.brief)"
    }
    guard let range, range.lowerBound < range.upperBound else { return plan }
    let share =
      Double((delay.planned - range.lowerBound).count)
      / Double((range.upperBound - range.lowerBound).count)
    return "\(plan); drew \(Description.share(.double(share))) of it: \(delay.planned.brief)"
  }
}

extension ClosedRange<Nanoseconds> {
  /// The range, or the time that is both of its ends.
  fileprivate var phrase: String {
    lowerBound == upperBound
      ? lowerBound.brief : "between \(lowerBound.brief) and \(upperBound.brief)"
  }
}

extension RetryDecision {
  fileprivate var phrase: String {
    switch self {
    case .retry(let delay, _) where delay.nanoseconds == .zero: "retry at once"
    case .retry(let delay, _): "retry after \(delay.nanoseconds.brief)"
    case .fail: "give up"
    case .complete: "complete without a value"
    case .ask: "ask a person"
    }
  }
}
