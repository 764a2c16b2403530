public import Retry
import RetryNumerics
import Simulation

/// An error that a scenario put in the place of an answer.
public struct FlakyError: CausedError, Hashable, Sendable, CustomStringConvertible {
  /// The kind that the scenario names, such as `timeout`, or `http` of `.http(503)`.
  public let kind: String
  /// The number behind the kind, such as 503.
  public let code: Int?
  /// The delay that the error asks for.
  public let retryAfter: Duration?
  /// What a retry after it follows.
  public let retryCause: RetryCause
  /// The error as the scenario writes it, without the dot.
  public let description: String

  init(_ fault: Fault) {
    kind = fault.kind
    code = fault.payload?.integer
    retryAfter = fault.retryAfter?.duration
    retryCause = fault.retryCause
    description = fault.description
  }
}
