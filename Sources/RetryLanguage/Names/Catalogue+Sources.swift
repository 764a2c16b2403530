import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  @Table static var sources: [Callable] {
    Callable(
      "just", .one(.result), gives: .source(.variable(.result)), .source,
      "sends one value immediately, then completes", example: "just(42)"
    ) { .just($0) }
    Callable(
      "fail", .one(.fault), gives: .source(.nothing), .source, "fails immediately",
      example: "fail(.timeout)"
    ) { .fail($0) }
    Callable(
      "empty", gives: .source(.nothing), .source, "completes immediately", example: "empty()"
    ) {
      .empty
    }
    Callable(
      "never", gives: .source(.nothing), .source, "never sends anything", example: "never()"
    ) { .never }
    Callable(
      "timer", .one(.delay), gives: .timer, .source,
      "sends 0 after a delay, then completes", example: "timer(200ms)"
    ) { $0 }
    Callable(
      "interval", .one(.duration), gives: .source(.int), .source,
      "sends 0, 1, 2 and so on, one per period", example: "interval(100ms).take(3)"
    ) { .interval($0) }
    Callable(
      "marbles", .one(.text),
      .one("unit", .duration, or: Nanoseconds(10_000_000), "the time of one character"),
      .one("error", .fault, or: .unspecified, "the error that '#' stands for"),
      gives: .source(.any), .source,
      "sends what a marble diagram shows: '-' is one unit of time, a letter or digit a value, '|' completion, '#' an error",
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
      "sends the numbers of a range immediately, then completes", example: "numbers(1...3)"
    ) { $0.numbers }
    Callable(
      "from", .one(.list(of: .result)), gives: .source(.variable(.result)), .source,
      "sends the values of a list immediately, then completes", example: "from([1, 2, 3])"
    ) { .values($0) }
    Callable(
      "schedule", .one(.list(of: .outcome)), gives: .source(.any), .source,
      "sends answers at given times, counted from each subscription; an error fails, 'empty' completes",
      example: "schedule([ok(1).after(10ms), ok(2).after(25ms), .timeout.after(40ms)])"
    ) { answers throws(InvalidArgument) in .schedule(try signals(of: answers)) }
  }

  /// Functions that combine sources.
  @Table static var joins: [Callable] {
    Callable(
      "merge", .many(.source(.variable(.result))), gives: .source(.variable(.result)), .source,
      "interleaves the values of several sources", example: "merge(timer(1s), timer(2s))"
    ) { .merge($0) }
    Callable(
      "concat", .many(.source(.variable(.result))), gives: .source(.variable(.result)), .source,
      "runs sources one after the other", example: "concat(just(1), just(2))"
    ) { .concat($0) }
    Callable(
      "zip", .one(.stream), .one(.source(.variable(.result))),
      gives: .source(.tuple([.variable(.element), .variable(.result)])), .source,
      "pairs the values of two sources in order; completes when both have completed, so a value without a partner waits, as with Observable.zip(a, b) in RxSwift",
      example: "zip(interval(1s).take(2), numbers(1...2))"
    ) { .zip([$0, $1]) }
    Callable(
      "zip", .one(.stream), .one(.range(of: .int)),
      gives: .source(.tuple([.variable(.element), .int])), .source,
      "pairs the values of a source with the numbers of a range; completes at the first value without a partner, as Observable.zip([a, b]) does in RxSwift, while Observable.zip(a, b) would wait",
      example: "zip(interval(1s), 1...3)"
    ) { .zip([$0, $1.numbers], unpaired: .completes) }
    Callable(
      "zip", .one(.stream), .one(.list(of: .result)),
      gives: .source(.tuple([.variable(.element), .variable(.result)])), .source,
      "pairs the values of a source with those of a list; completes at the first value without a partner, as with a range",
      example: "zip(interval(1s), [100ms, 1s, 5s])"
    ) { .zip([$0, .values($1)], unpaired: .completes) }
  }

  /// Returns the answers of a list as timed signals.
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
  /// The integers of the range as a source.
  fileprivate var numbers: Source {
    guard case .int(let low) = low, case .int(let high) = high,
      isClosed ? low <= high : low < high
    else { return .empty }
    return .range(low...(isClosed ? high : high - 1))
  }
}

extension Answer {
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
