import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Operations and what they are made of.
  static let operations: [Callable] = [
    Callable(
      "op",
      [
        .init(nil, .text, isOptional: true), .init("latency", .latency, isOptional: true),
        .init("fails", .faults, isOptional: true), .init("hangs", .share, isOptional: true),
        .init("outages", .outages, isOptional: true),
        .init("script", .list(.outcome), isOptional: true),
        .init("returns", .variable(.result), isOptional: true),
        .init("error", .fault, isOptional: true), .init("on", .resource, isOptional: true),
      ], gives: .source(.variable(.result)), .operation,
      "an operation that takes a latency and then sends one value, or fails",
      example: "op(latency: 80ms...120ms, fails: [.timeout: 30%, .auth: 2%])"
    ) { arguments throws(InvalidArgument) in
      .source(.operation(try arguments.operation()))
    },
    Callable(
      "now", on: .attempt, gives: .duration, .operation, "the time at which an attempt began",
      example: "op(fails: { a in a.now < 2s ? 100% : 5% })", isBare: true
    ) { .value(.duration($0.attempt?.began.sinceStart ?? .zero)) },
    Callable(
      "number", on: .attempt, gives: .int, .operation, "the number of an attempt, counted from 1",
      example: "op(fails: { a in a.number < 3 ? 100% : 0% })", isBare: true
    ) { .value(.int($0.attempt?.number ?? 0)) },
    Callable(
      "burst",
      [
        .init("enter", .share), .init("leave", .share), .init("fails", .share, isOptional: true),
        .init("error", .fault, isOptional: true),
      ], gives: .faults, .operation, "bad times that come and go between the attempts of a call",
      example: "op(fails: burst(enter: 1%, leave: 20%, fails: 90%))"
    ) { arguments throws(InvalidArgument) in
      .faults(
        .burst(
          try Burst(
            enter: arguments.number(0) ?? 0, leave: arguments.number(1) ?? 0,
            fails: arguments.number(2) ?? 1,
            fault: arguments.has(3) ? arguments.fault(3) : .unspecified)))
    },
    Callable(
      "every",
      [
        .init(nil, .duration), .init("for", .duration), .init("error", .fault, isOptional: true),
        .init("latency", .duration, isOptional: true),
      ], gives: .outages, .operation, "an outage at the end of each period",
      example: "op(outages: every(1m, for: 5s))"
    ) { arguments throws(InvalidArgument) in
      .outages(
        try Outages(
          .every(arguments.span(0) ?? .zero, for: arguments.span(1) ?? .zero),
          fault: arguments.has(2) ? arguments.fault(2) : .outage, latency: arguments.span(3)))
    },
    Callable(
      "outages",
      [
        .init(nil, .list(.range(.duration))), .init("error", .fault, isOptional: true),
        .init("latency", .duration, isOptional: true),
      ], gives: .outages, .operation, "times in which attempts fail, with their error and how fast",
      example:
        "op(outages: outages([0s...1s], error: .http(503), latency: 5ms)).retry(attempts: 3, delay: 1s)"
    ) { arguments throws(InvalidArgument) in
      .outages(
        try Outages(
          .during(try (arguments.values[0] ?? .list([])).instants()),
          fault: arguments.has(1) ? arguments.fault(1) : .outage, latency: arguments.span(2)))
    },
    Callable(
      "ok", gives: .outcome, .operation, "an attempt that succeeds",
      example: "op(script: [.timeout, ok])", isBare: true
    ) { _ in .outcome(ScriptedAnswer(.ok)) },
    Callable(
      "ok", [.init(nil, .variable(.result))], gives: .outcome, .operation,
      "an attempt that succeeds with a value", example: "op(script: [.timeout, ok(42)])"
    ) { .outcome(ScriptedAnswer(.value($0.value(0)))) },
    Callable(
      "empty", gives: .outcome, .operation, "an attempt that completes without a value",
      example: "op(script: [.timeout, empty])", isBare: true
    ) { _ in .outcome(ScriptedAnswer(.empty)) },
    Callable(
      "never", gives: .outcome, .operation, "an attempt that never answers",
      example: "op(script: [never, ok]).timeout(1s).retry(2)", isBare: true
    ) { _ in .outcome(ScriptedAnswer(.never)) },
    Callable(
      "after", on: .outcome, [.init(nil, .duration)], gives: .outcome, .operation,
      "the same answer after a time of its own", example: "op(script: [.timeout.after(50ms), ok])"
    ) { arguments in
      switch arguments.receiver {
      case .outcome(let scripted)?:
        .outcome(ScriptedAnswer(scripted.answer, after: arguments.span(0)))
      case .value(.fault(let fault))?:
        .outcome(ScriptedAnswer(.fault(fault), after: arguments.span(0)))
      default: .unit
      }
    },
  ]

  /// How long things take.
  static let latencies: [Callable] = [
    Callable(
      "exponential", [.init(nil, .duration)], gives: .latency, .latency,
      "a latency whose mean this is, as of independent events",
      example: "op(latency: exponential(100ms))"
    ) { arguments throws(InvalidArgument) in
      .latency(try .exponential(mean: arguments.span(0) ?? .zero))
    },
    Callable(
      "exponential", [.init("mean", .duration)], gives: .latency, .latency,
      "a latency whose mean this is, as of independent events",
      example: "op(latency: exponential(mean: 100ms))"
    ) { arguments throws(InvalidArgument) in
      .latency(try .exponential(mean: arguments.span(0) ?? .zero))
    },
    Callable(
      "constant", [.init(nil, .duration)], gives: .latency, .latency,
      "a latency that never changes",
      example: "op(latency: constant(100ms))"
    ) { arguments throws(InvalidArgument) in
      .latency(try .constant(arguments.span(0) ?? .zero))
    },
    Callable(
      "normal", [.init(nil, .duration), .init("sd", .duration)], gives: .latency, .latency,
      "a normal latency with a standard deviation; what would be negative is zero",
      example: "op(latency: normal(100ms, sd: 20ms))"
    ) { arguments throws(InvalidArgument) in
      .latency(try .normal(mean: arguments.span(0) ?? .zero, sd: arguments.span(1) ?? .zero))
    },
    Callable(
      "lognormal", [.init("p50", .duration), .init("p99", .duration)], gives: .latency, .latency,
      "a lognormal latency by its median and its 99th percentile",
      example: "op(latency: lognormal(p50: 80ms, p99: 900ms))"
    ) { arguments throws(InvalidArgument) in
      .latency(try .lognormal(p50: arguments.span(0) ?? .zero, p99: arguments.span(1) ?? .zero))
    },
    Callable(
      "samples", [.init(nil, .text)], gives: .latency, .latency,
      "latencies that were measured: a file with one a line, as 12ms, or as a number of milliseconds",
      example: #"op(latency: samples("latencies.csv"))"#
    ) { arguments throws(InvalidArgument) in
      .latency(try .empirical(try Samples.read(arguments.text(0) ?? "", from: arguments.outside)))
    },
    Callable(
      "lognormal", [.init("median", .duration), .init("sigma", .double)], gives: .latency, .latency,
      "a lognormal latency by its median and the deviation of its logarithm",
      example: "op(latency: lognormal(median: 80ms, sigma: 0.5))"
    ) { arguments throws(InvalidArgument) in
      .latency(
        try .lognormal(median: arguments.span(0) ?? .zero, sigma: arguments.number(1) ?? .nan))
    },
    Callable(
      "mix", [.init(nil, .dictionary(.share, .latency), isRepeated: true)], gives: .latency,
      .latency,
      "one of several latencies, each with its share",
      example: "op(latency: mix(95%: 50ms...60ms, 5%: 2s))"
    ) { arguments throws(InvalidArgument) in
      .latency(try .mixture(arguments.shares(0)))
    },
    Callable(
      "pareto", [.init("min", .duration), .init("shape", .double)], gives: .latency, .latency,
      "a latency with a heavy tail", example: "op(latency: pareto(min: 20ms, shape: 1.5))"
    ) { arguments throws(InvalidArgument) in
      .latency(try .pareto(min: arguments.span(0) ?? .zero, shape: arguments.number(1) ?? .nan))
    },
  ]
}

