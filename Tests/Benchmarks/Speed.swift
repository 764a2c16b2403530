import Measurement
import Simulation

/// Attempts per second of both workloads in every way, over several rounds.
struct Speed {
  private let options: Options

  /// The result of one run: attempts per second, and processor nanoseconds per attempt if known.
  private struct Sample {
    let rate: Double
    let cost: Double?
  }

  /// A way to run the workload, and the results of its runs.
  private struct Way {
    let name: String
    let threads: Int
    let run: () -> Sample?
    var samples: [Sample] = []

    /// The attempts per second.
    var rate: Double { median(samples.map(\.rate)) }

    /// The processor nanoseconds per attempt.
    var cost: Double { median(samples.compactMap(\.cost)) }
  }

  init(_ options: Options) {
    self.options = options
  }

  /// Prints a table with the ratios to the peers.
  ///
  /// All ways take turns, on one thread and on two, so that other work on the machine affects them alike. The
  /// processor time per attempt depends on it least, but grows if threads disturb each other.
  func report() throws {
    print("workload A, medians of \(options.rounds) rounds in turn")
    let independent = measured(try ways(threads: 1) + ways(threads: 2))
    for threads in [1, 2] {
      report(independent.filter { $0.threads == threads }, alone: independent)
    }
    for clients in [1000, 100_000, 1_000_000] {
      print(
        "\nworkload B, \(clients) clients and one server, medians of \(options.rounds) rounds in turn"
      )
      let loads = measured(try loads(clients: clients))
      report(loads, alone: loads)
    }
  }

  /// Runs the ways in turn.
  private func measured(_ ways: [Way]) -> [Way] {
    var ways = ways
    for _ in 0..<options.rounds {
      for index in ways.indices {
        if let sample = ways[index].run() { ways[index].samples.append(sample) }
      }
    }
    return ways
  }

  private func report(_ ways: [Way], alone: [Way]) {
    guard !ways.isEmpty else { return }
    let threads = ways.first?.threads ?? 1
    let peers = ways.filter { $0.name.hasPrefix("C") }
    let heads =
      ["M/s".padded(-9), "CPU ns".padded(-9)] + (threads > 1 ? ["scales".padded(-9)] : [])
    let names = peers.map { "of \($0.name)".padded(-18) }
    print("\n\(threads) thread\(threads == 1 ? "" : "s")".padded(34) + (heads + names).joined())
    for way in ways {
      var cells = [text(way.rate / 1e6, 2).padded(-9), text(way.cost, 1).padded(-9)]
      if threads > 1, let one = alone.first(where: { $0.name == way.name }) {
        cells.append(text(way.rate / one.rate, 2).padded(-9))
      }
      cells += peers.map { text(way.rate / $0.rate, 2).padded(-18) }
      print("  \(way.name)".padded(33) + cells.joined())
    }
  }

  private func ways(threads: Int) throws -> [Way] {
    let (policy, pipeline) = (try WorkloadA.policy(), try WorkloadA.pipeline())
    let many = options.calls * 20
    var ways = [
      way("fast path", policy, many, threads, nil),
      way("fast path, four words", policy, many, threads, .wideVector),
      way("fast path, any processor", policy, many, threads, .plainVector),
      way("one by one, policy", policy, options.calls * 4, threads, .chain),
      way("one by one, retryWhen closure", pipeline, options.calls * 4, threads, .chain),
      way("engine, policy", policy, options.calls, threads, .engine),
      way("engine, retryWhen closure", pipeline, options.calls, threads, .engine),
    ]
    for (name, text) in WorkloadA.shapes {
      ways.append(
        way(name, try TypedText.source(of: text), options.calls * 4, threads, nil))
    }
    for (name, mode) in [("C scalar", "scalar"), ("C vectorised", "simd")] {
      let peer = options.peers.flatMap {
        Peer(name, folder: $0, file: "c_indep", arguments: "\(many) 1 \(threads) \(mode)")
      }
      guard let peer else { continue }
      ways.append(
        Way(name: peer.name, threads: threads) {
          peer.rate().map { Sample(rate: $0, cost: nil) }
        })
    }
    return ways.filter { options.only.isEmpty || $0.name.contains(options.only) }
  }

  /// The ways of workload B, which cannot use several threads; each number of clients makes about as many attempts.
  private func loads(clients: Int) throws -> [Way] {
    let time = max(Int64(options.calls) / Int64(clients), 2)
    let load = try WorkloadB.load(clients: clients, seconds: time)
    // With stages, a million clients need more memory than most machines have.
    let paths: [(String, MeasurementPath?)] = [("fast path", nil), ("engine", .engine)]
    var ways = paths.prefix(clients > 100_000 ? 1 : 2).map { (name, path) in
      Way(name: "load of \(clients), \(name)", threads: 1) {
        var attempts = 0.0
        let before = processorSeconds()
        let passed = seconds {
          let run = LoadMeasurement(load, seed: 1, path: path)
          attempts = Double(run.record.spans.reduce(0) { $0 + $1.attempts })
        }
        return Sample(
          rate: attempts / passed, cost: (processorSeconds() - before) / attempts * 1e9)
      }
    }
    let peer = options.peers.flatMap {
      Peer(
        "C, binary heap", folder: $0, file: "c_des",
        arguments: "\(clients) \(clients * 180 / 1000) \(time * 1000) 1")
    }
    if let peer {
      ways.append(
        Way(name: peer.name, threads: 1) { peer.rate().map { Sample(rate: $0, cost: nil) } })
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
      let before = processorSeconds()
      let time = seconds { measured = trials.measure(source) }
      let attempts = Double(measured.attempts.sum)
      return Sample(rate: attempts / time, cost: (processorSeconds() - before) / attempts * 1e9)
    }
  }
}
