import Retry
import RetryNumerics
import Simulation
import VirtualTime

// What presets are made of.

extension Nanoseconds {
  /// Returns a number of milliseconds.
  static func milliseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000) }

  /// Returns a number of seconds.
  static func seconds(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000_000) }
}

extension Nanoseconds {
  /// The time, which a library takes within bounds of seconds; throws if it is beyond them.
  func within(_ seconds: ClosedRange<Int64>, _ label: String) throws(InvalidArgument) -> Duration {
    guard Self.seconds(seconds.lowerBound)...Self.seconds(seconds.upperBound) ~= self else {
      throw InvalidArgument(label, PresetProblem.bounds(label, self, seconds))
    }
    return duration
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

  /// The share of a delay; throws if it is not between zero and one.
  func part(_ label: String) throws(InvalidArgument) -> Double {
    try InvalidArgument.checkShare(self, label)
    return self
  }
}

extension AttemptLimit {
  /// Returns the attempts for a number of attempts, which is at least a minimum; `nil` without a limit.
  func attempts(_ label: String, least: Int = 1) throws(InvalidArgument) -> Int? {
    guard case .attempts(let count) = self else { return nil }
    return try count.atLeast(least, label)
  }

  /// Returns the attempts for a number of retries; `nil` without a limit, for which any negative number stands, too.
  func retriesOrEndless(_ label: String) throws(InvalidArgument) -> Int? {
    if case .attempts(..<0) = self { return nil }
    return try retries(label)
  }

  /// Returns the attempts for a number of retries, which is at least a minimum; `nil` without a limit.
  func retries(_ label: String, least: Int = 0) throws(InvalidArgument) -> Int? {
    guard case .attempts(let count) = self else { return nil }
    return try count.atLeast(least, label).andFirst
  }
}

/// What can be wrong with the settings of a preset.
enum PresetProblem: ArgumentProblem {
  case seconds(String, Double)
  case shrinks(String, Double)
  case codes(String)
  case bounds(String, Nanoseconds, ClosedRange<Int64>)
  case twoLimits(String, String)
  case notAbove(String, Nanoseconds, String, Nanoseconds)
  case below(String, Nanoseconds, String, Nanoseconds)

  /// The problem as a sentence.
  var description: String {
    switch self {
    case .seconds(let label, let count):
      "'\(label)' is a number of seconds, 0 or more, not \(count)"
    case .shrinks(let label, let factor):
      "'\(label)' must be at least 1, not \(factor): delays that shrink press a broken server"
    case .bounds(let label, let time, let seconds):
      "'\(label)' must be from \(seconds.lowerBound)s to \(seconds.upperBound)s, not \(time)"
    case .codes(let word): "'\(word)' is no condition that is known here"
    case .twoLimits(let one, let other): "'\(one)' and '\(other)' exclude each other"
    case .notAbove(let label, let span, let other, let least):
      "'\(label)' (\(span)) must be longer than '\(other)' (\(least))"
    case .below(let label, let span, let other, let least):
      "'\(label)' (\(span)) cannot be shorter than '\(other)' (\(least))"
    }
  }
}

extension [FaultPattern] {
  /// Errors of a network or an overloaded server; an error without a name counts as one.
  static let transient: [FaultPattern] =
    connection + kinds("timeout", "overloaded", "expired")

  /// Errors of a connection, also of a server that is down.
  static let connection: [FaultPattern] =
    kinds("error", "outage", "unavailable", "network", "connection", "offline", "crashed")

  /// Answers by which a service throttles.
  static let throttling: [FaultPattern] = kinds("throttled", "rateLimited") + http(429)

  /// Returns the patterns of kinds.
  static func kinds(_ names: String...) -> [FaultPattern] { names.map { FaultPattern($0) } }

  /// Returns the patterns of statuses.
  static func http(_ codes: Int...) -> [FaultPattern] {
    codes.map { FaultPattern("http", .value(.int($0))) }
  }

  /// Returns the pattern of a range of statuses.
  static func http(_ codes: ClosedRange<Int>) -> [FaultPattern] {
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

extension Optional where Wrapped == Nanoseconds {
  /// The layer of a timeout, if there is one.
  func timeout(_ label: String) throws(InvalidArgument) -> [RetryStrategy.Layer] {
    guard let limit = self else { return [] }
    _ = try limit.notNegative(label)
    return [.timeout(limit)]
  }
}

extension Backoff {
  /// Returns the back-off with a maximum, if there is one.
  func atMost(_ longest: Nanoseconds?, _ label: String) throws(InvalidArgument) -> Backoff {
    guard let longest else { return self }
    return maximum(try longest.notNegative(label))
  }
}

extension Backoff {
  /// Returns a back-off without chance, drawn between a time and each of its delays.
  func drawn(from least: Duration) -> Backoff {
    guard least > .zero else { return fullJitter() }
    let low = Nanoseconds(least)
    return .drawn("\(low) to \(self)") { [self] in low...max(Nanoseconds(fixedDelay($0)), low) }
  }

  /// Returns a back-off that draws each delay evenly from a range: any time in it, or whole units above its start up to
  /// its end; a large draw gives a long delay, unless they fall.
  static func drawn(
    _ text: String, inWhole unit: Nanoseconds? = nil, falling: Bool = false,
    atLeast floor: Backoff = .none,
    from range: @escaping @Sendable (Int) -> ClosedRange<Nanoseconds>
  ) -> Backoff {
    .computed(
      draws: true, seesErrors: false, text: "custom { \(text) }",
      bounds: {
        let least = floor.fixedDelay($0)
        return max(
          range($0).lowerBound.duration, least)...max(
            range($0).upperBound.duration, least)
      }
    ) { retry, word, _ in
      let range = range(retry)
      let share = falling ? 1 - Double(unitOf: word) : Double(unitOf: word)
      let width = range.upperBound - range.lowerBound
      let extra =
        if let unit {
          unit
            * min(
              Int64(share * Double(width.count / unit.count + 1)), width.count / unit.count)
        } else {
          Nanoseconds(rounding: share * Double(width.count))
        }
      return max((range.lowerBound + extra).duration, floor.fixedDelay(retry))
    }
  }

  /// Returns delays of whole milliseconds that grow by a factor, cut at each step, until they reach a maximum.
  static func wholeMilliseconds(
    from first: Nanoseconds, by factor: Double, atMost longest: Nanoseconds? = nil
  ) -> Backoff {
    .growing(from: first, unit: .milliseconds(1), atMost: longest) {
      ($0 * factor).rounded(.down)
    }
  }

  /// Returns delays of whole units, each made from the one before, until they reach a maximum or stop growing.
  static func growing(
    from first: Nanoseconds, unit: Nanoseconds, atMost longest: Nanoseconds? = nil,
    _ next: (Double) -> Double
  ) -> Backoff {
    let most = longest ?? .never
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
