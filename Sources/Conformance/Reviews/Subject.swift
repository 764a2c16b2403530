/// What a client is judged by.
package enum Subject: String, CaseIterable, Hashable, Sendable {
  /// Whether it retries only what may be retried.
  case errors
  case attempts
  case gaps
  case jitter
  case retryAfter = "retry-after"
  case timeouts
  case deadline
  case hedges
  case budget
  case herd

  /// What holds if it passes.
  package var meaning: String {
    switch self {
    case .errors: "only errors that the plan retries are retried"
    case .attempts: "each call has as many attempts as the plan makes"
    case .gaps: "each retry begins after a delay that the plan can have"
    case .jitter: "the delays are spread as those of the plan"
    case .retryAfter: "a retry waits as long as the server asks"
    case .timeouts: "each attempt is given as much time as the plan gives it"
    case .deadline: "no attempt begins, and no call lasts, beyond the limit of the plan"
    case .hedges: "attempts run beside each other just where the plan starts them"
    case .budget: "the retries stay within the budget of the plan"
    case .herd: "retries of different calls come no closer together than those of the plan"
    }
  }
}
