import Retry
import RetryNumerics
import Simulation
import VirtualTime

// What presets are made of.

extension Nanoseconds {
  static func milliseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000) }

  static func seconds(_ count: some BinaryInteger) -> Nanoseconds {
    Nanoseconds(Int64(count) * 1_000_000_000)
  }
}

extension Double {
  /// The duration of this many seconds; throws if it is negative or no number.
  func seconds(_ label: String) throws(InvalidArgument) -> Duration {
    guard self >= 0, isFinite else {
      throw InvalidArgument(label, PresetProblem.seconds(label, self))
    }
    return Nanoseconds(rounding: self * 1e9).duration
  }

  /// The factor of a back-off; throws if it is below one.
  func factor(_ label: String) throws(InvalidArgument) -> Double {
    guard self >= 1, isFinite else {
      throw InvalidArgument(label, PresetProblem.shrinks(label, self))
    }
    return self
  }
}

extension AttemptLimit {
  /// Returns the number, which is at least a minimum; `nil` without a limit.
  func attempts(_ label: String, least: Int = 1) throws(InvalidArgument) -> Int? {
    guard case .attempts(let count) = self else { return nil }
    return try count.atLeast(least, label)
  }
}

/// What can be wrong with the settings of a preset.
enum PresetProblem: ArgumentProblem {
  case seconds(String, Double)
  case shrinks(String, Double)
  case codes(String)
  case status(String)
  case word(String, [String])
  case expression(String)
  case range(String, Double, ClosedRange<Double>)
  case bounds(String, Nanoseconds, ClosedRange<Int64>)
  case twoLimits(String, String)
  case notAbove(String, Duration, String, Duration)
  case below(String, Duration, String, Duration)

  /// The problem as a sentence.
  var description: String {
    switch self {
    case .seconds(let label, let count):
      "'\(label)' is a number of seconds, 0 or more, not \(count)"
    case .shrinks(let label, let factor):
      "'\(label)' must be at least 1, not \(factor): delays that shrink press a broken server"
    case .bounds(let label, let time, let seconds):
      "'\(label)' must be from \(seconds.lowerBound)s to \(seconds.upperBound)s, not \(time)"
    case .range(let label, let number, let range):
      "'\(label)' must be from \(range.lowerBound) to \(range.upperBound), not \(number)"
    case .codes(let word): "'\(word)' is no condition that is known here"
    case .word(let word, let words): "'\(word)' is none of \(words.joined(separator: ", "))"
    case .expression(let mistake): mistake
    case .status(let word): "'\(word)' is no status of gRPC, such as UNAVAILABLE"
    case .twoLimits(let one, let other): "'\(one)' and '\(other)' exclude each other"
    case .notAbove(let label, let span, let other, let least):
      "'\(label)' (\(Nanoseconds(span))) must be longer than '\(other)' (\(Nanoseconds(least)))"
    case .below(let label, let span, let other, let least):
      "'\(label)' (\(Nanoseconds(span))) cannot be shorter than '\(other)' (\(Nanoseconds(least)))"
    }
  }
}

extension [FaultPattern] {
  /// Errors of a network or an overloaded server; an error without a name counts as one.
  static let transient: [FaultPattern] =
    connection + kinds("timeout", "overloaded", "expired")

  /// Errors of a connection, also of one that broke while it was used, and of a server that is down.
  static let connection: [FaultPattern] = unreached + kinds("reset")

  /// Errors by which a request has not reached a server.
  static let unreached: [FaultPattern] =
    kinds("error", "outage", "unavailable", "network", "connection", "offline", "crashed")

  /// Answers by which a service throttles.
  static let throttling: [FaultPattern] = kinds("throttled", "rateLimited") + http(429)

  static func kinds(_ names: String...) -> [FaultPattern] { names.map { FaultPattern($0) } }

  static func http(_ codes: Int...) -> [FaultPattern] { http(codes) }

  /// Returns the patterns of a list of statuses.
  static func http(_ codes: [Int]) -> [FaultPattern] {
    codes.map { FaultPattern("http", .value(.int($0))) }
  }

  static func http(_ codes: ClosedRange<Int64>) -> [FaultPattern] {
    [FaultPattern("http", .range(codes))]
  }
}

