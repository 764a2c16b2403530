public import RetryNumerics

/// The state of a call that a policy needs for its decisions.
///
/// The initial state is that of a call without failures; each decision updates it.
///
/// ```swift
/// var state = RetryState()
/// let failuresSoFar = state.failures
/// ```
@frozen
public struct RetryState: BitwiseCopyable, Hashable, Sendable {
  /// The number of counters for the limits of single errors, one byte of `limited` for each.
  @usableFromInline static let counters: Int = 8

  /// The number of retries that such a limit can count.
  static let mostLimited: Int = 255

  /// The number of failures so far.
  public internal(set) var failures: Int {
    get { count }
    set { count = newValue }
  }

  /// The storage of `failures`.
  @usableFromInline package var count: Int = 0

  /// What the backoff remembers: the last delay since it started, even if a hint replaced it, or a sum.
  @usableFromInline package var memory: Nanoseconds?

  /// The number of failures before the backoff started over.
  @usableFromInline var restart: Int32 = 0

  /// The number of retries that count against each limit.
  @usableFromInline var limited: UInt64 = 0

  /// When the latest attempt started, as a time since the start of the first; kept if the deadline counts from there.
  @usableFromInline package var began: Nanoseconds = .zero

  /// The last delay of the backoff since it started, if any; of a smoothed one, the sum that it has reached.
  public var previousDelay: Duration? {
    memory?.duration
  }

  /// Creates the state of a call without failures.
  @inlinable
  public init() {}
}

extension RetryState {
  /// The number of the next retry of the backoff, counted from zero.
  @inlinable package var retry: Int { count - 1 - Int(restart) }

  /// Lets the backoff start over at the next failure.
  @inlinable
  mutating func restartBackoff() {
    restart = Int32(clamping: count)
    memory = nil
  }

  /// The number of retries that were counted against a limit.
  @inlinable
  func used(_ slot: LimitSlot) -> Int { Int(limited >> (UInt64(slot.index) * 8) & 0xFF) }

  /// Counts a retry against a limit that has not been reached.
  @inlinable
  mutating func count(_ slot: LimitSlot) { limited += 1 << (UInt64(slot.index) * 8) }

  /// Notes when an attempt starts, as a time since the start of the first.
  ///
  /// A policy whose deadline counts from the start of the failed attempt needs it; drivers note it by themselves.
  @inlinable
  public mutating func start(at elapsed: Duration) {
    began = Nanoseconds(elapsed)
  }
}
