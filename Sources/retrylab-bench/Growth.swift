import Measurement
import Simulation

/// How the time of a measurement grows with its calls.
struct Growth {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// Prints the time of a call for more and more calls, which is to stay the same.
  func report() throws {
    print("\nnanoseconds a call, as calls double".padded(47), terminator: "")
    let steps = (0..<4).map { (options.calls / 8) << $0 }
    for calls in steps { print("\(calls)".padded(-11), terminator: "") }
    print()
    let policy = try WorkloadA.policy()
    for (name, path, factor) in [
      ("fast path", MeasurementPath?.none, UInt64(20)), ("engine", .engine, 1),
    ] {
      print("  \(name)\(factor > 1 ? ", \(factor) times as many" : "")".padded(46), terminator: "")
      for calls in steps {
        var trials = Trials(calls: 0..<calls * factor, seed: 1)
        trials.threads = 1
        trials.path = path
        let times = (0..<options.rounds).map { _ in seconds { _ = trials.measure(policy) } }
        print(text(median(times) * 1e9 / Double(calls * factor), 1).padded(-11), terminator: "")
      }
      print()
    }
  }
}
