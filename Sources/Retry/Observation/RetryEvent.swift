/// A closure that receives each event of a call, in order.
///
/// ```swift
/// let observer: RetryObserver<any Error> = { event in print(event) }
/// ```
public typealias RetryObserver<Failure: Error> = @Sendable (RetryEvent<Failure>) -> Void

/// Something that happened to a call under a policy.
public struct RetryEvent<Failure: Error>: Sendable {
  /// What can happen to a call.
  @nonexhaustive
  public enum Kind: Sendable {
    /// The attempt started.
    case started
    /// The attempt succeeded, which ends the call.
    case succeeded
    /// The attempt failed, with the policy's decision.
    case failed(Failure, RetryDecision)
    /// A person answered.
    case answered(RetryAnswer)
    /// The call ended after a delay or an answer, with the reason.
    case refused(RefusalReason)
    /// The attempt failed with an error that the policy does not know, which ends the call.
    case escaped
    /// The call was cancelled before, during or between attempts.
    case cancelled
  }

  /// The number of the latest attempt, counted from 1; zero before the first.
  public let attempt: Int
  /// The time since the start of the call.
  public let elapsed: Duration
  /// What happened.
  public let kind: Kind

  /// Creates an event, such as for the test of an observer.
  ///
  /// ```swift
  /// let event = RetryEvent<any Error>(attempt: 1, elapsed: .seconds(2), kind: .started)
  /// ```
  public init(attempt: Int, elapsed: Duration, kind: Kind) {
    self.attempt = attempt
    self.elapsed = elapsed
    self.kind = kind
  }
}

extension RetryEvent.Kind: Equatable where Failure: Equatable {}
extension RetryEvent: Equatable where Failure: Equatable {}
