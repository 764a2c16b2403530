import Report
import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// Tells why a call went as it did, decision by decision.
struct Why {
  private let record: RunRecord
  private let strategies: StrategyNames
  /// The most decisions that are told.
  private static let mostDecisions = 40

  /// Looks at a call that was run.
  init(_ record: RunRecord) {
    self.record = record
    strategies = StrategyNames(of: record.source)
  }

  /// The whole story.
  var lines: [String] {
    let result = record.trace.result
    var story = Story(strategies: strategies)
    for event in record.trace.events { story.read(event) }
    let told = story.decisions.prefix(Self.mostDecisions).flatMap(\.self)
    let left = story.decisions.count - Self.mostDecisions
    let rest = left > 0 ? ["… and \(left) more decisions"] : []
    let nothing = story.decisions.isEmpty ? ["nothing had to be decided"] : []
    return ["call \(result.call), seed \(record.trace.seed)"] + told + rest + nothing
      + ["so it ended: \(Self.ending(result))"]
  }

  /// How a call ended, in words.
  static func ending(_ result: CallResult) -> String {
    let outcome =
      switch result.outcome {
      case .success: "success in \(result.duration.brief)"
      case .failure(let fault): "failed in \(result.duration.brief): \(fault)"
      case .completed: "completed without a value in \(result.duration.brief)"
      case .cancelled: "cancelled at \(result.duration.brief)"
      case .stopped: "stopped at \(result.duration.brief)"
      case .hung: "hangs from \(result.duration.brief) on"
      }
    let attempts = result.tally.attempts
    return "\(outcome) · \(attempts) attempt\(attempts == 1 ? "" : "s")"
  }
}

/// Reads the events of a call and tells the decisions among them.
private struct Story {
  let strategies: StrategyNames
  var decisions: [[String]] = []
  private var latest: Attempt?
  /// For each strategy that is at work: when it began, its failures, and the wait it chose last.
  private var states: [String: State] = [:]

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
      latest = attempt
      for name in strategies.names where states[name] == nil {
        states[name] = State(began: event.at)
      }
    case .decision(let name, let fault, let decision): tell(name, fault, decision, event.at)
    case .overdue(let name, _):
      decisions.append([head(event.at, name), "  the deadline passed during the wait: it gives up"])
      states[name] = nil
    case .notified(let fault):
      decisions.append([
        "at \(event.at.sinceStart.brief), after \(fault): the error is sent to the notifier"
      ])
    case .resubscribed(let span):
      answer("the notifier sent a value after \(span.brief): subscribe again")
    case .notifierEnded(.failed(let fault)):
      answer("the notifier failed with \(fault), so the sequence fails")
    case .notifierEnded: answer("the notifier completed, so the sequence completes")
    case .answered(let said): answer("the person says \(said.rawValue)")
    case .served(let kind):
      decisions.append([
        "at \(event.at.sinceStart.brief): the cache answers with \(kind == .fresh ? "a fresh" : "an old") entry"
      ])
    default: break
    }
  }

  private mutating func answer(_ text: String) {
    guard let last = decisions.indices.last else { return decisions.append([text]) }
    decisions[last].append("  so: \(text)")
  }

  private func head(_ at: Instant, _ strategy: String) -> String {
    let who = strategies.names.count > 1 ? ", \(strategy) is asked" : ""
    guard let latest else { return "at \(at.sinceStart.brief)\(who)" }
    return "at \(at.sinceStart.brief), attempt \(latest.number) of \(latest.operation)\(who)"
  }

  private mutating func tell(
    _ name: String, _ fault: Fault, _ decision: RetryDecision, _ at: Instant
  ) {
    var state = states[name, default: State(began: at)]
    state.failures += 1
    var lines = [head(at, name) + ": \(fault)"]
    if let strategy = strategies[name] {
      lines +=
        Questions(
          strategy: strategy, fault: fault, decision: decision, failures: state.failures,
          elapsed: at.nanoseconds(since: state.began), previous: state.previous
        ).lines
    }
    lines.append("  so: \(decision.words)")
    decisions.append(lines)
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

/// What a strategy asks about a failure, in its order, as far as it came.
private struct Questions {
  let strategy: RetryStrategy
  let fault: Fault
  let decision: RetryDecision
  let failures: Int
  let elapsed: Nanoseconds
  let previous: Nanoseconds?

  private var rules: RetryRules { strategy.policy.rules }

  var lines: [String] {
    var lines = ["  is it retried?   \(kind)"]
    if case .fail(.notRetryable) = decision { return lines }
    lines.append("  attempts left?   \(attempts)")
    if case .fail(.attemptsExhausted) = decision { return lines }
    if case .complete = decision { return lines }
    if let deadline = rules.deadline {
      lines.append("  time left?       \(elapsed.brief) of \(Nanoseconds(deadline)) used")
    }
    if let question = rules.question {
      let isDue = decision == .ask
      lines.append(
        "  ask a person?    \(isDue ? "yes" : "no"), from failure \(question.first) on")
    }
    if decision != .ask { lines.append("  how long?        \(delay)") }
    return lines
  }

  private var kind: String {
    let filter = strategy.filter
    if let hit = filter.unless.first(where: { $0.matches(fault) }) { return "no, unless: \(hit)" }
    guard let on = filter.on else { return "yes, every error is" }
    if let hit = on.first(where: { $0.matches(fault) }) { return "yes, on: \(hit)" }
    return "no, it is none of \(on.map(\.description).joined(separator: ", "))"
  }

  private var attempts: String {
    guard let limit = rules.attempts else { return "yes, there is no limit" }
    return failures < limit
      ? "yes, \(failures) of \(limit) made" : "no, all \(limit) are made"
  }

  private var delay: String {
    let range = rules.backoff.range(retry: failures - 1, previous: previous.map { $0...$0 })
    let plan =
      range.lowerBound == range.upperBound
      ? "\(range.lowerBound.brief)"
      : "between \(range.lowerBound.brief) and \(range.upperBound.brief)"
    switch decision {
    case .retry(let delay, .hint):
      return "the error asks for \(delay.nanoseconds.brief), in place of \(plan)"
    case .retry(let delay, .clamped): return "\(plan), cut to \(delay.nanoseconds.brief)"
    case .retry(let delay, _) where range.lowerBound < range.upperBound:
      let share =
        Double((delay.nanoseconds - range.lowerBound).count)
        / Double((range.upperBound - range.lowerBound).count)
      return "\(plan); drew \(Description.share(.double(share))) of it: \(delay.nanoseconds.brief)"
    case .fail(.deadline): return "\(plan), which the deadline does not leave"
    default: return plan
    }
  }
}

extension RetryDecision {
  /// The decision in words.
  fileprivate var words: String {
    switch self {
    case .retry(let delay, _) where delay.nanoseconds == .zero: "try again at once"
    case .retry(let delay, _): "wait \(delay.nanoseconds.brief), and try again"
    case .fail: "give up"
    case .complete: "complete without a value"
    case .ask: "a person is to decide"
    }
  }
}
