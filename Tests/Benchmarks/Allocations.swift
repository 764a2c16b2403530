import CAllocations
import Measurement
import Simulation

/// The allocations of a call in the steady state, on each machine that can run it.
struct Allocations {
  private static let calls: UInt64 = 10_000

  /// Prints a row for each shape.
  func report() throws {
    print("\nallocations of a call, from \(Self.calls) calls to twice as many\n")
    print("  one by one".padded(14) + "engine".padded(-9) + "  strategy")
    let fetch = "op(\"fetch\", latency: exponential(100ms), fails: 50%)"
    for shape in Self.shapes {
      let source = try TypedText.source(of: shape.replacing("w", with: fetch))
      let trials = Trials(calls: 0..<1, seed: 1)
      let isChain = trials.singleWay(of: source).path == .chain
      let onChain = isChain ? text(Self.allocations(of: source, .chain), 3) : "-"
      print(
        onChain.padded(-12) + text(Self.allocations(of: source, .engine), 3).padded(-11) + "  "
          + shape)
    }
  }

  private static let shapes = [
    "w.retry(attempts: 4, backoff: exponential(100ms), jitter: full)",
    "w.timeout(500ms).retry(attempts: 4, on: [.timeout], deadline: 2s)",
    "w.retryWhen { e in e.enumerated().flatMap { i, x in i < 3 ? timer(100ms * 2 ** i) : fail(x) } }",
    "w.retryWhen { e in e.scan(0) { n, x in n + 1 }.takeWhile { n in n <= 2 } }",
    "w.hedge(after: 200ms)", "w.breaker(failures: 50%, of: 20, open: 2s).retry(2)",
    "zip(w, w).retry(2)", "w.merge(w).delay(10ms).retry(2)", "w.flatMap { x in timer(100ms) }",
    "w.concat(w).takeUntil(timer(50ms))",
  ]

  private static func allocations(of source: Source, _ path: MeasurementPath) -> Double {
    let counts = [calls, 2 * calls].map { calls in
      var trials = Trials(calls: 0..<calls, seed: 1)
      (trials.threads, trials.path) = (1, path)
      let before = allocations_so_far()
      _ = trials.measure(source)
      return Double(allocations_so_far() - before)
    }
    return (counts[1] - counts[0]) / Double(calls)
  }
}
