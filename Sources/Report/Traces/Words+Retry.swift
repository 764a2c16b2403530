import Retry
import RetryNumerics
import Simulation
import TextLayout

extension RefusalReason {
  /// The reason for no further attempt after an error.
  func words(after fault: Fault) -> String {
    switch self {
    case .notRetryable: "\(fault) is not retried"
    case .attemptsExhausted(let limit): "all \(limit.counting("attempt")) used"
    case .deadline(.refuse): "the next attempt would miss the deadline"
    case .deadline: "the deadline has passed"
    case .declined: "the person declined"
    case .cancelled: "the call was cancelled"
    }
  }
}

extension DelayCause {
  /// The reason for the length of a wait that the strategy did not choose.
  var words: String? {
    switch self {
    case .backoff: nil
    case .hint: "requested by the error"
    case .clamped: "cut to the deadline"
    }
  }
}
