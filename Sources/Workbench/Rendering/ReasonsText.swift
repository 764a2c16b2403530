import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// The decisions of a call, in words.
struct ReasonsText {
  private let reasons: Reasons
  /// The most decisions that are told.
  private static let mostDecisions = 40

  /// Tells of decisions.
  init(_ reasons: Reasons) {
    self.reasons = reasons
  }

  /// The whole story.
  var text: String {
    let trace = reasons.record.trace
    let told = reasons.decisions.prefix(Self.mostDecisions).flatMap(\.lines)
    let left = reasons.decisions.count - Self.mostDecisions
    let rest = left > 0 ? ["… and \(left) more decisions"] : []
    let nothing = reasons.decisions.isEmpty ? ["nothing had to be decided"] : []
    let lines =
      ["call \(trace.result.call), seed \(trace.seed)"] + told + rest + nothing
      + ["so it ended: \(trace.result.ending)"]
      + reasons.alternatives.map { "against \($0.subject): \($0.result.ending)" }
    return lines.joined(separator: "\n")
  }
}

extension Reasons.Decision {
  /// The decision, line by line.
  fileprivate var lines: [String] {
    let asked = questions.map { question, answer in
      "  \(Fitting.padRight(question, to: 16)) \(answer)"
    }
    return heading + asked + verdicts.map { "  so: \($0)" }
  }

  private var heading: [String] {
    let when = "at \(at.brief)"
    let who = attempt.map { ", attempt \($0.number) of \($0.operation)" } ?? ""
    let head = when + who + (strategy.map { ", \($0) is asked" } ?? "")
    switch cause {
    case .failure(let fault): return ["\(head): \(fault)"]
    case .deadline: return [head, "  the deadline passed during the wait: it gives up"]
    case .notified(let fault): return ["\(when), after \(fault): the error is sent to the notifier"]
    case .cache(let isFresh):
      return ["\(when): the cache answers with \(isFresh ? "a fresh" : "an old") entry"]
    }
  }
}

extension CallResult {
  /// How a call ended, in words.
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
