import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  private static let element = Type.variable(.element)
  private static let result = Type.variable(.result)

  /// Operators on what a source sends.
  static let valueOperators: [Callable] = [
    Callable(
      "map", on: .stream, [.init(nil, .function([element], result))], gives: .source(result),
      .operators, "replaces each value by what a closure makes of it",
      example: "just(20).map { $0 * 2 + 2 }"
    ) { .source($0.source.map($0.transform(0))) },
    Callable(
      "filter", on: .stream, [.init(nil, .function([element], .bool))], gives: .stream, .operators,
      "drops the values that a closure refuses",
      example: "interval(1s).filter { $0 % 2 == 0 }.take(2)"
    ) { .source($0.source.filter($0.predicate(0))) },
    Callable(
      "scan", on: .stream, [.init(nil, result), .init(nil, .function([result, element], result))],
      gives: .source(result), .operators, "sends the sums so far",
      example: "interval(1s).take(3).scan(0) { sum, n in sum + n }"
    ) { arguments in
      let function = arguments.function(1)
      return .source(
        arguments.source.scan(arguments.value(0)) { (sum, value, draws) throws(Fault) in
          try function?.call([sum, value], &draws).plain ?? sum
        })
    },
    Callable(
      "take", on: .stream, [.init(nil, .int)], gives: .stream, .operators,
      "completes with the value of this number", example: "interval(1s).take(3)"
    ) { arguments throws(InvalidArgument) in
      try InvalidArgument.checkCount(arguments.int(0) ?? 0, "take")
      return .source(arguments.source.take(arguments.int(0) ?? 0))
    },
    Callable(
      "takeWhile", on: .stream, [.init(nil, .function([element], .bool))], gives: .stream,
      .operators, "completes at the first value that a closure refuses",
      example: "interval(1s).takeWhile { $0 < 3 }"
    ) { .source($0.source.takeWhile($0.predicate(0))) },
    Callable(
      "take", on: .stream, [.init("while", .function([element], .bool))], gives: .stream,
      .operators, "completes at the first value that a closure refuses",
      example: "interval(1s).take(while: { $0 < 3 })"
    ) { .source($0.source.takeWhile($0.predicate(0))) },
    Callable(
      "takeUntil", on: .stream, [.init(nil, .source(.any))], gives: .stream, .operators,
      "completes when another source sends its first value",
      example: "interval(1s).takeUntil(timer(3500ms))"
    ) { .source($0.source.takeUntil($0.source(0))) },
    Callable(
      "skip", on: .stream, [.init(nil, .int)], gives: .stream, .operators, "drops the first values",
      example: "interval(1s).skip(2).take(2)"
    ) { arguments throws(InvalidArgument) in
      try InvalidArgument.checkCount(arguments.int(0) ?? 0, "skip")
      return .source(arguments.source.skip(arguments.int(0) ?? 0))
    },
    Callable(
      "enumerated", on: .stream, gives: .source(.tuple([.int, element])), .operators,
      "sends each value together with its number, counted from 0",
      example: "interval(1s).take(2).enumerated()"
    ) { .source($0.source.enumerated()) },
    Callable(
      "startWith", on: .stream, [.init(nil, element, isRepeated: true)], gives: .stream, .operators,
      "sends values before its own", example: "timer(1s).startWith(7, 8)"
    ) { .source($0.source.startWith($0.list(0))) },
    Callable(
      "flatMap", on: .stream, [.init(nil, .function([element], .source(result)))],
      gives: .source(result), .operators,
      "runs the source that a closure gives for each value, all at once",
      example: "interval(1s).take(2).flatMap { n in timer(500ms) }"
    ) { .source($0.source.flatMap($0.expand(0))) },
    Callable(
      "flatMapLatest", on: .stream, [.init(nil, .function([element], .source(result)))],
      gives: .source(result), .operators,
      "runs the source that a closure gives, and cancels the one before",
      example: "interval(1s).take(2).flatMapLatest { n in timer(1500ms) }"
    ) { .source($0.source.flatMapLatest($0.expand(0))) },
    Callable(
      "concatMap", on: .stream, [.init(nil, .function([element], .source(result)))],
      gives: .source(result), .operators,
      "runs the sources that a closure gives, one after the other",
      example: "interval(1s).take(2).concatMap { n in timer(1500ms) }"
    ) { .source($0.source.concatMap($0.expand(0))) },
    Callable(
      "merge", on: .stream, [.init(nil, .stream)], gives: .stream, .operators,
      "sends its own values and those of another source as they come",
      example: "timer(1s).merge(timer(2s))"
    ) { .source($0.source.merge($0.source(0))) },
    Callable(
      "concat", on: .stream, [.init(nil, .stream)], gives: .stream, .operators,
      "runs another source after its completion", example: "timer(1s).concat(timer(1s))"
    ) { .source($0.source.concat($0.source(0))) },
    Callable(
      "materialize", on: .stream, gives: .source(.signal), .operators,
      "sends its signals as values", example: "fail(.timeout).materialize()"
    ) { .source($0.source.materialize()) },
    Callable(
      "dematerialize", on: .stream, gives: .source(.any), .operators,
      "sends the signals that its values stand for",
      example: "just(1).materialize().dematerialize()"
    ) { .source($0.source.dematerialize()) },
    Callable(
      "do", on: .stream, [.init(nil, .text)], gives: .stream, .operators,
      "notes each of its signals in the trace", example: #"just(1).do("seen")"#
    ) { arguments in
      let text = arguments.text(0) ?? ""
      return .source(arguments.source.do { "\(text): \($0)" })
    },
  ]

  /// Operators on time.
  static let timeOperators: [Callable] = [
    Callable(
      "delay", on: .stream, [.init(nil, .duration)], gives: .stream, .operators,
      "moves values and completion back in time; an error is not delayed",
      example: "just(1).delay(200ms)"
    ) { .source($0.source.delay($0.span(0) ?? .zero)) },
    Callable(
      "delaySubscription", on: .stream, [.init(nil, .duration)], gives: .stream, .operators,
      "subscribes only after a delay", example: "just(1).delaySubscription(200ms)"
    ) { .source($0.source.delaySubscription($0.span(0) ?? .zero)) },
    Callable(
      "debounce", on: .stream, [.init(nil, .duration)], gives: .stream, .operators,
      "sends what no other value follows within a time",
      example: #"marbles("12---3|").debounce(20ms)"#
    ) { .source($0.source.debounce($0.span(0) ?? .zero)) },
    Callable(
      "throttle", on: .stream, [.init(nil, .duration), .init("latest", .bool, isOptional: true)],
      gives: .stream, .operators, "sends no two values within a time of each other",
      example: #"marbles("123-4|").throttle(30ms, latest: false)"#
    ) { arguments in
      .source(
        arguments.source.throttle(
          arguments.span(0) ?? .zero, latest: arguments.values[1]?.plain != .bool(false)))
    },
    Callable(
      "timeout", on: .stream, [.init(nil, .duration), .init("error", .fault, isOptional: true)],
      gives: .stream, .operators,
      "fails with .timeout, or another error, when no signal comes for a time",
      example: "op(latency: 1s).timeout(500ms)"
    ) { arguments in
      let error = arguments.has(1) ? arguments.fault(1) : .timeout
      return .source(arguments.source.timeout(arguments.span(0) ?? .zero, error: error))
    },
    Callable(
      "cancel", on: .stream, [.init("at", .duration)], gives: .stream, .operators,
      "cancels the whole call at a time", example: "op(fails: 100%).retry().cancel(at: 1s)"
    ) { .source($0.source.cancel(at: $0.span(0) ?? .zero)) },
  ]

  /// Operators on errors.
  static let errorOperators: [Callable] = [
    Callable(
      "catch", on: .stream, [.init(nil, .function([.fault], .source(result)))], gives: .stream,
      .operators, "continues after an error with what a closure gives for it",
      example: "fail(.timeout).catch { e in just(0) }"
    ) { arguments in
      let expand = arguments.expand(0)
      return .source(
        arguments.source.catch { (fault, draws) throws(Fault) in
          try expand(.fault(fault), &draws)
        })
    },
    Callable(
      "catchAndReturn", on: .stream, [.init(nil, result)], gives: .stream, .operators,
      "sends a value in the place of an error", example: "fail(.timeout).catchAndReturn(0)"
    ) { .source($0.source.catchAndReturn($0.value(0))) },
    Callable(
      "mapError", on: .stream, [.init(nil, .function([.fault], .fault))], gives: .stream,
      .operators,
      "replaces an error by what a closure makes of it",
      example: "fail(.timeout).mapError { e in .network(e) }"
    ) { arguments in
      let function = arguments.function(0)
      return .source(
        arguments.source.mapError { (fault, draws) throws(Fault) in
          try function?.call([.fault(fault)], &draws).plain?.fault ?? fault
        })
    },
    Callable(
      "fallback", on: .stream,
      [.init("to", .stream), .init("on", .list(.pattern), isOptional: true)],
      gives: .stream, .operators, "continues with another source after an error",
      example: "op(fails: 100%).fallback(to: just(0))"
    ) { .source($0.source.fallback(to: $0.source(0), on: FaultFilter(on: $0.patterns(1)))) },
    Callable(
      "cached", on: .stream,
      [
        .init(nil, result), .init("fresh", .share, isOptional: true),
        .init("stale", .share, isOptional: true),
      ], gives: .stream, .operators,
      "serves a fresh entry without asking, and an old one when all fails",
      example: "op(fails: 100%).cached(7, fresh: 20%, stale: 50%)"
    ) { arguments throws(InvalidArgument) in
      .source(
        arguments.source.cached(
          try CacheContents(
            fresh: arguments.number(1) ?? 0,
            stale: arguments.number(2) ?? 1 - (arguments.number(1) ?? 0),
            value: arguments.value(0))))
    },
  ]

  /// Plain functions.
  static let functions: [Callable] = [
    Callable(
      "min", [.init(nil, result), .init(nil, result)], gives: result, .function,
      "the smaller of two values", example: "just(min(3, 5))"
    ) { .value($0.smaller(0, 1)) },
    Callable(
      "max", [.init(nil, result), .init(nil, result)], gives: result, .function,
      "the greater of two values", example: "just(max(3, 5))"
    ) { .value($0.smaller(0, 1) == $0.value(0) ? $0.value(1) : $0.value(0)) },
    Callable(
      "abs", [.init(nil, result)], gives: result, .function, "a number without its sign",
      example: "just(abs(-3))"
    ) { arguments in
      let value = arguments.value(0)
      let isNegative = Arithmetic.compare(value, value.zero) == -1
      return .value(isNegative ? (try? Arithmetic.negated(value)) ?? value : value)
    },
    Callable(
      "random", [.init(nil, .range(result))], gives: result, .function,
      "a number or a duration from a range, drawn anew each time",
      example: "op(fails: 50%).retryWhen { e in e.take(3).flatMap { timer(random(0ms...100ms)) } }",
      draws: true
    ) { arguments throws(InvalidArgument) in .value(try arguments.drawn(0)) },
    Callable(
      "round", [.init(nil, .double)], gives: .int, .function, "the nearest whole number",
      example: "just(round(2.6))"
    ) { .value(.int(Int(rounding: $0.number(0) ?? 0))) },
  ]
}

