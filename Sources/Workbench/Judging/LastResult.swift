import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// What `expect` can ask about.
indirect enum LastResult: Sendable {
  case run(RunRecord)
  /// Many calls, and what they are calls of if they have that in common.
  case many(MeasuredCalls, of: Source?)

  var isLoad: Bool { if case .many(let calls, _) = self { calls.sample != nil } else { false } }

  /// Whether no call ended.
  var isEmpty: Bool {
    if case .many(let calls, _) = self { calls.all.calls == 0 } else { false }
  }

  func readings(of figures: [NamedFigure]) -> [FigureReading] {
    switch self {
    case .run(let record): return figures.map { $0.figure.reading(of: record.trace.result) }
    case .many(let calls, let source):
      let certainty = Certainty(of: source)
      return figures.map { $0.figure.reading(of: calls, certainty) }
    }
  }

  /// Returns the first figure in a condition that the result does not have.
  func missing(in condition: Expression, of figures: [NamedFigure]) -> NamedFigure? {
    guard !isEmpty else { return nil }
    let mentioned = figures.filter { figure in condition.mentions { $0 == figure.name } }
    return zip(mentioned, readings(of: mentioned)).first { $1.value == .unit }?.0
  }

  /// Returns the values of figures, which a condition takes.
  func values(of figures: [NamedFigure] = NamedFigure.all) -> [RuntimeValue] {
    readings(of: figures).map { .value($0.value) }
  }
}

extension Certainty {
  /// Collects what is known of a source.
  init(of source: Source?) {
    let facts = source.map { KnownSource($0).facts }
    let (most, alike) = (source.flatMap { Plan(of: $0).mostAttempts }, facts?.alike ?? Alike())
    let longest = Double((facts?.time.upperBound ?? .never).count)
    let known: [(CallNumbers, Bool)] = [
      (.attempts, alike.attempts), (.latency, alike.time), (.waited, alike.waited),
    ]
    self.init(
      alike: Set(known.filter(\.1).map(\.0)),
      bounds: [
        .attempts: Double(most ?? Limits().events), .latency: longest, .waited: longest,
      ], isWasteAlike: alike.attempts && alike.outcome)
  }
}
