import Retry
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// Describes the steps of a trace.
struct TraceRows {
  let scale: TimeScale
  let trace: Trace
  let delays: DelayText

  func rows(of step: TraceStep) -> [TraceRow] {
    var rows = described(step)
    for index in rows.indices where !rows[index].isContinued { rows[index].at = step.event.at }
    return rows
  }

  private func described(_ step: TraceStep) -> [TraceRow] {
    switch step.event.kind {
    case .attempt(let attempt):
      [TraceRow(attempt: attempt.number, glyph: .attempt, text: attempt.operation, ink: .strong)]
    case .success(let attempt): [success(attempt, step)]
    case .failure(let attempt, let fault): [failure(attempt, fault, step)]
    case .cancelled(let attempt) where step.count > 1:
      [
        TraceRow(
          glyph: .cancelled,
          text: "\(attempt.operation): \(step.count.counting("attempt")) cancelled", ink: .faint)
      ]
    case .cancelled(let attempt): [ending(attempt, .cancelled, "cancelled", step)]
    case .decision(let made): failureUnlessShown(made.fault, step) + [decision(made)]
    case .overdue: [TraceRow(glyph: .stop, text: "gives up: the deadline passed during the wait")]
    case .notified, .resubscribed, .notifierEnded: notifier(step)
    case .asked(let fault):
      failureUnlessShown(fault, step)
        + [TraceRow(glyph: .question, text: "a person is asked: retry or cancel?", ink: .wait)]
    case .answered(let answer):
      [TraceRow(glyph: .answer, text: "the person says \(answer.rawValue)", ink: .wait)]
    case .served(let answer): [served(answer, step)]
    case .note(let text): [TraceRow(glyph: .note, text: text, ink: .faint)]
    case .value(.signal(let signal)): [TraceRow(glyph: .value, text: "signal \(signal)")]
    case .value(let value): [TraceRow(glyph: .value, text: "value \(value.brief)")]
    case .end(let outcome): end(outcome)
    }
  }
}

// MARK: - Attempts

extension TraceRows {
  private func success(_ attempt: Attempt, _ step: TraceStep) -> TraceRow {
    let value = step.value.flatMap { $0 == .unit ? nil : "\($0)" }
    return ending(attempt, .success, value, step)
  }

  /// Returns the row of a failure, with the end of the outage or burst that caused it.
  private func failure(_ attempt: Attempt, _ fault: Fault, _ step: TraceStep) -> TraceRow {
    var row = ending(attempt, .failure, "\(fault)", step)
    row.detail = trace.disruption(of: attempt, failingWith: fault).map { disruption in
      let end = disruption.times.upperBound
      return (disruption.kind == .outage ? "down " : "in a burst ")
        + (end == .never ? "without end" : "until \(scale.text(end.sinceStart))")
    }
    return row
  }

  private func ending(
    _ attempt: Attempt, _ glyph: Glyph, _ text: String?, _ step: TraceStep
  ) -> TraceRow {
    guard step.namesAttempt else { return TraceRow(glyph: glyph, text: text ?? "", ink: glyph.ink) }
    let text = attempt.operation + (text.map { ": \($0)" } ?? "")
    return TraceRow(attempt: attempt.number, glyph: glyph, text: text, ink: glyph.ink)
  }

  /// Returns the row of an error that comes from no attempt, such as that of `timeout`.
  private func failureUnlessShown(_ fault: Fault, _ step: TraceStep) -> [TraceRow] {
    step.isErrorShown ? [] : [TraceRow(glyph: .failure, text: "\(fault)", ink: .failure)]
  }
}

// MARK: - Strategies and caches

extension TraceRows {
  private func decision(_ made: Deliberation) -> TraceRow {
    switch made.decision {
    case .retry(let delay, let cause):
      let span = delay.nanoseconds
      let text = span == .zero ? "retry at once" : "wait \(scale.span(span))"
      let detail = cause.phrase(
        after: made.fault, delays.hintRule(of: made.strategy, for: made.fault),
        backoff: delays.phrase(for: made, scale),
        longer: delays.longer(than: span, for: made, scale),
        scale)
      return TraceRow(glyph: .wait, text: text, ink: .wait, detail: detail)
    case .fail(let reason):
      return TraceRow(glyph: .stop, text: "gives up: \(reason.phrase(after: made.fault))")
    case .complete:
      return TraceRow(
        glyph: .stop, text: "completes without a value", detail: "no attempts are left")
    case .ask: return TraceRow(glyph: .question, text: "a person decides", ink: .wait)
    }
  }

  private func notifier(_ step: TraceStep) -> [TraceRow] {
    switch step.event.kind {
    case .notified(let fault):
      failureUnlessShown(fault, step)
        + [TraceRow(glyph: .wait, text: "wait for the notifier", ink: .wait)]
    case .resubscribed(let span):
      [
        TraceRow(
          glyph: .wait,
          text: "the notifier requests a retry"
            + (span == .zero ? " at once" : " after \(scale.span(span))"), ink: .wait)
      ]
    case .notifierEnded(.failed(let fault)):
      [
        TraceRow(
          glyph: .stop, text: "the notifier failed with \(fault)", detail: "so \(subject) fails")
      ]
    case .notifierEnded:
      [
        TraceRow(
          glyph: .stop, text: "the notifier completed", detail: "so \(subject) completes\(without)")
      ]
    default: []
    }
  }

  private func served(_ answer: CacheAnswer, _ step: TraceStep) -> TraceRow {
    let value = step.value.flatMap { $0 == .unit ? nil : ": \($0)" } ?? ""
    let detail =
      answer == .fresh ? "fresh, so the source is not called" : "stale, instead of the error"
    return TraceRow(glyph: .cache, text: "served from the cache" + value, detail: detail)
  }

  /// The part that ends with a notifier: the call or its source.
  private var subject: String {
    switch trace.result.outcome {
    case .completed, .failure: "the call"
    default: "its source"
    }
  }

  private var without: String { trace.result.outcome == .completed ? " without a value" : "" }
}

// MARK: - The end

extension TraceRows {
  private func end(_ outcome: Outcome) -> [TraceRow] {
    switch outcome {
    case .success: [TraceRow(glyph: .success, text: "the call completes", ink: .success)]
    case .failure(let fault):
      [TraceRow(glyph: .failure, text: "the call fails with \(fault)", ink: .failure)]
    case .completed: [TraceRow(glyph: .stop, text: "the call completes without a value")]
    case .cancelled: [TraceRow(glyph: .stop, text: "the call is cancelled")]
    case .stopped(let limit):
      [
        TraceRow(
          glyph: .stop, text: limit.phrase, ink: .error,
          detail: limit.advice)
      ]
    case .hung(let waits): hang(waits)
    }
  }

  /// Lists what a call hangs on, each item once.
  private func hang(_ waits: [Wait]) -> [TraceRow] {
    let most = 6
    var counts: [String: Int] = [:]
    var distinct: [String] = []
    for text in waits.map({ $0.phrase(scale.text) }) {
      counts[text, default: 0] += 1
      if counts[text] == 1 { distinct.append(text) }
    }
    var lines = distinct.prefix(most).map { text in
      let count = counts[text, default: 1]
      return text + (count > 1 ? " (\(count.grouped) times)" : "")
    }
    if distinct.count > most { lines.append("\((distinct.count - most).grouped) more") }
    return lines.enumerated().map { index, line in
      TraceRow(
        isContinued: index > 0, glyph: index == 0 ? .stop : .note,
        text: (index == 0 ? "hangs on " : "and on ") + line,
        ink: .error)
    }
  }
}