extension Arguments {
  /// The smaller of two values; the first where they have no order.
  fileprivate func smaller(_ first: Int, _ second: Int) -> Value {
    let (a, b) = (value(first), value(second))
    return Arithmetic.compare(b, a) == -1 ? b : a
  }
}

extension Arguments {
  /// A value from a range, as chance has it.
  fileprivate func drawn(_ index: Int) throws(InvalidArgument) -> Value {
    guard case .range(let low, let high, let isClosed)? = values[index] else { return .unit }
    guard Arithmetic.compare(low, high).map({ $0 < (isClosed ? 1 : 0) }) ?? false else {
      throw InvalidArgument(
        name: "random", value: "\(low)\(isClosed ? "..." : "..<")\(high)",
        requirement: "needs a range that runs upwards, and is not empty")
    }
    switch (low, high) {
    case (.int(let low), .int(let high)):
      let count = Double(high) - Double(low) + (isClosed ? 1 : 0)
      let step = Nanoseconds(rounding: luck * count - 0.5)
      let drawn = Nanoseconds(Int64(low)) + step
      return .int(min(Int(drawn.count), isClosed ? high : high - 1))
    case (.duration(let low), .duration(let high)):
      return .duration(low + Nanoseconds(rounding: luck * Double((high - low).count)))
    default:
      let (low, high) = (Item.value(low).number ?? 0, Item.value(high).number ?? 0)
      return .double(low + luck * (high - low))
    }
  }
}

extension Value {
  /// The zero of the kind of number that this is.
  fileprivate var zero: Value {
    if case .duration = self { .duration(.zero) } else { .int(0) }
  }
}
