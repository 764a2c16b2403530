import Measurement
import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// Strategies typed in the language, each compared with the same strategy as Swift closures.
struct TypedText {
  let options: Options

  /// One strategy, written twice.
  private struct Pair {
    let text: String
    let typed: Source
    let swift: Source

    init(text: String, typed: Source, swift: Source) {
      self.text = text
      self.typed = typed
      self.swift = swift
    }

    init(_ text: String, _ swift: (Source) throws -> Source) throws {
      self.text = text
      typed = try TypedText.source(
        of: "op(\"fetch\", latency: exponential(100ms), fails: 50%)." + text)
      self.swift = try swift(try WorkloadA.operation())
    }
  }

  /// Prints the time per attempt in both forms, and the ratio.
  func report() throws {
    print(
      "\nstrategies as they are typed, one thread, medians of \(options.rounds) rounds in turn\n")
    print(
      "  text ns".padded(11) + "Swift ns".padded(-11) + "ratio".padded(-9) + "  strategy")
    for pair in try Self.pairs() + Self.otherPairs() {
      var costs: (typed: [Double], swift: [Double]) = ([], [])
      var attempts: Set<Int128> = []
      for _ in 0..<options.rounds {
        costs.typed.append(cost(of: pair.typed, &attempts))
        costs.swift.append(cost(of: pair.swift, &attempts))
      }
      let (typed, swift) = (median(costs.typed), median(costs.swift))
      let isSame = attempts.count == 1 ? "" : " (not the same)"
      print(
        text(typed, 1).padded(-9) + text(swift, 1).padded(-13) + text(typed / swift, 2).padded(-9)
          + "  " + pair.text + isSame)
    }
  }

  /// Returns the processor nanoseconds per attempt, and stores the number of attempts.
  private func cost(of source: Source, _ attempts: inout Set<Int128>) -> Double {
    var trials = Trials(calls: 0..<options.calls, seed: 1)
    trials.threads = 1
    let before = processorSeconds()
    let measured = trials.measure(source)
    attempts.insert(measured.attempts.sum)
    return (processorSeconds() - before) / Double(measured.attempts.sum) * 1e9
  }

  private static func pairs() throws -> [Pair] {
    [
      try Pair("retryWhen { e in e.delay(200ms).take(3) }") {
        $0.retryWhen { $0.delay(milliseconds(200)).take(3) }
      },
      try Pair(
        "retryWhen { e in e.enumerated().flatMap { i, x in i < 3 ? timer(100ms * 2 ** i) : fail(x) } }"
      ) {
        $0.retryWhen { errors in
          errors.enumerated().flatMap { (pair, _) throws(Fault) in
            guard let (retry, fault) = pair.numbered else { return .never }
            return retry < 3 ? .timer(milliseconds(100) * (1 << Int64(retry))) : .fail(fault)
          }
        }
      },
      try Pair(
        "retryWhen { e in e.enumerated().flatMap { i, x in i >= 3 ? fail(x) : timer(random(0ms...100ms * 2 ** i)) } }"
      ) {
        $0.retryWhen { errors in
          errors.enumerated().flatMap { (pair, draws) throws(Fault) in
            guard let (retry, fault) = pair.numbered else { return .never }
            let cap = Double(milliseconds(100).count << Int64(retry))
            return retry >= 3
              ? .fail(fault) : .timer(Nanoseconds(rounding: draws.unit() * cap))
          }
        }
      },
    ]
  }

  private static func otherPairs() throws -> [Pair] {
    [
      try Pair("retryWhen { e in e.scan(0) { n, x in n + 1 }.takeWhile { n in n <= 2 } }") {
        $0.retryWhen { errors in
          errors.scan(.int(0)) { (sum, _, _) throws(Fault) in .int((sum.integer ?? 0) + 1) }
            .takeWhile { (value, _) throws(Fault) in (value.integer ?? 0) <= 2 }
        }
      },
      try Pair("retryWhen { e in zip(e, 1...3).flatMap { x, n in timer(100ms * n) } }") {
        $0.retryWhen { errors in
          Source.zip([errors, .range(1...3)], unpaired: .completes).flatMap {
            (pair, _) throws(Fault) in
            .timer(milliseconds(100) * Int64(pair.part(1)?.integer ?? 0))
          }
        }
      },
      try Pair("retry(attempts: 4, backoff: { n in 100ms * 2 ** n })") {
        $0.retry(
          RetryStrategy(
            rules: RetryRules(
              attempts: 4,
              backoff: .custom { (milliseconds(100) * (1 << Int64($0))).duration })))
      },
      Pair(
        text: "(fails: { a in a.number < 3 ? 80% : 10% }).retry(4)",
        typed: try source(
          of: "op(\"fetch\", fails: { a in a.number < 3 ? 80% : 10% }).retry(4)"),
        swift: try Source.operation(
          Operation(
            "fetch",
            faults: .computed(.unspecified) { (attempt, _) throws(Fault) in
              attempt.number < 3 ? 0.8 : 0.1
            })
        ).retry(attempts: 4)),
    ]
  }

  /// Why a text cannot be measured.
  private enum Unusable: Error {
    case notAnExpression(String)
    case notAnOperation(String)
  }

  static func source(of text: String) throws -> Source {
    let text = SourceText(text)
    guard case .expression(let expression)? = Parser.read(text).statements.first else {
      throw Unusable.notAnExpression(String(text.characters))
    }
    var checker = Checker(text, definitions: [:])
    guard let source = try checker.evaluate(expression).get().item.source else {
      throw Unusable.notAnOperation(String(text.characters))
    }
    return source
  }
}

private func milliseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(1_000_000) * count }

extension Value {
  /// A number and its error, as `enumerated` sends them.
  fileprivate var numbered: (Int64, Fault)? {
    guard case .tuple(let parts) = self, case .int(let number) = parts[0],
      case .fault(let fault) = parts[1]
    else { return nil }
    return (number, fault)
  }
}
