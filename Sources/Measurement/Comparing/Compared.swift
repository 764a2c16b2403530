import Simulation
import VirtualTime

/// Several subjects with the same random draws, each compared with the first.
package enum Compared: Sendable {
  /// Strategies, whose calls are paired.
  case strategies(Comparison)
  /// Loads, whose runs are paired by their seeds.
  case loads([LoadSample])

  package var rows: [MeasuredCalls] {
    switch self {
    case .strategies(let comparison): comparison.rows.map { .independent($0.measured) }
    case .loads(let samples): samples.map(MeasuredCalls.concurrent)
    }
  }

  package var isPartial: Bool {
    switch self {
    case .strategies(let comparison): comparison.rows.contains(where: \.measured.isPartial)
    case .loads(let samples): samples.contains(where: \.isPartial)
    }
  }

  package var bytes: Int {
    switch self {
    case .strategies(let comparison): comparison.bytes
    case .loads(let samples): samples.reduce(0) { $0 + $1.bytes }
    }
  }
}

/// The difference of a figure between a subject and the first.
package struct FigureDifference: Sendable {
  package let figure: Figure
  package let difference: Difference
}

extension Compared {
  private static let figures: [Figure] = [
    .success, .goodput, .amplification, .meanLatency, .p99, .queue, .busy,
  ]

  /// How each subject differs from the first.
  package var differences: [[FigureDifference]] {
    switch self {
    case .strategies(let comparison): comparison.differences
    case .loads(let samples):
      samples.map { sample in
        Self.figures.compactMap { figure in
          Difference(figure, of: sample, from: samples[0]).map {
            FigureDifference(figure: figure, difference: $0)
          }
        }
      }
    }
  }
}

extension [LoadSample] {
  /// The same loads with only those runs whose seeds all of them have; empty if there are none.
  package var onCommonSeeds: [LoadSample] {
    let seeds = map { Set($0.runs.filter { !$0.isPartial }.map(\.seed)) }
    guard let first = seeds.first else { return [] }
    let common = seeds.dropFirst().reduce(first) { $0.intersection($1) }
    // All loads have the same seeds, so nothing is left out.
    guard common.count < (map(\.runs.count).max() ?? 0) else { return self }
    guard !common.isEmpty else { return [] }
    return map { sample in
      LoadSample(
        sample.load, sample.runs.filter { common.contains($0.seed) }, planned: sample.planned)
    }
  }
}

extension Comparison {
  fileprivate var differences: [[FigureDifference]] {
    zip(rows, latencies(at: 0.99)).map { compared, p99 in
      let all: [(Figure, Difference?)] = [
        (.success, compared.successRate), (.load, compared.meanAttempts),
        (.meanLatency, compared.meanLatency), (.p99, p99), (.waited, compared.meanWait),
      ]
      return all.compactMap { figure, difference in
        difference.map { FigureDifference(figure: figure, difference: $0) }
      }
    }
  }
}

extension Difference {
  /// Creates the difference of a figure between loads from their runs with the same seeds.
  ///
  /// It requires two such runs. The interval uses Student's distribution.
  fileprivate init?(_ figure: Figure, of sample: LoadSample, from first: LoadSample) {
    let before = Dictionary(first.runs.map { ($0.seed, $0) }, uniquingKeysWith: { $1 })
    let differences = sample.runs.compactMap { run -> Double? in
      guard let earlier = before[run.seed].flatMap(figure.number(ofRun:)),
        let later = figure.number(ofRun: run)
      else { return nil }
      return later - earlier
    }
    guard let estimate = Estimate(runs: differences), estimate.value.isFinite else { return nil }
    // The variance of one run, from that of the mean.
    let variance = Estimate.mean(of: differences).variance * Double(differences.count)
    self.init(estimate, variance: variance, of: UInt64(differences.count))
  }
}
