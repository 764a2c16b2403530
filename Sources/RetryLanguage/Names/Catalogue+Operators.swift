import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  private static let element = Type.variable(.element)
  private static let result = Type.variable(.result)

  @Table static var valueOperators: [Callable] {
    Callable(
      "map", on: .stream, .one(.function([element], result)), gives: .source(result), .operators,
      "transforms each value with a closure",
      example: "just(20).map { $0 * 2 + 2 }"
    ) { $0.map($1.transform) }
    Callable(
      "filter", on: .stream, .one(.function([element], .bool)), gives: .stream, .operators,
      "keeps the values for which a closure returns true",
      example: "interval(1s).filter { $0 % 2 == 0 }.take(2)"
    ) { $0.filter($1.predicate) }
    Callable(
      "scan", on: .stream, .one(.result), .one(.function([result, element], result)),
      gives: .source(result), .operators,
      "combines the values one by one and sends each intermediate result",
      example: "interval(1s).take(3).scan(0) { sum, n in sum + n }"
    ) { $0.scan($1, $2.combine) }
    Callable(
      "take", on: .stream, .one(.int), gives: .stream, .operators,
      "sends this many values, then completes", example: "interval(1s).take(3)"
    ) { source, count throws(InvalidArgument) in
      try InvalidArgument.checkCount(count, "take", of: "the number of values")
      return source.take(count)
    }
    takeWhile("takeWhile", label: nil, example: "interval(1s).takeWhile { $0 < 3 }")
    takeWhile("take", label: "while", example: "interval(1s).take(while: { $0 < 3 })")
    Callable(
      "takeUntil", on: .stream, .one(.source(.any)), gives: .stream, .operators,
      "completes when another source sends its first value",
      example: "interval(1s).takeUntil(timer(3500ms))"
    ) { $0.takeUntil($1) }
    Callable(
      "skip", on: .stream, .one(.int), gives: .stream, .operators, "drops this many values",
      example: "interval(1s).skip(2).take(2)"
    ) { source, count throws(InvalidArgument) in
      try InvalidArgument.checkCount(count, "skip", of: "the number of values")
      return source.skip(count)
    }
    Callable(
      "takeLast", on: .stream, .one(.int), gives: .stream, .operators,
      "sends this many of the last values when the source completes",
      example: "interval(1s).take(5).takeLast(2)"
    ) { source, count throws(InvalidArgument) in
      try InvalidArgument.checkCount(count, "takeLast", of: "the number of values")
      return source.takeLast(count)
    }
    Callable(
      "enumerated", on: .stream, gives: .source(.tuple([.int, element])), .operators,
      "sends each value with its index, counted from 0",
      example: "interval(1s).take(2).enumerated()"
    ) { $0.enumerated() }
    Callable(
      "startWith", on: .stream, .many(.element), gives: .stream, .operators,
      "sends these values before its own", example: "timer(1s).startWith(7, 8)"
    ) { $0.startWith($1) }
    expanding(
      "flatMap", "all concurrently",
      example: "interval(1s).take(2).flatMap { n in timer(500ms) }"
    ) { $0.flatMap($1.expand) }
    expanding(
      "flatMapLatest", "and cancels the previous one",
      example: "interval(1s).take(2).flatMapLatest { n in timer(1500ms) }"
    ) { $0.flatMapLatest($1.expand) }
    expanding(
      "concatMap", "one after the other",
      example: "interval(1s).take(2).concatMap { n in timer(1500ms) }"
    ) { $0.concatMap($1.expand) }
    Callable(
      "merge", on: .stream, .one(.stream), gives: .stream, .operators,
      "interleaves its values with those of another source",
      example: "timer(1s).merge(timer(2s))"
    ) { $0.merge($1) }
    Callable(
      "concat", on: .stream, .one(.stream), gives: .stream, .operators,
      "continues with another source after it completes", example: "timer(1s).concat(timer(1s))"
    ) { $0.concat($1) }
    Callable(
      "materialize", on: .stream, gives: .source(.signal), .operators,
      "sends its signals as values", example: "fail(.timeout).materialize()"
    ) { $0.materialize() }
    Callable(
      "dematerialize", on: .stream, gives: .source(.any), .operators,
      "turns values back into the signals they stand for",
      example: "just(1).materialize().dematerialize()"
    ) { $0.dematerialize() }
    Callable(
      "do", on: .stream, .one(.text), gives: .stream, .operators,
      "writes each of its signals to the trace", example: #"just(1).do("seen")"#
    ) { source, text in source.do { "\(text): \($0)" } }
  }

  /// `take` by a condition, with Swift's label or without one.
  private static func takeWhile(_ name: String, label: String?, example: String) -> Callable {
    Callable(
      name, on: .stream, .one(label, .function([element], .bool), "a condition on each value"),
      gives: .stream, .operators,
      "completes at the first value for which a closure returns false", example: example
    ) { $0.takeWhile($1.predicate) }
  }

  /// Returns an operator that runs a source for each value, in its own manner.
  private static func expanding(
    _ name: String, _ manner: String, example: String,
    _ join: @escaping @Sendable (Source, Function) -> Source
  ) -> Callable {
    Callable(
      name, on: .stream, .one(.function([element], .source(result))), gives: .source(result),
      .operators, "runs the source that a closure returns for each value, \(manner)",
      example: example
    ) { join($0, $1) }
  }

  @Table static var timeOperators: [Callable] {
    Callable(
      "delay", on: .stream, .one(.duration), gives: .stream, .operators,
      "delays values and completion, but not errors",
      example: "just(1).delay(200ms)"
    ) { $0.delay($1) }
    Callable(
      "delaySubscription", on: .stream, .one(.duration), gives: .stream, .operators,
      "subscribes after a delay", example: "just(1).delaySubscription(200ms)"
    ) { $0.delaySubscription($1) }
    buffer(label: nil, example: "interval(1s).take(5).buffer(2500ms)")
    buffer(
      label: "timeSpan", example: "interval(1s).take(5).buffer(timeSpan: .seconds(3), count: 2)")
    Callable(
      "buffer", on: .stream, .one("count", .int, longestList), gives: .source(.list(element)),
      .operators,
      "collects values into lists of this size; the rest is sent on completion",
      example: "interval(1s).take(5).buffer(count: 2)"
    ) { source, count throws(InvalidArgument) in
      source.buffer(nil, count: try count.atLeast(1, "count"))
    }
    Callable(
      "debounce", on: .stream, .one(.duration), gives: .stream, .operators,
      "sends a value if no other follows within this time",
      example: #"marbles("12---3|").debounce(20ms)"#
    ) { $0.debounce($1) }
    Callable(
      "throttle", on: .stream, .one(.duration),
      .one(
        "latest", .bool, or: true, "whether the latest value is sent at the end of the interval"),
      gives: .stream,
      .operators, "sends at most one value per interval",
      example: #"marbles("123-4|").throttle(30ms, latest: false)"#
    ) { $0.throttle($1, latest: $2) }
    Callable(
      "timeout", on: .stream, .one(.duration),
      .one("error", .fault, or: .timeout, "the error if no signal arrives in time"), gives: .stream,
      .operators, "fails with .timeout, or another error, if no signal arrives in time",
      example: "op(latency: 1s).timeout(500ms)"
    ) { $0.timeout($1, error: $2) }
    Callable(
      "cancel", on: .stream, .one("at", .duration, "the time, counted from the start of the call"),
      gives: .stream, .operators,
      "cancels the whole call at this time", example: "op(fails: 100%).retry().cancel(at: 1s)"
    ) { $0.cancel(at: $1) }
  }

  private static let longestList = "the maximum number of values in a list"

  /// `buffer` by time, with Swift's label or without one.
  private static func buffer(label: String?, example: String) -> Callable {
    Callable(
      "buffer", on: .stream, .one(label, .duration, "how long to collect a list"),
      .optional("count", .int, longestList),
      gives: .source(.list(element)), .operators,
      "collects values into lists: one per time span, or sooner if it reaches the count",
      example: example
    ) { source, span, count throws(InvalidArgument) in
      guard span > .zero else {
        throw InvalidArgument(label ?? "buffer", CallProblem.emptyTimeSpan(span))
      }
      return source.buffer(span, count: try count?.atLeast(1, "count"))
    }
  }

  @Table static var errorOperators: [Callable] {
    Callable(
      "catch", on: .stream, .one(.function([.fault], .source(result))), gives: .stream, .operators,
      "continues after an error with the source that a closure returns",
      example: "fail(.timeout).catch { e in just(0) }"
    ) { source, function in
      let expand = function.expand
      return source.catch { (fault, draws) throws(Fault) in try expand(.fault(fault), &draws) }
    }
    Callable(
      "catchAndReturn", on: .stream, .one(.result), gives: .stream, .operators,
      "sends a value instead of an error", example: "fail(.timeout).catchAndReturn(0)"
    ) { $0.catchAndReturn($1) }
    Callable(
      "mapError", on: .stream, .one(.function([.fault], .fault)), gives: .stream, .operators,
      "transforms an error with a closure",
      example: "fail(.timeout).mapError { e in .network(e) }"
    ) { $0.mapError($1.replace) }
    Callable(
      "fallback", on: .stream, .one("to", .stream, "the operation to continue with"),
      ParameterBinding<[FaultPattern]?>.errors, gives: .stream,
      .operators, "continues with another source after an error",
      example: "op(fails: 100%).fallback(to: just(0))"
    ) { $0.fallback(to: $1, on: FaultFilter(on: $2)) }
    Callable(
      "cached", on: .stream, .one(.result),
      .one(
        "fresh", .share, or: 0, "the share of calls that find a fresh entry and make no attempt"),
      .optional(
        "stale", .share, "the share of calls that find a stale entry, used if all attempts fail"),
      gives: .stream, .operators,
      "serves a fresh entry without an attempt, and a stale one if all attempts fail",
      example: "op(fails: 100%).cached(7, fresh: 20%, stale: 50%)"
    ) { source, value, fresh, stale throws(InvalidArgument) in
      source.cached(try CacheContents(fresh: fresh, stale: stale ?? 1 - fresh, value: value))
    }
  }
}
