package import Measurement
package import RetryNumerics
package import Simulation
import Tuning

/// The result of many calls, kept as a value.
package struct MeasuredRecord: Sendable {
  /// The measured source; `nil` for several strategies.
  package let source: Source?
  /// The load that was run or searched, if one was.
  package let load: Load?
  /// The measured source as written.
  package let subject: String
  /// The seed of the calls.
  package let seed: UInt64
  /// The time over which the starts of the calls are spread, if they are.
  package let spread: Nanoseconds?
  /// The number of planned calls.
  package let calls: UInt64
  /// The result.
  package let result: MeasuredResult

  /// Creates a record.
  package init(
    source: Source?, load: Load? = nil, subject: String, seed: UInt64, spread: Nanoseconds? = nil,
    calls: UInt64, result: MeasuredResult
  ) {
    (self.source, self.load) = (source, load)
    self.subject = subject
    self.seed = seed
    self.spread = spread
    self.calls = calls
    self.result = result
  }

  /// The sources whose calls were measured, as far as they are known.
  package var sources: [Source] {
    if let source { return [source] }
    if let load { return load.populations.map(\.source) }
    if case .comparison(_, let subjects) = result { return subjects.compactMap(\.source) }
    return []
  }
}

/// The result of a command that runs many calls.
package enum MeasuredResult: Sendable {
  /// Many calls of one strategy, with the theoretical figures.
  case stats(Measurement, exact: ClosedForm?)
  /// Several strategies with the same random faults, or several loads.
  case comparison(Compared, of: [ComparedSubject])
  /// A strategy for each value of its parameters.
  case sweep(Sweep)
  /// The calls that satisfy a condition.
  case findings(Findings)
  /// Concurrent calls.
  case load(LoadSample)
  /// The policy that a search found.
  case tuned(TunedRecord)
}

/// A compared strategy and its source text.
package struct ComparedSubject: Sendable {
  /// The strategy; `nil` for a load.
  package let source: Source?
  /// The strategy as written.
  package let text: String

  /// Creates the subject of a comparison.
  package init(_ source: Source?, _ text: String) {
    self.source = source
    self.text = text
  }
}

extension MeasuredResult {
  /// The type of the result as a value.
  package var type: Type {
    switch self {
    case .stats, .load: .stats
    case .comparison, .sweep: .table
    case .findings: .findings
    case .tuned(let record): record.worlds.isEmpty ? .stats : .table
    }
  }

  /// The size in bytes.
  package var bytes: Int {
    switch self {
    case .stats(let measured, _): measured.bytes
    case .comparison(let compared, _): compared.bytes
    case .sweep(let sweep): sweep.rows.reduce(0) { $0 + $1.calls.bytes }
    case .findings(let findings): findings.calls.count * MemoryLayout<UInt64>.stride
    case .load(let sample): sample.bytes
    case .tuned(let record): record.tuned.bytes
    }
  }

  /// Whether it was stopped early.
  package var isPartial: Bool {
    switch self {
    case .stats(let measured, _): measured.isPartial
    case .comparison(let compared, _): compared.isPartial
    case .sweep(let sweep): sweep.isPartial
    case .findings(let findings): findings.isPartial
    case .load(let sample): sample.runs.count < sample.planned
    case .tuned(let record): record.tuned.isPartial
    }
  }

  /// The calls of each row, and what they are calls of if the result tells.
  package var rows: [(calls: MeasuredCalls, source: Source?)] {
    switch self {
    case .stats(let measured, _): [(.independent(measured), nil)]
    case .comparison(let comparison, let subjects):
      zip(comparison.rows, subjects).map { ($0, $1.source) }
    case .sweep(let sweep): sweep.rows.map { ($0.calls, $0.source) }
    case .findings: []
    case .load(let sample): [(.concurrent(sample), sample.load.source)]
    case .tuned(let record): record.rows.map { ($0, record.source ?? $0.sample?.load.source) }
    }
  }

  /// Returns a figure of it, of each row where it has rows; nothing where it has none of this name.
  func item(_ figure: Figure) -> RuntimeValue? {
    let items = rows.map { RuntimeValue.value(figure.value(of: $0.calls)) }
    return type == .table ? .list(items) : items.first
  }
}

/// The results of many calls for each value of one or several parameters.
package struct Sweep: Sendable {
  /// The values of the parameters and the measurement with them.
  package struct Row: Sendable {
    /// The values, in the order of the parameters.
    package let values: [RuntimeValue]
    /// The measured source; `nil` for a load.
    package let source: Source?
    /// The measurement.
    package let calls: MeasuredCalls

    /// Creates a row.
    package init(values: [RuntimeValue], source: Source?, calls: MeasuredCalls) {
      self.values = values
      self.source = source
      self.calls = calls
    }
  }

  /// The names of the parameters.
  package let names: [String]
  /// The types of their values.
  package let types: [Type]
  /// The rows, the last parameter changing fastest.
  package let rows: [Row]
  /// The number of planned rows.
  package let planned: Int

  /// Creates a sweep.
  package init(names: [String], types: [Type], rows: [Row], planned: Int) {
    self.names = names
    self.types = types
    self.rows = rows
    self.planned = planned
  }

  /// Whether it was stopped early.
  package var isPartial: Bool {
    rows.count < planned || rows.last?.calls.isPartial == true
  }
}
