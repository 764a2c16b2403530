import Pictures
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// The decisions of a call as text.
struct ReasonsText {
  private let reasons: Reasons
  /// The maximal number of decisions shown.
  private static let mostDecisions = 40

  init(_ reasons: Reasons) {
    self.reasons = reasons
  }

  var text: String {
    let trace = reasons.record.trace
    let decisions = reasons.decisions.prefix(Self.mostDecisions).flatMap(\.lines)
    let left = reasons.decisions.count - Self.mostDecisions
    let rest = left > 0 ? ["… and \(left) more decisions"] : []
    let nothing = reasons.decisions.isEmpty ? ["no decisions"] : []
    let lines =
      ["call \(trace.result.call), \(trace.seed.seedPhrase)\(trace.spread.overPhrase)"] + decisions
      + rest
      + nothing
      + ["result: \(trace.result.ending)"]
      + reasons.alternatives.map { "with \($0.subject): \($0.result.ending)" }
    return lines.joined(separator: "\n")
  }
}

extension Reasons.Decision {
  fileprivate var lines: [String] {
    let asked = questions.map { question, answer in
      "  \(Fitting.padRight(question, to: 16)) \(answer)"
    }
    return heading + asked + verdicts.map { "  → \($0)" }
  }

  private var heading: [String] {
    let when = "at \(at.brief)"
    let who = attempt.map { ", attempt \($0.number) of \($0.operation)" } ?? ""
    let head = when + who + (strategy.map { ", \($0)" } ?? "")
    switch cause {
    case .failure(let fault): return ["\(head): \(fault)"]
    case .deadline: return [head, "  the deadline passed during the wait: give up"]
    case .notified(let fault): return ["\(when), after \(fault): the notifier receives the error"]
    case .cache(let isFresh):
      return ["\(when): the cache answers with \(isFresh ? "a fresh" : "a stale") entry"]
    }
  }
}

extension CallResult {
  var ending: String {
    let outcome =
      switch outcome {
      case .success: "success in \(duration.brief)"
      case .failure(let fault): "failed in \(duration.brief): \(fault)"
      case .completed: "completed without a value in \(duration.brief)"
      case .cancelled: "cancelled at \(duration.brief)"
      case .stopped: "stopped at \(duration.brief)"
      case .hung: "hangs from \(duration.brief) on"
      }
    return "\(outcome) · \(tally.attempts) attempt\(tally.attempts == 1 ? "" : "s")"
  }
}

extension Reasons {
  /// The call above the alternatives, if there are any.
  func picture(_ style: Style, _ interruption: InterruptionCheck) -> Picture? {
    guard !alternatives.isEmpty else { return nil }
    let played = PlayedRecords.calls([record] + alternatives.map(\.record))
    return played.animation(style, interruption).drawing?.naming(played.subjects)
  }
}
