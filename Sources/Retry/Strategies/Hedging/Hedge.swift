package import RetryNumerics

/// When to start further attempts of a call that is still running, of which the first success wins.
///
/// An error that is not fatal starts the next attempt at once. Once an attempt has succeeded, or
/// failed for good, the others are cancelled.
///
/// ```swift
/// let twice = Hedge(after: .milliseconds(200))
/// let tail = Hedge(afterPercentile: 0.95, otherwise: .milliseconds(200))
/// let inTurn = Hedge(after: nil, hedges: 2)  // the next only when one has failed
/// ```
public struct Hedge: Hashable, Sendable {
  /// The time from one attempt to the next; `nil` means that only failures start another.
  public let delay: Duration?
  /// The percentile of the latest latencies that the time is, once there are enough of them.
  public let percentile: Double?
  /// How many attempts may follow the first.
  public let hedges: Int

  /// Creates a hedge after a time; negative numbers count as zero.
  public init(after delay: Duration?, hedges: Int = 1) {
    self.init(delay: delay, percentile: nil, hedges: hedges)
  }

  /// Creates a hedge after a percentile of the latest latencies, or a time until there are enough.
  public init(afterPercentile share: Double, otherwise delay: Duration?, hedges: Int = 1) {
    self.init(delay: delay, percentile: share, hedges: hedges)
  }

  /// Creates a hedge from numbers that are brought into their ranges.
  private init(delay: Duration?, percentile: Double?, hedges: Int) {
    self.delay = delay.map { max($0, .zero) }
    self.percentile = percentile.map { $0.within(0...1) }
    self.hedges = min(max(hedges, 0), 1000)
  }
}

extension Hedge: CustomStringConvertible {
  /// The hedge as text, such as `up to 1 hedge after 200 ms`.
  public var description: String {
    let count = hedges == 1 ? "up to 1 hedge" : "up to \(hedges) hedges"
    let wait = delay.map { "after \(Nanoseconds($0).phrase)" } ?? "after a failure"
    return percentile.map { "\(count) after \(($0 * 100).text)% of the latest latencies" }
      ?? "\(count) \(wait)"
  }
}

extension Hedge {
  /// What to do in a race.
  public enum Move: Hashable, Sendable {
    /// Start another attempt.
    case launch
    /// Wait for the attempts that run, and at most until a time, if there is one.
    case wait(until: Duration?)
    /// End the call: with its success, or with the last failure.
    case finish
  }

  /// What a server says about further attempts.
  public enum Pushback: Hashable, Sendable {
    /// No more attempts.
    case stop
    /// The next attempt only after a time.
    case delay(Duration)
  }

  /// The attempts of one call, of which the first begins with the race.
  ///
  /// Each event returns the next move; after a launch, `launched` does.
  ///
  /// ```swift
  /// var race = Hedge.State(Hedge(after: .seconds(1)), at: .zero)
  /// race.move(at: .zero)  // wait until 1 s
  /// race.move(at: .seconds(1))  // launch
  /// race.launched(at: .seconds(1))  // wait
  /// race.failed(at: .seconds(2))  // wait for the other
  /// race.succeeded()  // finish
  /// ```
  public struct State: Hashable, Sendable {
    private let delay: Nanoseconds
    /// The attempts that may still be started, and those that run.
    private var (left, running): (Int, Int)
    /// When the next attempt is due.
    private var due: Nanoseconds
    private var isOver = false
  }
}

extension Hedge.State {
  /// Starts a race, with the percentile of the latest latencies if the hedge goes by it.
  package init(_ hedge: Hedge, percentile: Nanoseconds? = nil, at now: Nanoseconds) {
    let delay = hedge.delay.map { Nanoseconds($0) } ?? .never
    self.delay = hedge.percentile == nil ? delay : percentile ?? delay
    (left, running) = (hedge.hedges, 1)
    due = now + self.delay
  }

  package func move(at now: Nanoseconds) -> Hedge.Move {
    guard !isOver, running > 0 || left > 0 else { return .finish }
    guard left > 0 else { return .wait(until: nil) }
    // Nothing would ever end a call that waits for neither an attempt nor a time.
    if running == 0, due == .never { return .finish }
    return due <= now ? .launch : .wait(until: due == .never ? nil : due.duration)
  }

  package mutating func launched(at now: Nanoseconds) -> Hedge.Move {
    left -= 1
    running += 1
    due = now + delay
    return move(at: now)
  }

  /// Gives up the attempts that were not started, since a budget refuses them.
  public mutating func refused() -> Hedge.Move {
    left = 0
    // Without attempts left, the time does not matter.
    return move(at: Nanoseconds.zero)
  }

  /// Counts an attempt that failed; a fatal error ends the call.
  package mutating func failed(
    isFatal: Bool = false, pushback: Hedge.Pushback? = nil, at now: Nanoseconds
  ) -> Hedge.Move {
    running -= 1
    if isFatal { isOver = true }
    switch pushback {
    case nil: due = now
    case .stop: left = 0
    case .delay(let span): due = now + max(Nanoseconds(span), .zero)
    }
    return move(at: now)
  }

  /// Counts an attempt that succeeded.
  public mutating func succeeded() -> Hedge.Move {
    isOver = true
    return .finish
  }

  /// Starts a race, with the percentile of the latest latencies if the hedge goes by it.
  public init(_ hedge: Hedge, percentile: Duration? = nil, at now: Duration) {
    self.init(hedge, percentile: percentile.map { Nanoseconds($0) }, at: Nanoseconds(now))
  }

  /// Returns the next move.
  public func move(at now: Duration) -> Hedge.Move {
    move(at: Nanoseconds(now))
  }

  /// Counts a launched attempt, and returns the next move.
  @discardableResult
  public mutating func launched(at now: Duration) -> Hedge.Move {
    launched(at: Nanoseconds(now))
  }

  /// Counts an attempt that failed; a fatal error ends the call.
  public mutating func failed(
    isFatal: Bool = false, pushback: Hedge.Pushback? = nil, at now: Duration
  ) -> Hedge.Move {
    failed(isFatal: isFatal, pushback: pushback, at: Nanoseconds(now))
  }
}
