public import Foundation
public import Retry

/// Why an attempt of a request failed, as policies, breakers and observers see it.
///
/// A `RetryingSession` throws it to the layers of its pipelines. Its caller gets what a `URLSession` would give: the
/// last reply, or the `URLError`.
public struct HTTPFailure: CausedError, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Sendable {
    /// The server answered with a status that counts as a failure.
    case status(HTTPReply)
    /// There was no answer.
    case transport(URLError)
  }

  /// What went wrong.
  public let kind: Kind
  /// Whether another attempt may succeed.
  public let isTransient: Bool
  /// Whether the server cannot have acted on the request, which can be sent again then.
  public let hadNoEffect: Bool
  /// The time that the server asked to wait for.
  public let retryAfter: Duration?

  /// Creates a failure.
  public init(
    _ kind: Kind, isTransient: Bool, hadNoEffect: Bool = false, retryAfter: Duration? = nil
  ) {
    self.kind = kind
    self.isTransient = isTransient
    self.hadNoEffect = hadNoEffect
    self.retryAfter = retryAfter
  }

  /// The status, if there was an answer.
  public var status: Int? {
    if case .status(let reply) = kind { reply.status } else { nil }
  }

  /// What a budget is told.
  public var retryCause: RetryCause {
    switch kind {
    case .status(let reply) where [429, 503].contains(reply.status): .throttling
    case .status(let reply) where [408, 504].contains(reply.status): .timeout
    case .transport(let error) where error.code == .timedOut: .timeout
    default: .transient
    }
  }

  /// The failure as text, such as `status 503, retry after 2.0 seconds`.
  public var description: String {
    let text =
      switch kind {
      case .status(let reply): "status \(reply.status)"
      case .transport(let error): "\(error.localizedDescription) (\(error.code.rawValue))"
      }
    return retryAfter.map { "\(text), retry after \($0)" } ?? text
  }

  /// Returns the reply that the caller gets for it, or throws its error.
  func outcome() throws -> HTTPReply {
    switch kind {
    case .status(let reply): return reply
    case .transport(let error): throw error
    }
  }
}
