import Measurement
import RetryNumerics
import Simulation

/// The result of many calls is the sum of the results of each.
enum Summing {
  /// The figures to add up.
  private struct Sums: Equatable {
    var outcomes: [OutcomeCounts.Kind: UInt64] = [:]
    var attempts: Int128 = 0
    var duration: Int128 = 0
    var waited: Int128 = 0
    var values: Int128 = 0
    var stale: UInt64 = 0
  }

  /// Returns the sums that differ.
  static func difference(_ program: GeneratedProgram) -> String? {
    for part in program.parts.suffix(3) {
      let single = added(part.source, program)
      let counted = measured(part.source, program)
      if single != counted { return "\(part.text)\n  one by one: \(single)\n  in all: \(counted)" }
    }
    return nil
  }

  private static let calls: Range<UInt64> = 3..<23

  private static func added(_ source: Source, _ program: GeneratedProgram) -> Sums {
    let machine = Machine(source, seed: program.seed, limits: program.limits)
    var sums = Sums()
    for call in calls {
      let result = machine.run(call: call)
      sums.outcomes[OutcomeCounts.Kind(result.outcome), default: 0] += 1
      sums.attempts += Int128(result.tally.attempts)
      if result.outcome.word != "hung" { sums.duration += Int128(result.duration.count) }
      sums.waited += Int128(result.tally.waited.count)
      sums.values += Int128(result.tally.values)
      sums.stale += UInt64(result.tally.stale)
    }
    return sums
  }

  private static func measured(_ source: Source, _ program: GeneratedProgram) -> Sums {
    var trials = Trials(calls: calls, seed: program.seed)
    trials.limits = program.limits
    trials.threads = 1
    let measured = trials.measure(source)
    var sums = Sums()
    for kind in OutcomeCounts.Kind.allCases where measured.outcomes[kind] > 0 {
      sums.outcomes[kind] = measured.outcomes[kind]
    }
    sums.attempts = measured.attempts.sum
    sums.duration = measured.latency.sum
    sums.waited = measured.waited.sum
    sums.values = measured.values.sum
    sums.stale = measured.servedStale
    return sums
  }
}
