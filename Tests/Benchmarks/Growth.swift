import Measurement
import Retry
import Simulation

/// How the time of a measurement grows with its calls, attempts per call, and operators.
struct Growth {
  private let options: Options

  /// A measurement of growing size.
  private struct Series {
    let name: String
    let sizes: [Int]
    let measure: (Int) throws -> Void
  }

  private static let doublings = 4

  init(_ options: Options) {
    self.options = options
  }

  /// Prints the ratio of each time to that of half the size: 2 is linear; a fixed cost makes it smaller.
  ///
  /// The shortest time of several rounds counts, because disturbances only add time.
  func report() throws {
    print(
      "\ngrowth on one thread, least of \(options.rounds) rounds: first time, then ratio to half the size"
    )
    for series in try series() {
      var times = [Double](repeating: .infinity, count: series.sizes.count)
      for _ in 0..<options.rounds {
        for (index, size) in series.sizes.enumerated() {
          times[index] = min(times[index], try seconds { try series.measure(size) })
        }
      }
      let ratios = zip(times.dropFirst(), times).map { text($0 / $1, 2).padded(-7) }
      let sizes = "\(series.sizes.first ?? 0)...\(series.sizes.last ?? 0)"
      print(
        "  \(series.name)".padded(34) + sizes.padded(-20)
          + (text(times[0] * 1e3, 1) + " ms").padded(-12)
          + ratios.joined())
    }
  }

  private func series() throws -> [Series] {
    let policy = try WorkloadA.policy()
    let calls = Int(options.calls)
    return [
      Series(name: "calls, fast path", sizes: Self.doublings(from: calls * 4)) {
        measure(policy, calls: $0, nil)
      },
      Series(name: "calls, engine", sizes: Self.doublings(from: calls / 4)) {
        measure(policy, calls: $0, .engine)
      },
      Series(name: "attempts, fast path", sizes: Self.doublings(from: 8)) {
        measure(try WorkloadA.failing(attempts: $0), calls: calls, nil)
      },
      Series(name: "attempts, engine", sizes: Self.doublings(from: 8)) {
        measure(try WorkloadA.failing(attempts: $0), calls: calls / 20, .engine)
      },
      Series(name: "operators, engine", sizes: Self.doublings(from: 8)) {
        measure(try WorkloadA.mapped(operators: $0), calls: calls / 10, .engine)
      },
      Series(name: "clients, fast path", sizes: Self.doublings(from: 1000)) {
        _ = LoadMeasurement(try WorkloadB.load(clients: $0, seconds: 10), seed: 1)
      },
    ]
  }

  private static func doublings(from first: Int) -> [Int] {
    (0...doublings).map { max(first, 1) << $0 }
  }

  private func measure(_ source: Source, calls: Int, _ path: MeasurementPath?) {
    var trials = Trials(calls: 0..<UInt64(max(calls, 1)), seed: 1)
    trials.threads = 1
    trials.path = path
    _ = trials.measure(source)
  }
}
