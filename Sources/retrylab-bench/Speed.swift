import Measurement
import Simulation

/// Attempts a second of workload A in every way, one after the other and several times over.
struct Speed {
  private let options: Options

  /// A way to run the workload, and the rates that it came to.
  private struct Way {
    let name: String
    let threads: Int
    let rate: () -> Double?
    var rates: [Double] = []
  }

  init(_ options: Options) {
    self.options = options
  }

  /// Prints a table with the ratios to the peers.
  func report() throws {
    print("workload A, million attempts a second, median of \(options.rounds) rounds")
    for threads in [1, 2] {
      var ways = try ways(threads: threads)
      for _ in 0..<options.rounds {
        for index in ways.indices {
          if let rate = ways[index].rate() { ways[index].rates.append(rate) }
        }
      }
      print(
        "\n\(threads) thread\(threads == 1 ? "" : "s")".padded(34) + "M/s".padded(-9),
        terminator: "")
      let peers = ways.filter { $0.name.hasPrefix("C") }
      for peer in peers { print("of \(peer.name)".padded(-18), terminator: "") }
      print()
      for way in ways { print(row(way, peers)) }
    }
  }

  private func row(_ way: Way, _ peers: [Way]) -> String {
    let rate = median(way.rates)
    let ratios = peers.map { text(rate / median($0.rates), 2).padded(-18) }
    return "  \(way.name)".padded(33) + text(rate / 1e6, 2).padded(-9) + ratios.joined()
  }

  private func ways(threads: Int) throws -> [Way] {
    let (policy, pipeline) = (try WorkloadA.policy(), try WorkloadA.pipeline())
    let many = options.calls * 20
    var ways = [
      way("fast path", policy, many, threads, nil),
      way("fast path, any processor", policy, many, threads, .plainVector),
      way("engine, policy", policy, options.calls, threads, .engine),
      way("engine, retryWhen closure", pipeline, options.calls, threads, .engine),
    ]
    for (name, mode) in [("C scalar", "scalar"), ("C vectorised", "simd")] {
      let peer = options.peers.flatMap {
        Peer(name, folder: $0, file: "c_indep", arguments: "\(many) 1 \(threads) \(mode)")
      }
      if let peer { ways.append(Way(name: peer.name, threads: threads, rate: peer.rate)) }
    }
    return ways.filter { options.only.isEmpty || $0.name.contains(options.only) }
  }

  private func way(
    _ name: String, _ source: Source, _ calls: UInt64, _ threads: Int, _ path: MeasurementPath?
  ) -> Way {
    var trials = Trials(calls: 0..<calls, seed: 1)
    trials.threads = threads
    trials.path = path
    return Way(name: name, threads: threads) { [trials] in
      var measured = Measurement()
      let time = seconds { measured = trials.measure(source) }
      return Double(measured.attempts.sum) / time
    }
  }
}
