import RetryNumerics

/// A limit on the calls that run at once, with a queue of bounded length and wait.
///
/// ```swift
/// let plain = ConcurrencyLimit(10)
/// let patient = ConcurrencyLimit(10, queue: 100, maximumWait: .seconds(1))
/// let adaptive = ConcurrencyLimit(10, adapting: .init(in: 1...200))
/// ```
public struct ConcurrencyLimit: Hashable, Sendable {
  /// How many calls run at once, at first if it adapts.
  public let calls: Int
  /// How many calls may wait.
  public let queue: Int
  /// How long a call may wait; `nil` means as long as it takes.
  public let maximumWait: Duration?
  /// How the limit follows the outcomes of calls, if it does.
  public let adaptation: Adaptation?

  /// Additive increase and multiplicative decrease of a limit.
  ///
  /// A failed or slow call multiplies the limit by the factor. A good one adds one if at least half of
  /// the limit was in use. This is the limit by that name of Netflix's concurrency-limits.
  public struct Adaptation: Hashable, Sendable {
    /// The least and the greatest limit.
    public let range: ClosedRange<Int>
    /// What the limit is multiplied by after a bad call.
    public let decrease: Double
    /// From which duration on a call is bad.
    public let slow: Duration

    /// Creates a rule; the range begins at one or above, and the factor is between 0.5 and 1.
    public init(
      in range: ClosedRange<Int>, decrease: Double = 0.9, slow: Duration = .seconds(5)
    ) {
      let lower = max(range.lowerBound, 1)
      self.range = lower...max(range.upperBound, lower)
      self.decrease = decrease.within(0.5...1)
      self.slow = max(slow, .zero)
    }
  }

  /// Creates a limit of at least one call; negative numbers count as zero.
  ///
  /// The queue holds at most 100,000 calls.
  public init(
    _ calls: Int, queue: Int = 0, maximumWait: Duration? = nil, adapting: Adaptation? = nil
  ) {
    let least = max(calls, 1)
    self.calls = adapting.map { min(max(least, $0.range.lowerBound), $0.range.upperBound) } ?? least
    self.queue = min(max(queue, 0), 100_000)
    self.maximumWait = maximumWait.map { max($0, .zero) }
    adaptation = adapting
  }
}

extension ConcurrencyLimit: CustomStringConvertible {
  /// The limit as text, such as `10 calls at once, queue 100, wait up to 1 s`.
  public var description: String {
    var text = "\(calls) calls at once"
    if queue > 0 { text += ", queue \(queue)" }
    if queue > 0, let maximumWait { text += ", wait up to \(Nanoseconds(maximumWait).phrase)" }
    if let adaptation {
      let range = adaptation.range
      text += ", adapting from \(range.lowerBound) to \(range.upperBound)"
    }
    return text
  }
}
