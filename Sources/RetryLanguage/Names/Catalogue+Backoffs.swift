import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Back-offs and jitter.
  static let backoffs: [Callable] = schedules + swiftSchedules + shapings + joinings + jitters

  @Table private static var schedules: [Callable] {
    word(
      "none", .backoff, .none, .backoff, "no delay",
      example: "op(fails: 50%).retry(attempts: 4, backoff: none)")
    Callable(
      "constant", .one(.duration), gives: .backoff, .backoff, "the same delay before every retry",
      example: waiting("constant(200ms)")
    ) { delay throws(InvalidArgument) in .constant(try delay.notNegative("delay", of: "the delay"))
    }
    Callable(
      "linear", .one(.duration), .optional("increment", .duration, growth), gives: .backoff,
      .backoff,
      "a delay that grows by a fixed increment", example: waiting("linear(100ms, increment: 50ms)")
    ) { initial, increment throws(InvalidArgument) in
      let initial = try initial.notNegative("delay", of: "the delay")
      let increment = try increment?.notNegative("increment")
      return .linear(increment: increment ?? initial, initial: initial)
    }
    Callable(
      "exponential", .one(.duration), factor, longest,
      gives: .backoff, .backoff, "a delay that is multiplied by a factor each time",
      example: waiting("exponential(100ms, factor: 2, max: 5s)")
    ) { initial, factor, longest throws(InvalidArgument) in
      return Backoff.exponential(
        factor: factor, initial: try initial.notNegative("delay", of: "the delay")
      )
      .bounded(try longest?.notNegative("max"))
    }
    Callable(
      "fibonacci", .one(.duration), gives: .backoff, .backoff,
      "a delay that grows like the Fibonacci numbers: 1, 1, 2, 3, 5",
      example: waiting("fibonacci(100ms)")
    ) { initial throws(InvalidArgument) in
      .fibonacci(initial: try initial.notNegative("delay", of: "the delay"))
    }
    Callable(
      "decorrelated", .one(.duration), .optional(.duration), longest,
      gives: .backoff, .backoff,
      "decorrelated jitter: a random delay between the base and three times the previous delay, up to a cap",
      example: waiting("decorrelated(100ms, 5s)")
    ) { base, second, longest throws(InvalidArgument) in
      let backoff = Backoff.decorrelated(base: try base.notNegative("delay", of: "the delay"))
      let caps = (try second?.notNegative("delay", of: "the cap"), try longest?.notNegative("max"))
      if let cap = second ?? longest, cap < base {
        throw InvalidArgument("max", CallProblem.cap(cap, belowBase: base))
      }
      return backoff.bounded(caps.0 ?? caps.1)
    }
    Callable(
      "ratcheting", shortest, excess,
      .one("maximum", .duration, "the longest delay, at which it stays"), gives: .backoff, .backoff,
      "a random delay between the previous one and that times a factor, which never shrinks, as in Finagle",
      example: waiting("ratcheting(base: 5ms, maximum: 200ms)")
    ) { base, factor, longest throws(InvalidArgument) in
      return .ratcheting(
        base: try base.notNegative("base"), factor: factor,
        maximum: try longest.notNegative("maximum"))
    }
    Callable(
      "smoothed", factor, first, gives: .backoff,
      .backoff,
      "random delays whose sum grows exponentially, without clusters: the decorrelated jitter of Polly",
      example: waiting("smoothed(initial: 100ms)")
    ) { factor, initial throws(InvalidArgument) in
      .smoothed(factor: factor, initial: try initial.notNegative("initial"))
    }
    Callable(
      "delays", .one(.list(of: .duration)), gives: .backoff, .backoff,
      "a list of delays; the last one repeats", example: waiting("delays([100ms, 1s, 5s])")
    ) { .delays($0.map(\.duration)) }
  }

  private static let growth = "how much longer each delay is than the previous one"
  private static let first = ParameterBinding<Nanoseconds>.one(
    "initial", .duration, "the first delay")
  private static let shortest = ParameterBinding<Nanoseconds>.one(
    "base", .duration, "the shortest delay")
  private static let longest = ParameterBinding<Nanoseconds?>.optional(
    "max", .duration, "the maximum delay, before jitter")

  private static let factor = ParameterBinding<Double>.one(
    "factor", .double, or: 2, "the multiplier from one delay to the next, at least 1"
  ).checked { factor throws(InvalidArgument) in try factor.growing }

  private static let excess = ParameterBinding<Double>.one(
    "factor", .double, or: 3, "by how much a delay may exceed the one before"
  ).checked { factor throws(InvalidArgument) in try factor.growing }

  /// The schedules with the labels that they have in Swift.
  @Table private static var swiftSchedules: [Callable] {
    Callable(
      "linear", .one("increment", .duration, growth), first, gives: .backoff, .backoff,
      "a delay that grows by a fixed increment, as in Swift",
      example: waiting("linear(increment: 50ms, initial: 100ms)")
    ) { increment, initial throws(InvalidArgument) in
      .linear(
        increment: try increment.notNegative("increment"),
        initial: try initial.notNegative("initial"))
    }
    Callable(
      "exponential", factor, first, gives: .backoff,
      .backoff, "a delay that is multiplied by a factor each time, as in Swift",
      example: waiting("exponential(factor: 2, initial: 100ms)")
    ) { factor, initial throws(InvalidArgument) in
      .exponential(factor: factor, initial: try initial.notNegative("initial"))
    }
    Callable(
      "fibonacci", first, gives: .backoff, .backoff,
      "a delay that grows like the Fibonacci numbers, as in Swift",
      example: waiting("fibonacci(initial: 100ms)")
    ) { initial throws(InvalidArgument) in .fibonacci(initial: try initial.notNegative("initial"))
    }
    Callable(
      "decorrelated", shortest, excess,
      gives: .backoff,
      .backoff,
      "a random delay between the base and so many times the delay before, as in Swift",
      example: waiting("decorrelated(base: 100ms, factor: 3)")
    ) { base, factor throws(InvalidArgument) in
      .decorrelated(base: try base.notNegative("base"), factor: factor)
    }
  }

  static func waiting(_ backoff: String) -> String {
    "op(fails: 50%).retry(attempts: 4, backoff: \(backoff))"
  }

  private static let shapings: [Callable] =
    ["max", "maximum"].map { bound($0, "sets an upper bound for the delay") { $0.maximum($1) } }
    + ["min", "minimum"].map { bound($0, "sets a lower bound for the delay") { $0.minimum($1) } }
    + shakings + wholes

  @Table private static var wholes: [Callable] {
    whole(
      "wholeJitter", "unit", of: "exponential(25ms)",
      "draws a whole number of units below the delay at random, as Envoy does"
    ) { $0.wholeJitter(unit: $1) }
    whole("truncated", "to", "rounds the delay down to whole units") { $0.truncated(to: $1) }
    whole("rounded", "to", "rounds the delay to the nearest whole unit") { $0.rounded(to: $1) }
    Callable(
      "jitter", on: .backoff, .one(.jitter), gives: .backoff, .backoff,
      "adds jitter of the given kind", example: waiting("exponential(100ms).jitter(full)")
    ) { $1.shaping($0) }
  }

  /// Returns a method that makes the delays whole units.
  private static func whole(
    _ name: String, _ label: String, of backoff: String = "exponential(100ms, factor: 1.5)",
    _ summary: String, _ shape: @escaping @Sendable (Backoff, Duration) -> Backoff
  ) -> Callable {
    Callable(
      name, on: .backoff, .one(label, .duration, "the unit"), gives: .backoff, .backoff, summary,
      example: waiting("\(backoff).\(name)(\(label): 1ms)")
    ) { backoff, unit throws(InvalidArgument) in
      guard unit > .zero else {
        throw InvalidArgument(label, DistributionProblem.notPositive("'\(label)'", unit))
      }
      return shape(backoff, unit.duration)
    }
  }

  @Table private static var joinings: [Callable] {
    Callable(
      "take", on: .backoff, .one(.int), gives: .backoff, .backoff,
      "ends after this many delays, and with it the retries; '++' continues with another back-off",
      example: waiting("constant(1s).take(2) ++ exponential(1s)")
    ) { backoff, count throws(InvalidArgument) in backoff.take(try count.atLeast(0, "take")) }
    Callable(
      "takeUntil", on: .backoff, .one(.duration), gives: .backoff, .backoff,
      "ends once the sum of the longest possible delays reaches this time",
      example: waiting("linear(1s).takeUntil(9s)")
    ) { backoff, total throws(InvalidArgument) in
      backoff.takeUntil(try total.notNegative("takeUntil", of: "the time"))
    }
    Callable(
      "then", on: .backoff, .one(.backoff), gives: .backoff, .backoff,
      "continues with another back-off when this one ends, as '++' does",
      example: waiting("constant(1s).take(2).then(exponential(1s))")
    ) { $0.then($1) }
    after("Throttling", "after .throttled, .rateLimited and .http(429), as in the AWS SDKs") {
      $0.afterThrottling($1)
    }
    after("Timeout", "after .timeout") { $0.afterTimeout($1) }
    Callable(
      "firstAtOnce", on: .backoff, gives: .backoff, .backoff,
      "makes the first retry at once, and the others after the delays",
      example: waiting("exponential(1s).firstAtOnce()")
    ) { $0.firstAtOnce() }
  }

  /// Returns a method that sets other delays after errors of a cause.
  private static func after(
    _ cause: String, _ errors: String, _ join: @escaping @Sendable (Backoff, Backoff) -> Backoff
  ) -> Callable {
    Callable(
      "after\(cause)", on: .backoff, .one(.backoff), gives: .backoff, .backoff,
      "has other delays \(errors)",
      example: waiting("exponential(50ms).after\(cause)(exponential(1s))")
    ) { join($0, $1) }
  }

  /// Returns a method that sets a bound on the delays of a back-off.
  private static func bound(
    _ name: String, _ summary: String,
    _ shape: @escaping @Sendable (Backoff, Duration) -> Backoff
  ) -> Callable {
    Callable(
      name, on: .backoff, .one(.duration), gives: .backoff, .backoff, summary,
      example: waiting("exponential(100ms).\(name)(\(name.hasPrefix("max") ? "5s" : "200ms"))")
    ) { backoff, limit throws(InvalidArgument) in
      shape(backoff, try limit.notNegative(name, of: "the bound"))
    }
  }
}

extension Nanoseconds {
  /// Returns the time for a policy; throws if it is negative, because a policy would silently use zero.
  func notNegative(
    _ label: String, of name: String? = nil
  ) throws(InvalidArgument) -> Duration {
    guard self >= .zero else {
      throw InvalidArgument(
        label, CallProblem.negativeDuration(of: name ?? "'\(label)'", self))
    }
    return duration
  }
}

extension Double {
  /// The factor of a back-off; throws if it is below one.
  fileprivate var growing: Double {
    get throws(InvalidArgument) {
      guard self >= 1 else { throw InvalidArgument("factor", CallProblem.factorBelowOne(self)) }
      return self
    }
  }
}

extension Backoff {
  /// Returns the back-off with a maximum, if there is one.
  fileprivate func bounded(_ longest: Duration?) -> Backoff {
    longest.map { maximum($0) } ?? self
  }
}
