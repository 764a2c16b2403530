package import RetryNumerics
package import Simulation
import VirtualTime

/// What the laboratory predicts of the calls that a client has made, beside what they did.
///
/// Many runs make the same calls at the same times, up to a millisecond, in the same world: only the client's chance is
/// another. A figure is as predicted if it lies between the least and the greatest of these runs: of 199 runs, one real run
/// in a hundred does not. A duration may exceed that by a millisecond for each attempt, and by what the server was late.
package struct ClientForecast: Sendable {
  package struct Row: Sendable {
    package let figure: RealFigure
    package let predicted: ClosedRange<Double>
    package let real: Double

    package var isMet: Bool { predicted.contains(real) }
  }

  package let rows: [Row]
  package let calls: Int
  package let runs: Int
  /// What the client needs for a retry besides waiting, on average.
  package let overhead: Nanoseconds
  /// What the server was late with an answer, on average.
  package let lateness: Nanoseconds

  private static let runs = 199
  /// The calls of all runs together, beyond which there are fewer runs.
  private static let mostCalls = 1_000_000
  private static let fewestRuns = 39

  /// Predicts the calls of a source with its retries, which a judgement has looked at; `nil` if there are too few.
  package init?(
    _ source: Source, seed: UInt64, for conformance: Conformance,
    interrupted: () -> Bool = { false }
  ) {
    let observed = conformance.drawnCalls.filter { !conformance.isCut || $0.hasEnded }
      .sorted { $0.start < $1.start }
    let ended = observed.map(\.asEnded)
    guard ended.count >= RealFigure.success.fewestCalls else { return nil }
    let starts = observed.map { (call: $0.number, time: $0.start) }
    runs = max(min(Self.runs, Self.mostCalls / ended.count), Self.fewestRuns)
    let overhead = conformance.overhead
    // How exactly the times of a client are known.
    let resolution = conformance.tolerance.early
    let all = observed.flatMap(\.attempts)
    let lateness = Nanoseconds(
      rounding: all.reduce(0) { $0 + Double($1.lateness.count) } / Double(all.count))
    let figures = RealFigure.allCases.filter { ended.count >= $0.fewestCalls }
    var values: [[Double]] = figures.map { _ in [] }
    let slowed = source.delayingRetries(by: overhead)
    for run in 1...UInt64(runs) {
      guard !interrupted() else { return nil }
      let calls = Self.run(
        slowed.redrawn(run), seed: seed, Self.shifted(starts, run, by: resolution))
      for (place, figure) in figures.enumerated() { values[place].append(figure.value(of: calls)) }
    }
    (self.overhead, self.lateness, calls) = (overhead, lateness, ended.count)
    rows = zip(figures, values).map { figure, values in
      let most = Double(ended.map(\.attempts).max() ?? 1)
      let excess = figure.isDuration ? Double((lateness + resolution).count) * most : 0
      return Row(
        figure: figure, predicted: (values.min() ?? 0)...((values.max() ?? 0) + excess),
        real: figure.value(of: ended))
    }
  }

  package var isMet: Bool { rows.allSatisfy(\.isMet) }

  /// The times of calls as they could have been: what is that close could have come in another order.
  private static func shifted(
    _ starts: [(call: UInt64, time: Nanoseconds)], _ run: UInt64, by resolution: Nanoseconds
  ) -> [(call: UInt64, time: Nanoseconds)] {
    var draws = Draws(
      DrawKey(seed: 0, name: "forecast"), call: run, attempt: 1, purpose: .arrival)
    return starts.map { call, time in
      (call: call, time: time + Nanoseconds(rounding: draws.unit() * Double(resolution.count)))
    }.sorted { $0.time < $1.time }
  }

  /// Makes all calls at their times.
  private static func run(
    _ source: Source, seed: UInt64, _ starts: [(call: UInt64, time: Nanoseconds)]
  ) -> [EndedCall] {
    let calls = LiveCalls([source], seed: seed)
    var begun: [LiveCalls.Ticket: Nanoseconds] = [:]
    var ended: [EndedCall] = []
    func take(_ ends: [LiveCalls.End]) {
      for end in ends {
        guard let start = begun[end.ticket] else { continue }
        ended.append(
          EndedCall(
            isSuccess: end.outcome.isSuccess, attempts: end.attempts, duration: end.time - start))
      }
    }
    for (number, time) in starts {
      take(calls.ends(until: time))
      var call = LiveCalls.Call(number: number, of: 0)
      begun[calls.attempt(&call, at: time)] = time
    }
    while ended.count < begun.count, let next = calls.nextTime { take(calls.ends(until: next)) }
    return ended
  }
}

extension Conformance.DrawnCall {
  /// Whether it has succeeded, or the plan ends it after its last failure.
  fileprivate var hasEnded: Bool {
    isSuccess || failures.last.map { $0.delays == nil } == true
  }

  private var isSuccess: Bool { attempts.contains { $0.seen == .success } }

  fileprivate var asEnded: EndedCall {
    EndedCall(
      isSuccess: isSuccess, attempts: attempts.count,
      duration: (attempts.map(\.finish).max() ?? start) - start)
  }
}
