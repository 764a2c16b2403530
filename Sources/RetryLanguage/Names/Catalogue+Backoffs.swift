import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// How long to wait between attempts.
  static let backoffs: [Callable] =
    [
      Callable(
        "none", gives: .backoff, .backoff, "no delay at all",
        example: "op(fails: 50%).retry(attempts: 4, backoff: none)", isBare: true
      ) { _ in .backoff(.none) },
      schedule("constant", [.init(nil, .duration)], "the same delay each time", "constant(200ms)") {
        .constant($0.delay(0))
      },
      schedule(
        "linear", [.init(nil, .duration), .init("increment", .duration, isOptional: true)],
        "a delay that grows by the same step", "linear(100ms, increment: 50ms)"
      ) { .linear(increment: $0.has(1) ? $0.delay(1) : $0.delay(0), initial: $0.delay(0)) },
      schedule(
        "exponential",
        [
          .init(nil, .duration), .init("factor", .double, isOptional: true),
          .init("max", .duration, isOptional: true),
        ],
        "a delay that is multiplied each time", "exponential(100ms, factor: 2, max: 5s)"
      ) { arguments in
        let backoff = Backoff.exponential(
          factor: arguments.number(1) ?? 2, initial: arguments.delay(0))
        return arguments.has(2) ? backoff.maximum(arguments.delay(2)) : backoff
      },
      schedule(
        "fibonacci", [.init(nil, .duration)], "a delay that grows as 1, 1, 2, 3, 5",
        "fibonacci(100ms)"
      ) { .fibonacci(initial: $0.delay(0)) },
      schedule(
        "decorrelated",
        [
          .init(nil, .duration), .init(nil, .duration, isOptional: true),
          .init("max", .duration, isOptional: true),
        ],
        "a random delay between the base and three times the last one, with a cap",
        "decorrelated(100ms, 5s)"
      ) { arguments in
        let backoff = Backoff.decorrelated(base: arguments.delay(0))
        let cap = [1, 2].first(where: arguments.has)
        return cap.map { backoff.maximum(arguments.delay($0)) } ?? backoff
      },
      schedule(
        "delays", [.init(nil, .list(.duration))], "the delays one by one; the last one repeats",
        "delays([100ms, 1s, 5s])"
      ) { arguments in
        guard case .list(let items)? = arguments.values[0] else { return .none }
        return .delays(items.map { ($0.span ?? .zero).duration })
      },
    ] + shapings + jitters

  private static func schedule(
    _ name: String, _ parameters: [Callable.Parameter], _ summary: String, _ call: String,
    _ make: @escaping @Sendable (Arguments) -> Backoff
  ) -> Callable {
    Callable(
      name, parameters, gives: .backoff, .backoff, summary,
      example: "op(fails: 50%).retry(attempts: 4, backoff: \(call))"
    ) { arguments throws(InvalidArgument) in
      if let factor = arguments.values.count > 1 ? arguments.number(1) : nil, !(factor >= 0) {
        throw InvalidArgument(
          name: "factor", value: "\(factor)", requirement: "must not be negative")
      }
      for case .value(.duration(let span))? in arguments.values where span < .zero {
        throw InvalidArgument(name: "delay", value: "\(span)", requirement: "must not be negative")
      }
      if name == "decorrelated", let base = arguments.span(0),
        let cap = arguments.span(1) ?? arguments.span(2), cap < base
      {
        throw InvalidArgument(
          name: "the cap", value: "\(cap)", requirement: "must not be less than the base, \(base)")
      }
      return .backoff(make(arguments))
    }
  }

  private static let shapings: [Callable] = [
    shaping("max", [.init(nil, .duration)], "bounds the delay from above", "max(5s)") {
      $0.maximum($1.delay(0))
    },
    shaping("maximum", [.init(nil, .duration)], "bounds the delay from above", "maximum(5s)") {
      $0.maximum($1.delay(0))
    },
    shaping("min", [.init(nil, .duration)], "bounds the delay from below", "min(200ms)") {
      $0.minimum($1.delay(0))
    },
    shaping("minimum", [.init(nil, .duration)], "bounds the delay from below", "minimum(200ms)") {
      $0.minimum($1.delay(0))
    },
    shaping("fullJitter", [], "draws from zero to the delay", "fullJitter()") { backoff, _ in
      backoff.fullJitter()
    },
    shaping("equalJitter", [], "draws from half the delay to all of it", "equalJitter()") {
      backoff, _ in
      backoff.equalJitter()
    },
    shaping(
      "proportionalJitter", [.init(nil, .share)], "draws within a share around the delay",
      "proportionalJitter(20%)"
    ) { $0.proportionalJitter($1.number(0) ?? 0) },
    shaping(
      "additiveJitter", [.init(nil, .duration)], "adds up to so much to the delay",
      "additiveJitter(1s)"
    ) { $0.additiveJitter($1.delay(0)) },
  ]

  private static func shaping(
    _ name: String, _ parameters: [Callable.Parameter], _ summary: String, _ call: String,
    _ shape: @escaping @Sendable (Backoff, Arguments) -> Backoff
  ) -> Callable {
    Callable(
      name, on: .backoff, parameters, gives: .backoff, .backoff, summary,
      example: "op(fails: 50%).retry(attempts: 4, backoff: exponential(100ms).\(call))"
    ) { arguments throws(InvalidArgument) in
      try arguments.checkJitter(name)
      guard case .backoff(let backoff)? = arguments.receiver else { return .backoff(.none) }
      return .backoff(shape(backoff, arguments))
    }
  }

  private static let jitters: [Callable] = [
    jitter("none", [], "leaves nothing to chance", "none") { _ in .none },
    jitter("full", [], "draws from zero to the delay", "full") { _ in .full },
    jitter("equal", [], "draws from half the delay to all of it", "equal") { _ in .equal },
    jitter(
      "proportional", [.init(nil, .share)], "draws within a share around the delay",
      "proportional(20%)"
    ) { .proportional($0.number(0) ?? 0) },
    jitter("additive", [.init(nil, .duration)], "adds up to so much to the delay", "additive(1s)") {
      .additive($0.span(0) ?? .zero)
    },
  ]

  private static func jitter(
    _ name: String, _ parameters: [Callable.Parameter], _ summary: String, _ call: String,
    _ make: @escaping @Sendable (Arguments) -> Jitter
  ) -> Callable {
    Callable(
      name, parameters, gives: .jitter, .backoff, summary,
      example: "op(fails: 50%).retry(attempts: 4, backoff: exponential(100ms), jitter: \(call))",
      isBare: parameters.isEmpty
    ) { arguments throws(InvalidArgument) in
      try arguments.checkJitter(name)
      return .jitter(make(arguments))
    }
  }
}

extension Arguments {
  /// Refuses shares and durations that would be cut to what is possible without a word.
  fileprivate func checkJitter(_ name: String) throws(InvalidArgument) {
    if let share = values.first.flatMap({ $0?.number }) {
      try InvalidArgument.checkShare(share, name)
    }
    if let span = values.first.flatMap({ $0?.span }), span < .zero {
      throw InvalidArgument(name: name, value: "\(span)", requirement: "must not be negative")
    }
  }

  /// The duration at a position.
  func delay(_ index: Int) -> Duration { (span(index) ?? .zero).duration }
}
