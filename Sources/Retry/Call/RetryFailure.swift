/// How a call ended without a value.
///
/// ```swift
/// enum RequestError: Error { case timeout }
/// let policy = RetryPolicy<RequestError>(attempts: 3)
/// do {
///   try policy.runBlocking { () throws(RequestError) in throw .timeout }
/// } catch .failed(let error, let reason, let attempts) {
///   print("\(error) after \(attempts) attempts: \(reason)")
/// } catch {
///   print(error)
/// }
/// ```
public enum RetryFailure<Failure: Error>: Error {
  /// The last attempt failed, with the reason why no other followed.
  case failed(Failure, reason: RefusalReason, attempts: Int)
  /// The call was cancelled, with the last failure before that, if any.
  case cancelled(last: Failure?, attempts: Int)
  /// All attempts failed, and the policy treats this as completion without a value.
  case completedWithoutValue(attempts: Int)
}

extension RetryFailure {
  /// The number of attempts that were started.
  public var attempts: Int {
    switch self {
    case .failed(_, _, let attempts), .cancelled(_, let attempts),
      .completedWithoutValue(let attempts):
      attempts
    }
  }

  /// The error that code without retries would have thrown.
  ///
  /// This is the last failure, a `CancellationError` for a cancelled call, or this value itself if
  /// the call ended without a value.
  public var underlying: any Error {
    switch self {
    case .failed(let failure, _, _): failure
    case .cancelled: CancellationError()
    case .completedWithoutValue: self
    }
  }
}

extension RetryFailure: Equatable where Failure: Equatable {}

extension RetryFailure: CustomStringConvertible {
  /// The failure as text, such as `failed after 3 attempts (timeout): the person declined`.
  public var description: String {
    let count = attempts == 1 ? "1 attempt" : "\(attempts) attempts"
    return switch self {
    case .failed(let failure, let reason, _): "failed after \(count) (\(failure)): \(reason)"
    case .cancelled(.some(let failure), _): "cancelled after \(count) (\(failure))"
    case .cancelled(.none, _): "cancelled after \(count)"
    case .completedWithoutValue: "ended without a value after \(count)"
    }
  }
}
