/// What an attempt knows about its call.
///
/// ```swift
/// let policy = RetryPolicy<any Error>(attempts: 3, deadline: .seconds(5))
/// let text = try await policy.run { attempt in
///   "attempt \(attempt.number), \(attempt.timeLeft ?? .zero) left"
/// }
/// ```
public struct RetryAttempt<Failure: Error>: Sendable {
  /// Why an attempt is made.
  public enum Reason: Hashable, Sendable {
    /// It is the first.
    case first
    /// The policy decided so, after a delay with this cause.
    case retry(DelayCause)
    /// A person decided so.
    case answer
  }

  /// The number of the attempt, counted from 1.
  public let number: Int

  /// The time until the deadline, not below zero; `nil` if the policy has none.
  public let timeLeft: Duration?

  /// The error of the attempt before.
  public let lastError: Failure?

  /// Why the attempt is made.
  public let reason: Reason

  /// Creates what an attempt knows, such as for a test.
  public init(
    number: Int = 1, timeLeft: Duration? = nil, lastError: Failure? = nil, reason: Reason = .first
  ) {
    self.number = number
    self.timeLeft = timeLeft
    self.lastError = lastError
    self.reason = reason
  }
}
