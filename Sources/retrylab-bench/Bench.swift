import Simulation

/// Runs the workloads and prints a line for each way of running them.
@main
enum Bench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let calls = arguments.first.flatMap { UInt64($0) } ?? 1_000_000
    let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
    let policy = try measure(WorkloadA.policy(), calls: calls, seed: seed)
    let pipeline = try measure(WorkloadA.pipeline(), calls: calls, seed: seed)
    print(policy.figures.line("retrylab-a-policy", seconds: policy.seconds))
    print(pipeline.figures.line("retrylab-a-retryWhen", seconds: pipeline.seconds))
    print("ratio policy/retryWhen \(text(pipeline.seconds / policy.seconds, 2))")
  }

  /// Runs many calls of a source on one thread, after a tenth as many to warm up.
  static func measure(
    _ source: Source, calls: UInt64, seed: UInt64
  ) -> (figures: Figures, seconds: Double) {
    let machine = Machine(source, seed: seed)
    for call in 0..<calls / 10 { _ = machine.run(call: call) }
    var figures = Figures()
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      for call in 0..<calls { figures.add(machine.run(call: call)) }
    }
    let (seconds, attoseconds) = elapsed.components
    return (figures, Double(seconds) + Double(attoseconds) * 1e-18)
  }
}
