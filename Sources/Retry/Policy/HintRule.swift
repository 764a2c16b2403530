public import RetryNumerics

/// How a policy uses the delay that an error requests, such as a `Retry-After` header.
///
/// A request takes the place of the backoff's delay. By default it is cut to one minute, whatever the maximum of the
/// backoff is: that bounds the guesses of the caller, and this bounds what a server may ask for. A request for no
/// time at all is no request, unless the rule takes it for a retry at once.
///
/// ```swift
/// let careful = HintRule(maximum: .seconds(30), jitter: .seconds(1), isAtLeastBackoff: true)
/// let policy = RetryPolicy<any Error>(attempts: 4, hint: { _ in .seconds(2) }, hintRule: careful)
/// ```
public struct HintRule: Hashable, Sendable {
  /// What follows from a request for more than the maximum.
  public enum Excess: String, Hashable, Sendable, CaseIterable {
    /// The delay is the maximum.
    case shorten
    /// The call fails.
    case fail
  }

  /// What follows from a request for a negative time.
  public enum Negative: String, Hashable, Sendable, CaseIterable {
    /// It is no request.
    case ignore
    /// The call fails, as in gRPC.
    case fail
  }

  /// What follows from a request for no time at all.
  public enum Zero: String, Hashable, Sendable, CaseIterable {
    /// It is no request.
    case ignore
    /// The next attempt starts at once, as in gRPC.
    case atOnce
  }

  /// The storage of `maximum`.
  @usableFromInline package let longest: Nanoseconds?

  /// The storage of `jitter`.
  @usableFromInline let spread: Nanoseconds

  /// Whether the delay is that of the backoff if that is longer.
  public let isAtLeastBackoff: Bool

  /// The storage of `beyondBackoff`.
  @usableFromInline let beyond: Nanoseconds?

  /// The most by which a request may exceed the delay of the backoff; `nil` means no limit.
  public var beyondBackoff: Duration? { beyond?.duration }

  /// Whether the backoff starts over after a request.
  public let resetsBackoff: Bool

  /// What follows from a request for more than the maximum.
  public let excess: Excess

  /// What follows from a request for a negative time.
  public let negative: Negative

  /// What follows from a request for no time at all.
  public let zero: Zero

  /// The longest time that an error may request; `nil` means no limit.
  public var maximum: Duration? { longest?.duration }

  /// The longest random time that is added to a request, even to one that was cut.
  public var jitter: Duration { spread.duration }

  /// Creates a rule; negative durations count as zero.
  public init(
    maximum: Duration? = .seconds(60), jitter: Duration = .zero, isAtLeastBackoff: Bool = false,
    beyondBackoff: Duration? = nil, resetsBackoff: Bool = false, excess: Excess = .shorten,
    negative: Negative = .ignore, zero: Zero = .ignore
  ) {
    longest = maximum.map { Nanoseconds(delay: $0) }
    spread = Nanoseconds(delay: jitter)
    self.isAtLeastBackoff = isAtLeastBackoff
    beyond = beyondBackoff.map { Nanoseconds(delay: $0) }
    self.resetsBackoff = resetsBackoff
    self.excess = excess
    self.negative = negative
    self.zero = zero
  }
}

extension HintRule {
  /// Returns whether a request forbids a retry, of any error.
  @inlinable
  func forbids(_ hint: Nanoseconds) -> Bool {
    hint < .zero && negative == .fail
  }

  /// Returns why a request ends the call, if it does.
  @inlinable
  package func refusal(of hint: Nanoseconds) -> RefusalReason? {
    if forbids(hint) { return .forbidden }
    if excess == .fail, let longest, hint > longest { return .hintTooLong }
    return nil
  }

  /// Returns the delay that a request leads to before its jitter, or `nil` if it is no request.
  @inlinable
  package func delay(for hint: Nanoseconds) -> Nanoseconds? {
    guard hint > .zero || (hint == .zero && zero == .atOnce) else { return nil }
    guard let longest else { return hint }
    return min(hint, longest)
  }

  /// Returns the delay and its cause, given the request if there is one, and the delay of the backoff.
  @inlinable
  func wait(
    for hint: Nanoseconds?, backoff: Nanoseconds, using generator: inout some RandomNumberGenerator
  ) -> (delay: Nanoseconds, cause: DelayCause) {
    // Drawn in any case, so that a request does not change later draws.
    let extra =
      spread > .zero ? Nanoseconds(0).drawn(upTo: spread, using: &generator) : Nanoseconds(0)
    guard let hint, var delay = delay(for: hint) else { return (backoff, .backoff) }
    if let beyond { delay = min(delay, backoff + beyond) }
    let cause: DelayCause = delay < hint ? .shortenedHint : .hint
    if isAtLeastBackoff, backoff > delay + extra { return (backoff, .backoffBeyondHint) }
    return (delay + extra, cause)
  }

  /// The longest random time that is added to a request.
  package var longestExtra: Nanoseconds { spread }
}
