import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Free functions.
  @Table static var functions: [Callable] {
    Callable(
      "min", .one(.result), .one(.result), gives: .result, .function, "the smaller of two values",
      example: "just(min(3, 5))"
    ) { Arithmetic.compare($1, $0) == -1 ? $1 : $0 }
    Callable(
      "max", .one(.result), .one(.result), gives: .result, .function, "the larger of two values",
      example: "just(max(3, 5))"
    ) { Arithmetic.compare($1, $0) == -1 ? $0 : $1 }
    Callable(
      "abs", .one(.result), gives: .result, .function, "the absolute value of a number or duration",
      example: "just(abs(-3))"
    ) { value in
      let isNegative = Arithmetic.compare(value, value.zero) == -1
      return isNegative ? Arithmetic.negated(value) ?? value : value
    }
    Callable(
      "random", .one(.range(of: .variable(.result))), .drawing, gives: .drawn, .function,
      "a random number or duration from a range; each evaluation draws a new one",
      example: "op(fails: 50%).retryWhen { e in e.take(3).flatMap { timer(random(0ms...100ms)) } }"
    ) { ends, _ throws(InvalidArgument) in try Drawn(ends) }
    Callable(
      "variant", .one(.result), .many(.result), gives: .result, .function,
      "one of several values, which differs from student to student in the exercises of 'class pack'; the first everywhere else",
      example: "let pause = variant(2s, 3s, 5s)\njust(pause)"
    ) { first, _ in first }
    Callable(
      "round", .one(.double), gives: .integer, .function, "the nearest integer",
      example: "just(round(2.6))"
    ) { Int64(rounding: $0) }
  }

  /// Percentiles, by the names that reports use.
  static let percentiles: [Callable] =
    [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("max", 1)].map { name, share in
      Callable(
        name, gives: .share, .result, "this percentile of the calls, as a share",
        example: "run op(latency: exponential(100ms)) at \(name) calls 1000", isBare: true
      ) { share }
    }
}

extension Drawn {
  /// Creates a random value from a range.
  init(_ ends: Ends) throws(InvalidArgument) {
    let (low, high, isClosed) = (ends.low, ends.high, ends.isClosed)
    guard Arithmetic.compare(low, high).map({ $0 < (isClosed ? 1 : 0) }) ?? false else {
      throw InvalidArgument("random", CallProblem.emptyRange(ends))
    }
    switch (low, high) {
    case (.int(let low), .int(let high)):
      let count = Double(high) - Double(low) + (isClosed ? 1 : 0)
      self = .int(low: low, count: count, last: isClosed ? high : high - 1)
    case (.duration(let low), .duration(let high)):
      self = .duration(Expand.Timer(low: low, width: Double((high - low).count)))
    default:
      guard let low = Number(low)?.double, let high = Number(high)?.double else {
        throw InvalidArgument("random", CallProblem.rangeWithoutNumbers(ends))
      }
      self = .double(low: low, width: high - low)
    }
  }
}

extension Value {
  /// Zero, of the same type.
  fileprivate var zero: Value {
    if case .duration = self { .duration(.zero) } else { .int(0) }
  }
}
