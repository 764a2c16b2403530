import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Where signals come from.
  static let sources: [Callable] = [
    Callable(
      "just", [.init(nil, .variable(.result))], gives: .source(.variable(.result)), .source,
      "sends one value at once, and completes", example: "just(42)"
    ) { .source(.just($0.value(0))) },
    Callable(
      "fail", [.init(nil, .fault)], gives: .source(.nothing), .source, "fails at once",
      example: "fail(.timeout)"
    ) { .source(.fail($0.fault(0))) },
    Callable("empty", gives: .source(.nothing), .source, "completes at once", example: "empty()") {
      _ in .source(.empty)
    },
    Callable(
      "never", gives: .source(.nothing), .source, "sends nothing, ever", example: "never()"
    ) { _ in .source(.never) },
    Callable(
      "timer", [.init(nil, .duration)], gives: .source(.int), .source,
      "sends 0 after a delay, and completes", example: "timer(200ms)"
    ) { .source(.timer($0.span(0) ?? .zero)) },
    Callable(
      "interval", [.init(nil, .duration)], gives: .source(.int), .source,
      "sends 0, 1, 2 and so on, one each period", example: "interval(100ms).take(3)"
    ) { .source(.interval($0.span(0) ?? .zero)) },
    Callable(
      "marbles",
      [
        .init(nil, .text), .init("unit", .duration, isOptional: true),
        .init("error", .fault, isOptional: true),
      ],
      gives: .source(.any), .source,
      "sends what a drawing shows: '-' lets a unit pass, a letter or digit is a value, '|' completes, '#' fails",
      example: #"marbles("--1--#", unit: 10ms)"#
    ) { arguments throws(InvalidArgument) in
      do throws(MarbleText.Mistake) {
        return .source(
          try .marbles(
            arguments.text(0) ?? "", unit: arguments.span(1) ?? Nanoseconds(10_000_000),
            error: arguments.has(2) ? arguments.fault(2) : .unspecified))
      } catch {
        throw InvalidArgument(
          name: "marbles", value: "\"\(arguments.text(0) ?? "")\"",
          requirement: "has a mistake at character \(error.position + 1): \(error.problem.words)")
      }
    },
    Callable(
      "numbers", [.init(nil, .range(.int))], gives: .source(.int), .source,
      "sends the numbers of a range at once, and completes", example: "numbers(1...3)"
    ) { .source($0.numbers(0)) },
    Callable(
      "from", [.init(nil, .list(.variable(.result)))], gives: .source(.variable(.result)), .source,
      "sends the values of a list at once, and completes", example: "from([1, 2, 3])"
    ) { .source(.values($0.list(0))) },
    Callable(
      "schedule", [.init(nil, .list(.outcome))], gives: .source(.any), .source,
      "sends answers at their times, counted from each subscription; an error fails, `empty` completes",
      example: "schedule([ok(1).after(10ms), ok(2).after(25ms), .timeout.after(40ms)])"
    ) { arguments throws(InvalidArgument) in .source(.schedule(try arguments.signals(0))) },
    Callable(
      "merge", [.init(nil, .source(.variable(.result)), isRepeated: true)],
      gives: .source(.variable(.result)), .source, "sends the values of all sources as they come",
      example: "merge(timer(1s), timer(2s))"
    ) { .source(.merge($0.sources(0))) },
    Callable(
      "concat", [.init(nil, .source(.variable(.result)), isRepeated: true)],
      gives: .source(.variable(.result)), .source, "runs one source after the other",
      example: "concat(just(1), just(2))"
    ) { .source(.concat($0.sources(0))) },
    Callable(
      "zip",
      [.init(nil, .source(.variable(.element))), .init(nil, .source(.variable(.result)))],
      gives: .source(.tuple([.variable(.element), .variable(.result)])), .source,
      "pairs the first values of two sources, then the second ones, and so on",
      example: "zip(interval(1s), just(7))"
    ) { .source(.zip([$0.source(0), $0.source(1)])) },
    Callable(
      "zip", [.init(nil, .source(.variable(.element))), .init(nil, .range(.int))],
      gives: .source(.tuple([.variable(.element), .int])), .source,
      "pairs the values of a source with the numbers of a range",
      example: "zip(interval(1s), 1...3)"
    ) { .source(.zip([$0.source(0), $0.numbers(1)])) },
  ]
}

extension Arguments {
  /// The numbers of a range as a source.
  func numbers(_ index: Int) -> Source {
    guard case .range(.int(let low), .int(let high), let isClosed)? = values[index],
      isClosed ? low <= high : low < high
    else { return .empty }
    return .range(low...(isClosed ? high : high - 1))
  }
}

extension Arguments {
  /// The answers of a list as signals at their times.
  fileprivate func signals(_ index: Int) throws(InvalidArgument) -> [TimedSignal] {
    guard case .list(let items)? = values[index] else { return [] }
    var signals: [TimedSignal] = []
    for case .outcome(let scripted) in items {
      guard let signal = scripted.answer.signal else {
        throw InvalidArgument(
          name: "schedule", value: "an answer", requirement: "must be a value, an error or `empty`")
      }
      signals.append(TimedSignal(signal, at: scripted.after ?? .zero))
    }
    return signals
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

extension MarbleText.Mistake.Problem {
  /// The problem in words.
  fileprivate var words: String {
    switch self {
    case .unknown(let character): "'\(character)' means nothing"
    case .afterTheEnd: "nothing can follow the end"
    case .nestedGroup: "a group cannot hold a group"
    case .unopenedGroup: "no group was opened"
    case .unclosedGroup: "a group is never closed"
    }
  }
}