extension Arguments {
  var attempt: Attempt? {
    if case .attempt(let attempt)? = receiver { attempt } else { nil }
  }

  func latency(_ index: Int) -> Distribution? {
    if case .latency(let latency)? = values[index] { latency } else { nil }
  }

  /// The parts of a mixture.
  fileprivate func shares(_ index: Int) -> [(share: Double, Distribution)] {
    guard case .list(let items)? = values[index] else { return [] }
    return items.flatMap { item -> [(share: Double, Distribution)] in
      guard case .dictionary(let entries) = item else { return [] }
      return entries.compactMap { entry in
        guard case .latency(let latency) = entry.value else { return nil }
        return (entry.key.number ?? .nan, latency)
      }
    }
  }

  private func fault(orNone index: Int) -> Fault? { has(index) ? fault(index) : nil }

  /// The operation that the arguments of `op` describe.
  fileprivate func operation() throws(InvalidArgument) -> Operation {
    var faults = Faults.none
    if case .faults(let given)? = values[2] { faults = given.failing(with: fault(orNone: 7)) }
    var outages: Outages?
    if case .outages(let given)? = values[4] { outages = given }
    var resource: Resource?
    if case .resource(let given)? = values[8] { resource = given }
    var script: [ScriptedAnswer] = []
    if case .list(let items)? = values[5] {
      script = items.compactMap { if case .outcome(let answer) = $0 { answer } else { nil } }
      guard !script.isEmpty else {
        throw InvalidArgument(name: "script", value: "[]", requirement: "must have an answer")
      }
    }
    return try Operation(
      text(0) ?? bindingName ?? "op", latency: latency(1), faults: faults, hangs: number(3) ?? 0,
      outages: outages, on: resource, script: script, returns: has(6) ? value(6) : .unit)
  }
}
