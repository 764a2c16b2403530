import Measurement
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// The results of commands, which `_`, `_1` and so on refer to.
  static let results: [Callable] =
    callFigures + callFacts + NamedFigure.all.map(ofMany)
    + NamedFigure.all.map(ofRows) + origins + findings

  private static let callFigures: [Callable] = CallFigure.known.map { figure in
    ofCall(figure.name, figure.type, figure.summary) {
      .value(figure.value($0.trace.result))
    }
  }

  private static let callFacts: [Callable] = [
    ofCall("value", .any, "the last value of the call") {
      if case .success(let value) = $0.trace.result.outcome { .value(value) } else { .unit }
    },
    ofCall("seed", .int, "the seed of the call") { .value(.int(Int64(clamping: $0.trace.seed))) },
    ofCall("call", .int, "the number of the call") {
      .value(.int(Int64(clamping: $0.trace.result.call)))
    },
  ]

  private static func ofCall(
    _ name: String, _ type: Type, _ summary: String,
    _ value: @escaping @Sendable (RunRecord) -> RuntimeValue
  ) -> Callable {
    Callable(
      name, on: .run, gives: .item(type), .result, summary,
      example: "run op(fails: 50%).retry(3)\n_.\(name)", isBare: true
    ) { value($0) }
  }

  static func ofMany(_ figure: NamedFigure) -> Callable {
    ofMany(
      figure.name, on: .stats, figure.type, figure.summary,
      after: example(of: figure)
    ) { record throws(InvalidArgument) in
      let item = record.result.item(figure.figure)
      guard !figure.figure.isOfLoads || item?.plain != .unit else {
        let isLoad = if case .load = record.result { true } else { false }
        throw InvalidArgument("_", CallProblem.missingFigure(figure, isLoad: isLoad))
      }
      return item
    }
  }

  static func ofRows(_ figure: NamedFigure) -> Callable {
    ofMany(
      figure.name, on: .table, .list(figure.type), figure.summary + ", one per row",
      after: figure.figure.isOfLoads
        ? "sweep r in [1/s, 2/s] { load(op(), rate: r) } runs 2"
        : "sweep n in 1...2 { op(fails: 50%).retry(n) } calls 100"
    ) { $0.result.item(figure.figure) }
  }

  private static func example(of figure: NamedFigure) -> String {
    guard figure.figure.isOfLoads else { return "stats op(fails: 50%).retry(3) calls 100" }
    // Only a load that goes on can recover, and only one that ends has an end.
    return figure.name == Figure.finished.name
      ? "let db = server(service: 5ms, queue: 5)\nstats load(op(on: db), clients: 3, calls: 100) runs 2"
      : "let db = server(service: 5ms, queue: 5)\nlet call = op(on: db, outages: [20s...30s]).cached(in: cache(for: 1s))\nstats load(call, rate: 90/s, keys: uniform(90)) runs 2"
  }

  private static let origins: [Callable] = [
    ofMany(
      "seed", on: .stats, .int, "the seed of the calls", after: "stats op() calls 10"
    ) { .value(.int(Int64(clamping: $0.seed))) }
  ]

  private static let findings: [Callable] = [
    finding("found", .list(.int), "the numbers of the first calls found") {
      .list($0.calls.map { .value(.int(Int64(clamping: $0))) })
    },
    finding("share", .share, "the share of such calls") {
      $0.share.map { .value(.double($0.value)) }
    },
    finding("count", .int, "the number of such calls") { .value(.int(Int64(clamping: $0.count))) },
    finding("calls", .int, "the number of calls searched") {
      .value(.int(Int64(clamping: $0.searched)))
    },
  ]

  private static func finding(
    _ name: String, _ type: Type, _ summary: String,
    _ value: @escaping @Sendable (Findings) -> RuntimeValue?
  ) -> Callable {
    ofMany(
      name, on: .findings, type, summary,
      after: "find op(fails: 50%).retry(3) where attempts == 3 first 3 calls 100"
    ) { record in
      guard case .findings(let findings) = record.result else { return nil }
      return value(findings)
    }
  }

  private static func ofMany(
    _ name: String, on receiver: Type, _ type: Type, _ summary: String, after example: String,
    _ value: @escaping @Sendable (MeasuredRecord) throws(InvalidArgument) -> RuntimeValue?
  ) -> Callable {
    Callable(
      name, on: .measured(receiver), gives: .item(type), .result, summary,
      example: "\(example)\n_.\(name)", isBare: true
    ) { record throws(InvalidArgument) in try value(record) ?? .unit }
  }
}