extension HintRule {
  /// A hint of any length replaces the delay.
  static let obeyed = HintRule(maximum: nil)
}

extension RetryStrategy {
  /// Creates the policy of a library that looks at no hints, unless there is a rule for them.
  init(
    attempts: Int?, _ backoff: Backoff = .none, hints: HintRule? = nil, deadline: Duration? = nil,
    _ rule: DeadlineRule = .refuse, moment: DeadlineMoment = .failure, on: [FaultPattern]? = nil,
    hinting: [FaultPattern]? = nil, budget: Shared<RetryBudget>? = nil, inner: [Layer] = [],
    outer: [Layer] = []
  ) {
    self.init(
      rules: RetryRules(
        attempts: attempts, backoff: backoff, hintRule: hints, deadline: deadline,
        deadlineRule: rule, deadlineMoment: moment),
      on: FaultFilter(on: on), hinting: hinting, budget: budget, inner: inner, outer: outer)
  }
}

extension CircuitBreaker {
  /// The breaker as a layer of a policy.
  func layer(_ name: String, on: [FaultPattern]? = nil) -> [RetryStrategy.Layer] {
    [.guarded(.breaker(Shared(name, BreakerRules(self, on: FaultFilter(on: on)))))]
  }
}

extension Optional where Wrapped == Duration {
  var timeout: [RetryStrategy.Layer] { map { [.timeout(Nanoseconds($0))] } ?? [] }
}

extension Backoff {
  /// Returns the delay before a retry of a back-off without chance.
  func fixedDelay(_ retry: Int) -> Duration { range(ofRetry: retry)?.upperBound ?? .zero }

  /// Returns the back-off with a maximum, if there is one.
  func atMost(_ longest: Duration?) -> Backoff { longest.map { maximum($0) } ?? self }

  /// Returns a back-off without chance, drawn between a time and each of its delays.
  func drawn(from least: Duration) -> Backoff {
    guard least > .zero else { return fullJitter() }
    let low = Nanoseconds(least)
    return .drawn("\(low) to \(self)") { [self] in
      (low...max(Nanoseconds(fixedDelay($0)), low)).at($1)
    }
  }

  /// Returns a back-off that makes each delay from a draw between 0 and 1; a larger draw gives no shorter delay.
  static func drawn(
    _ text: String, _ delay: @escaping @Sendable (Int, Double) -> Nanoseconds
  ) -> Backoff {
    .computed(
      draws: true, seesErrors: false, text: "custom { \(text) }",
      bounds: { max(delay($0, 0), .zero).duration...max(delay($0, 1), .zero).duration }
    ) { retry, word, _ in delay(retry, Double(unitOf: word)).duration }
  }

  /// Returns delays of whole milliseconds that grow by a factor, cut at each step, until they reach a maximum.
  static func wholeMilliseconds(
    from first: Duration, by factor: Double, atMost longest: Duration? = nil
  ) -> Backoff {
    .growing(from: Nanoseconds(first), unit: .milliseconds(1), atMost: longest) {
      ($0 * factor).rounded(.down)
    }
  }

  /// Returns delays of whole units, each made from the one before, until they reach a maximum or stop growing.
  static func growing(
    from first: Nanoseconds, unit: Nanoseconds, atMost longest: Duration? = nil,
    _ next: (Double) -> Double
  ) -> Backoff {
    let most = longest.map { Nanoseconds($0) } ?? .never
    var delays: [Duration] = []
    var (delay, isGrowing) = (Double(first.count / unit.count), true)
    while isGrowing, delays.count < 1000 {
      let span = min(Nanoseconds(rounding: delay * Double(unit.count)), most)
      delays.append(span.duration)
      let later = next(delay)
      isGrowing = span < most && later > delay
      delay = later
    }
    return .delays(delays)
  }
}

extension ClosedRange<Nanoseconds> {
  /// Returns the time at a draw between 0 and 1: any in the range, or whole units above its start.
  func at(_ draw: Double, inWhole unit: Nanoseconds? = nil) -> Nanoseconds {
    let width = upperBound - lowerBound
    guard let unit else { return lowerBound + Nanoseconds(rounding: draw * Double(width.count)) }
    let most = width.count / unit.count
    return lowerBound + unit * Swift.min(Int64(draw * Double(most + 1)), most)
  }
}
