import Measurement
import Report
import RetryLanguage
import Simulation

/// The range in which chance moves a figure between measurements.
struct ChanceInterval: Hashable, Sendable {
  /// Two measurements differ by this many half-widths of a 95% interval in about 3 of 100,000 cases.
  private static let reach = 3.0

  private let low: Double
  private let high: Double

  init(_ estimate: Estimate) {
    (low, high) = (estimate.low, estimate.high)
  }

  /// Judges whether chance explains a difference from the figure.
  func verdict(on figure: Double) -> FigureChange.Verdict {
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    return (figure - middle).magnitude <= Self.reach * half ? .withinChance : .beyondChance
  }
}

extension MeasuredResult {
  /// The intervals of random figures by JSON key, for each row.
  var intervals: [[String: ChanceInterval]] {
    guard case .findings(let findings) = self else {
      return rows.map { $0.calls.intervals(of: Figure.all) }
    }
    let found = findings.share?.times(Double(findings.searched))
    return [found.map { ["found": ChanceInterval($0)] } ?? [:]]
  }
}

extension MeasuredCalls {
  func intervals(of figures: [Figure]) -> [String: ChanceInterval] {
    // The calls of a load depend on each other, so that none of them tells how far chance goes.
    guard sample == nil else { return [:] }
    let estimates = figures.flatMap { $0.estimates(of: self) }
    return Dictionary(
      estimates.map { ($0.path, ChanceInterval($0.estimate)) }, uniquingKeysWith: { $1 })
  }
}
