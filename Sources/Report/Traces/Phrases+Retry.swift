import Retry
import RetryNumerics
import Simulation
import TextLayout

extension RefusalReason {
  func phrase(after fault: Fault) -> String {
    switch self {
    case .notRetryable: "\(fault) is not retried"
    case .attemptsExhausted(let limit): "all \(limit.counting("attempt")) used"
    case .kindExhausted(let limit):
      limit == 0
        ? "no retry follows \(fault)"
        : "\(fault) is retried \(limit == 1 ? "once" : "\(limit) times")"
    case .delaysExhausted: "the back-off has ended"
    case .forbidden: "\(fault) forbids a retry"
    case .hintTooLong: "\(fault) requests too long a delay"
    case .deadline(let rule) where rule.looksAhead: "the next attempt would miss the deadline"
    case .deadline: "the deadline has passed"
    case .declined: "the person declined"
    case .cancelled: "the call was cancelled"
    }
  }
}

extension DelayCause {
  /// The reason for the length of a wait, given the error, the words for the back-off's choice, and that choice if it
  /// is longer.
  func phrase(
    after fault: Fault, _ rule: HintRule?, backoff: String?, longer: String?,
    _ scale: TimeScale
  ) -> String? {
    let hint = fault.retryAfter
    switch self {
    case .backoff: return backoff.joined(with: hint.map { $0.unused(by: rule, scale) })
    case .hint:
      return "requested by the error" + (longer.map { ", instead of \($0)" } ?? "")
    case .shortenedHint:
      return hint.map { "the error requests \(scale.span($0)), more than allowed" }
    case .backoffBeyondHint:
      return backoff.joined(with: hint.map { "the error requests only \(scale.span($0))" })
    case .clamped: return "cut to the deadline"
    }
  }
}

extension Nanoseconds {
  /// Why a delay that an error requests is not used.
  fileprivate func unused(by rule: HintRule?, _ scale: TimeScale) -> String {
    rule == nil ? "the requested \(scale.span(self)) is ignored" : "a request for \(self) is none"
  }
}

extension String? {
  fileprivate func joined(with other: String?) -> String? {
    let parts = [self, other].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
