import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Where signals come from.
  @Table static var sources: [Callable] {
    Callable(
      "just", .one(.result), gives: .source(.variable(.result)), .source,
      "sends one value at once, and completes", example: "just(42)"
    ) { .just($0) }
    Callable(
      "fail", .one(.fault), gives: .source(.nothing), .source, "fails at once",
      example: "fail(.timeout)"
    ) { .fail($0) }
    Callable("empty", gives: .source(.nothing), .source, "completes at once", example: "empty()") {
      .empty
    }
    Callable(
      "never", gives: .source(.nothing), .source, "sends nothing, ever", example: "never()"
    ) { .never }
    Callable(
      "timer", .one(.duration), gives: .source(.int), .source,
      "sends 0 after a delay, and completes", example: "timer(200ms)"
    ) { .timer($0) }
    Callable(
      "interval", .one(.duration), gives: .source(.int), .source,
      "sends 0, 1, 2 and so on, one each period", example: "interval(100ms).take(3)"
    ) { .interval($0) }
    Callable(
      "marbles", .one(.text), .one("unit", .duration, or: Nanoseconds(10_000_000)),
      .one("error", .fault, or: .unspecified), gives: .source(.any), .source,
      "sends what a drawing shows: '-' lets a unit pass, a letter or digit is a value, '|' completes, '#' fails",
      example: #"marbles("--1--#", unit: 10ms)"#
    ) { (drawing, unit, error) throws(InvalidArgument) in
      do throws(MarbleText.Mistake) {
        return try .marbles(drawing, unit: unit, error: error)
      } catch {
        throw InvalidArgument("marbles", CallProblem.marbles(error))
      }
    }
    Callable(
      "numbers", .one(.range(of: .int)), gives: .source(.int), .source,
      "sends the numbers of a range at once, and completes", example: "numbers(1...3)"
    ) { $0.numbers }
    Callable(
      "from", .one(.list(of: .result)), gives: .source(.variable(.result)), .source,
      "sends the values of a list at once, and completes", example: "from([1, 2, 3])"
    ) { .values($0) }
    Callable(
      "schedule", .one(.list(of: .outcome)), gives: .source(.any), .source,
      "sends answers at their times, counted from each subscription; an error fails, `empty` completes",
      example: "schedule([ok(1).after(10ms), ok(2).after(25ms), .timeout.after(40ms)])"
    ) { answers throws(InvalidArgument) in .schedule(try signals(of: answers)) }
  }

  /// What makes one source of several.
  @Table static var joins: [Callable] {
    Callable(
      "merge", .many(.source(.variable(.result))), gives: .source(.variable(.result)), .source,
      "sends the values of all sources as they come", example: "merge(timer(1s), timer(2s))"
    ) { .merge($0) }
    Callable(
      "concat", .many(.source(.variable(.result))), gives: .source(.variable(.result)), .source,
      "runs one source after the other", example: "concat(just(1), just(2))"
    ) { .concat($0) }
    Callable(
      "zip", .one(.stream), .one(.source(.variable(.result))),
      gives: .source(.tuple([.variable(.element), .variable(.result)])), .source,
      "pairs the first values of two sources, then the second ones; completes when both have, as in RxSwift, so that a value whose partner never comes waits",
      example: "zip(interval(1s).take(2), numbers(1...2))"
    ) { .zip([$0, $1]) }
    Callable(
      "zip", .one(.stream), .one(.range(of: .int)),
      gives: .source(.tuple([.variable(.element), .int])), .source,
      "pairs the values of a source with the numbers of a range; completes at the value beyond the last number",
      example: "zip(interval(1s), 1...3)"
    ) { .zip([$0, $1.numbers], unpaired: .completes) }
    Callable(
      "zip", .one(.stream), .one(.list(of: .result)),
      gives: .source(.tuple([.variable(.element), .variable(.result)])), .source,
      "pairs the values of a source with those of a list; completes at the value beyond the last one",
      example: "zip(interval(1s), [100ms, 1s, 5s])"
    ) { .zip([$0, .values($1)], unpaired: .completes) }
  }

  /// The answers of a list as signals at their times.
  private static func signals(
    of answers: [ScriptedAnswer]
  ) throws(InvalidArgument) -> [TimedSignal] {
    var signals: [TimedSignal] = []
    for scripted in answers {
      guard let signal = scripted.answer.signal else {
        throw InvalidArgument("schedule", CallProblem.scheduledAnswer)
      }
      signals.append(TimedSignal(signal, at: scripted.after ?? .zero))
    }
    return signals
  }
}

extension Ends {
  /// The whole numbers of the range as a source.
  fileprivate var numbers: Source {
    guard let low = low.integer, let high = high.integer, isClosed ? low <= high : low < high else {
      return .empty
    }
    return .range(low...(isClosed ? high : high - 1))
  }
}

extension Answer {
  /// The signal that it is, if it is one.
  fileprivate var signal: Signal? {
    switch self {
    case .ok: .value(.unit)
    case .value(let value): .value(value)
    case .fault(let fault): .failed(fault)
    case .empty: .completed
    case .never, .source: nil
    }
  }
}
