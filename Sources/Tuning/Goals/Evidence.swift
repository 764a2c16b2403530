package import Measurement
import RetryNumerics
import Simulation

/// What is known of a policy: the batches that were measured of it in each world.
package struct Evidence: Sendable {
  package let point: Point
  package private(set) var worlds: [WorldEvidence]
  /// A reading of each figure that the goals ask for; empty before the first batch.
  package private(set) var readings: [GoalReading] = []
  /// The world whose numbers a figure has, where the worst counts.
  package private(set) var worst: [Int] = []

  /// Creates the evidence of a policy of which nothing was measured, with what is known of it in each world.
  init(_ point: Point, _ known: [(certainty: Certainty, theory: ClosedForm?)]) {
    self.point = point
    worlds = known.map { WorldEvidence($0.certainty, $0.theory) }
  }

  /// The number of batches in each world.
  package var batches: Int { worlds[0].count }

  mutating func add(_ results: [BatchResult], world: Int, load: Load?, _ goals: Goals) {
    worlds[world].add(results, load, goals.figures)
  }

  /// Reads the figures of all batches; returns the place of a figure that no world has, if there is one.
  mutating func read(_ goals: Goals) -> Int? {
    (readings, worst) = ([], [])
    for index in goals.figures.indices {
      let known = worlds.enumerated().compactMap { world, evidence in
        evidence.reading(of: goals.figures[index]).map { (world: world, reading: $0) }
      }
      let sign = goals.sign(of: index)
      guard let worst = known.max(by: { sign * $0.reading.value < sign * $1.reading.value })
      else { return index }
      self.worst.append(worst.world)
      guard let weights = goals.weights else {
        // The interval of the worst world reaches at least as far as those of the others.
        let (low, high) = (known.map(\.reading.low), known.map(\.reading.high))
        readings.append(
          GoalReading(
            worst.reading.value,
            low: (sign > 0 ? low.max() : low.min()) ?? worst.reading.low,
            high: (sign > 0 ? high.max() : high.min()) ?? worst.reading.high))
        continue
      }
      readings.append(GoalReading(known.map { (weights[$0.world], $0.reading) }))
    }
    return nil
  }

  /// Returns the numbers of a figure, one of each of the first batches.
  func series(of index: Int, _ goals: Goals) -> [Double] {
    guard let weights = goals.weights else { return worlds[worst[index]].series[index] }
    return (0..<batches).map { batch in
      zip(weights, worlds).reduce(0) { $0 + $1.0 * $1.1.series[index][batch] }
    }
  }
}

extension GoalReading {
  /// Creates the weighted sum of readings of independent worlds.
  fileprivate init(_ parts: [(weight: Double, reading: GoalReading)]) {
    let sum = parts.reduce(0) { $0 + $1.weight * $1.reading.value }
    func half(_ end: (GoalReading) -> Double) -> Double {
      let squares = parts.reduce(0) { sum, part in
        let length = part.weight * (end(part.reading) - part.reading.value)
        return sum + length * length
      }
      return squares.isFinite ? Elementary.squareRoot(squares) : .infinity
    }
    self.init(sum, low: sum - half(\.low), high: sum + half(\.high))
  }
}

/// The batches of a policy in one world.
package struct WorldEvidence: Sendable {
  private let certainty: Certainty
  /// The exact figures, which need no calls; a policy that is measured for its own sake has none.
  private let theory: ClosedForm?
  /// All of them together.
  package private(set) var calls: MeasuredCalls?
  /// The numbers of each figure, one of each batch.
  fileprivate private(set) var series: [[Double]] = []

  fileprivate init(_ certainty: Certainty, _ theory: ClosedForm?) {
    (self.certainty, self.theory) = (certainty, theory)
  }

  fileprivate var count: Int { series.first?.count ?? 0 }

  fileprivate mutating func add(_ results: [BatchResult], _ load: Load?, _ figures: [Figure]) {
    if series.isEmpty { series = figures.map { _ in [] } }
    var (sum, runs) = (Measurement(), [LoadMeasurement]())
    if let calls { (sum, runs) = (calls.all, calls.sample?.runs ?? []) }
    for result in results {
      switch result {
      case .calls(let measured): sum.merge(measured)
      case .run(let run): runs.append(run)
      }
      for index in figures.indices { series[index].append(figures[index].number(of: result)) }
    }
    calls =
      load.map { .concurrent(LoadSample($0, runs, planned: runs.count)) } ?? .independent(sum)
  }

  fileprivate func reading(of figure: Figure) -> GoalReading? {
    guard let calls else { return nil }
    if let exact = theory?.number(of: figure) { return GoalReading(exact, low: exact, high: exact) }
    let reading = figure.reading(of: calls, certainty)
    guard let value = reading.value.bounded else { return nil }
    return GoalReading(
      value, low: reading.low.bounded ?? -.infinity, high: reading.high.bounded ?? .infinity)
  }
}

extension Figure {
  /// Returns its number of one batch; one that is missing is endless.
  fileprivate func number(of batch: BatchResult) -> Double {
    let number: Double? =
      switch batch {
      case .calls(let measured): value(of: .independent(measured)).bounded
      case .run(let run): number(ofRun: run)
      }
    return number ?? .infinity
  }
}

extension Value {
  /// The number of a figure; a time without an end is infinite.
  fileprivate var bounded: Double? {
    if case .duration(let span) = self, span >= .never { return .infinity }
    return size
  }
}
