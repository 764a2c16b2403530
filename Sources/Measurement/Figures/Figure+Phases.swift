import RetryNumerics
package import Simulation

// The figures of a load before, during and after what disturbs it.

extension Figure {
  /// The figures by phase, in the same order for each.
  package static let byPhase: [(phase: PhaseRecord.Phase, figures: [Figure])] =
    PhaseRecord.Phase.allCases.map { phase in
      let figures = [
        Figure(phase, .share, "success", "the success rate of the calls that start") {
          $0.begun > 0 ? Double($0.succeeded) / Double($0.begun) : nil
        }.outOf { $0.record.phases[phase].map { UInt64($0.begun) } },
        Figure(phase, .number, "amplification", "the attempts per call that starts") {
          $0.begun > 0 ? Double($0.attempts) / Double($0.begun) : nil
        },
        Figure(phase, .rate, "offered", "the attempts per second") {
          Double($0.attempts) / Double($0.length.count) * 1e9
        },
        Figure(phase, .rate, "busiest", "the attempts in the busiest second") {
          Double($0.busiest)
        },
      ]
      return (phase, figures)
    }

  /// Creates a figure of a phase, named after the figure of the whole load.
  private init(
    _ phase: PhaseRecord.Phase, _ unit: Unit, _ name: String, _ summary: String,
    _ value: @escaping @Sendable (PhaseRecord) -> Double?
  ) {
    let meaning = "\(summary) \(phase.time)"
    self.init(
      .ofRun(unit) { run in
        guard run.isWhole, let record = run.record.phases[phase], record.length > .zero
        else { return nil }
        return value(record)
      }, name + phase.word, meaning, key: Key(nil, "\(name)_\(phase.rawValue)", meaning),
      column: "\(name)_\(phase.rawValue)",
      if: { $0.sample?.runs.contains { !$0.record.phases.isEmpty } == true })
  }
}

extension PhaseRecord.Phase {
  /// The end of the name of a figure.
  fileprivate var word: String {
    switch self {
    case .before: "Before"
    case .during: "During"
    case .after: "After"
    }
  }

  fileprivate var time: String {
    switch self {
    case .before: "before the first outage, burst or spike"
    case .during: "during outages, bursts and spikes"
    case .after: "after outages, bursts and spikes, up to the next"
    }
  }
}
