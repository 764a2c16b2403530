import RetryNumerics

/// When to stop calling a service that fails, for how long, and how to find out that it has recovered.
///
/// Closed, it lets calls through and counts. Once they fail too often, it opens and refuses all. After
/// a time it is half-open: a few probes decide whether it closes or opens again. As a value, it holds
/// the settings; ``State`` is the machine, and ``Breaker`` shares a machine between calls.
///
/// ```swift
/// let simple = CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10)))
/// let polly = CircuitBreaker(
///   failureRate: 0.1, over: .time(.seconds(30)), minimumCalls: 100, opening: .init(.seconds(5)))
/// let resilience4j = CircuitBreaker(
///   failureRate: 0.5, slowRate: 1, slow: .seconds(60), over: .calls(100), minimumCalls: 100,
///   opening: .init(.seconds(60)), probes: 10)
/// ```
public struct CircuitBreaker: Hashable, Sendable {
  /// The calls that a rate is computed from.
  public enum Window: Hashable, Sendable {
    /// The latest calls; at most 10,000.
    case calls(Int)
    /// The calls of a span of time, kept in ten parts that are dropped as wholes.
    case time(Duration)
  }

  /// How long the breaker stays open: longer each time that the probes fail.
  public struct Opening: Hashable, Sendable {
    /// The time after a first opening.
    public let initial: Duration
    /// What the time is multiplied by whenever the probes fail.
    public let factor: Double
    /// The longest time.
    public let maximum: Duration
    /// Whether half of the time is drawn at random, so that clients do not probe all at once.
    public let isJittered: Bool

    /// Creates a constant time, or one that grows; a negative time counts as zero, and a factor is at
    /// least one.
    public init(
      _ initial: Duration, factor: Double = 1, maximum: Duration? = nil, isJittered: Bool = false
    ) {
      self.initial = max(initial, .zero)
      self.factor = factor.within(1...1e9)
      self.maximum = max(maximum ?? Nanoseconds.never.duration, self.initial)
      self.isJittered = isJittered
    }
  }

  /// How many failures in a row open it, if they do.
  public let consecutiveFailures: Int?
  /// How many failures within the span of the window open it, if they do.
  public let failures: Int?
  /// The share of failures that opens it.
  public let failureRate: Double?
  /// The share of slow calls that opens it.
  public let slowRate: Double?
  /// From which duration on a call is slow.
  public let slow: Duration
  /// What the rates are computed from.
  public let window: Window
  /// How many calls the window needs before a rate counts.
  public let minimumCalls: Int
  /// How long it stays open.
  public let opening: Opening
  /// How many calls a half-open breaker lets through, and judges by.
  public let probes: Int

  /// Creates a breaker that opens after failures in a row; numbers below one count as one.
  public init(consecutiveFailures: Int, opening: Opening, probes: Int = 1) {
    self.init(
      consecutive: consecutiveFailures, failureRate: nil, slowRate: nil, slow: .zero,
      window: .calls(1), minimumCalls: 1, opening: opening, probes: probes)
  }

  /// Creates a breaker that opens after failures within a span of time, whatever succeeds between them.
  ///
  /// The number is between one and 10,000, and the span at least a millisecond.
  public init(failures: Int, within span: Duration, opening: Opening, probes: Int = 1) {
    self.init(
      failures: failures, failureRate: nil, slowRate: nil, slow: .zero, window: .time(span),
      minimumCalls: 1, opening: opening, probes: probes)
  }

  /// Creates a breaker that opens at a share of failures or of slow calls.
  ///
  /// A rate is between zero and one and counts from the number of calls that it is reached with. Numbers
  /// below one count as one; a window of calls needs no more calls than it holds.
  public init(
    failureRate: Double?, slowRate: Double? = nil, slow: Duration = .seconds(60),
    over window: Window, minimumCalls: Int = 1, opening: Opening, probes: Int = 1
  ) {
    self.init(
      failureRate: failureRate, slowRate: slowRate, slow: slow, window: window,
      minimumCalls: minimumCalls, opening: opening, probes: probes)
  }

  /// Creates a breaker from numbers that are brought into their ranges.
  package init(
    consecutive: Int? = nil, failures: Int? = nil, failureRate: Double?, slowRate: Double?,
    slow: Duration, window: Window, minimumCalls: Int, opening: Opening, probes: Int
  ) {
    consecutiveFailures = consecutive.map { max($0, 1) }
    // The smallest share is that of one call, so that no breaker opens without a failure.
    self.failureRate = failureRate.map { $0.within(1e-9...1) }
    self.slowRate = slowRate.map { $0.within(1e-9...1) }
    self.slow = max(slow, .zero)
    switch window {
    case .calls(let count):
      let size = min(max(count, 1), 10_000)
      self.window = .calls(size)
      self.failures = nil
      self.minimumCalls = min(max(minimumCalls, 1), size)
    case .time(let span):
      self.window = .time(max(span, .milliseconds(1)))
      self.failures = failures.map { min(max($0, 1), 10_000) }
      self.minimumCalls = max(minimumCalls, 1)
    }
    self.opening = opening
    self.probes = max(probes, 1)
  }
}

extension CircuitBreaker {
  /// Whether it opens by a number of failures, and not by a rate.
  package var opensByNumber: Bool { consecutiveFailures != nil || failures != nil }
}

extension CircuitBreaker.Opening {
  /// The times as a backoff, whose retry is the number of openings in a row, from zero.
  var backoff: Backoff {
    let grown = Backoff.exponential(factor: factor, initial: initial).maximum(maximum)
    return isJittered ? grown.equalJitter() : grown
  }
}

extension CircuitBreaker: CustomStringConvertible {
  /// The breaker as text, such as `opens after 5 failures in a row for 10 s; 1 probe`.
  public var description: String {
    let (calls, span) =
      switch window {
      case .calls(let count): ("the last \(count) calls", "\(count) calls")
      case .time(let span):
        ("the calls of the last \(Nanoseconds(span).phrase)", Nanoseconds(span).phrase)
      }
    var causes: [String] = []
    if let consecutiveFailures { causes.append("after \(consecutiveFailures) failures in a row") }
    if let failures { causes.append("after \(failures) failures within \(span)") }
    if let failureRate { causes.append("when \((failureRate * 100).text)% of \(calls) fail") }
    if let slowRate {
      causes.append(
        "when \((slowRate * 100).text)% of \(calls) take \(Nanoseconds(slow).phrase) or more")
    }
    let isFull = window == .calls(minimumCalls)
    let least =
      failureRate == nil && slowRate == nil
      ? "" : isFull ? "," : ", with at least \(minimumCalls) calls,"
    return "opens \(causes.joined(separator: " or "))\(least) for \(opening); "
      + (probes == 1 ? "1 probe" : "\(probes) probes")
  }
}

extension CircuitBreaker.Opening: CustomStringConvertible {
  /// The time as text, such as `5 s`, or `5 s times 2 up to 300 s, half at random`.
  public var description: String {
    let first = Nanoseconds(initial).phrase
    let grown =
      factor == 1 ? first : "\(first) times \(factor.text) up to \(Nanoseconds(maximum).phrase)"
    return isJittered ? "\(grown), half at random" : grown
  }
}
