import Glibc
import Measurement
import RetryNumerics
import Simulation

/// Runs the workloads, beside the peers where they have been built, and prints ratios from this one run.
@main
enum Bench {
  static func main() throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(64)
    }
    if options.only == "B" {
      for _ in 0..<5 {
        var m: LoadMeasurement?
        let load = try WorkloadB.load(seconds: 600)
        let t = seconds { m = LoadMeasurement(load, seed: 1) }
        let total = m!.record.total(since: .zero)!
        print(
          Double(total.attempts) / t, m!.calls.calls, m!.calls.successRate!.value,
          m!.calls.attempts.mean!, Double(m!.calls.latency.quantile(0.5)!) / 1e6,
          Double(m!.calls.latency.quantile(0.99)!) / 1e6,
          Double(total.resources[0].busy.count) / 600e9 / 180,
          Double(total.resources[0].abandoned) / Double(total.attempts), total.resources[0])
      }
      return
    }
    try Speed(options).report()
    guard options.only.isEmpty else { return }
    try Growth(options).report()
    try Memory(options).report()
    FirstPrompt(options).report()
  }
}
