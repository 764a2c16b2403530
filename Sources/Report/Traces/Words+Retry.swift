import Retry
import RetryNumerics
import Simulation
import TextLayout

extension RefusalReason {
  /// The reason why there is no further attempt after an error.
  func words(after fault: Fault) -> String {
    switch self {
    case .notRetryable: "\(fault) is not retried"
    case .attemptsExhausted(let limit): "no attempts left of \(limit.grouped)"
    case .deadline(.refuse): "the next attempt would miss the deadline"
    case .deadline: "the deadline has passed"
    case .declined: "the answer was no"
    case .cancelled: "the call was cancelled"
    }
  }
}

extension DelayCause {
  /// Why a wait is as long as it is, where it is not the strategy's choice.
  var words: String? {
    switch self {
    case .backoff: nil
    case .hint: "asked for by the error"
    case .clamped: "cut to the deadline"
    }
  }
}
