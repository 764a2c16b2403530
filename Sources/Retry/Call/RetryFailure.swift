/// How a call ended that has no value to show.
///
/// ```swift
/// enum Trouble: Error { case timeout }
/// let policy = RetryPolicy<Trouble>(attempts: 3)
/// do {
///   try policy.runBlocking { () throws(Trouble) in throw .timeout }
/// } catch .failed(let trouble, let reason, let attempts) {
///   print("\(trouble) after \(attempts) attempts: \(reason)")
/// } catch {
///   print(error)
/// }
/// ```
public enum RetryFailure<Failure: Error>: Error {
  /// The last attempt failed, and for this reason there was no other.
  case failed(Failure, reason: RefusalReason, attempts: Int)
  /// The call was cancelled, possibly after failures of which this was the last.
  case cancelled(last: Failure?, attempts: Int)
  /// All attempts failed, which this policy takes for an end without a value.
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

  /// The error that code without this library would have thrown.
  ///
  /// The last failure as it is, a cancellation error for what was cancelled, and this failure itself
  /// where the call ended without a value.
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
  /// The failure in plain words, such as `failed after 3 attempts (timeout): the answer was no`.
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
