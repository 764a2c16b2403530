import Measurement
import Report
import RetryLanguage
import RetryNumerics
import Simulation

/// The figures of many calls as JSON.
struct MeasuredJSON {
  private let record: MeasuredRecord
  private let isWeighed: Bool

  /// Creates the output of a measurement, which may be of what loads ask of a server.
  init(_ record: MeasuredRecord, isWeighed: Bool = false) {
    (self.record, self.isWeighed) = (record, isWeighed)
  }

  /// The objects: one, or one per row.
  var objects: [JSONValue] {
    if case .findings(let findings) = record.result {
      return [JSONForms.find.json(of: (record, findings))]
    }
    let rows = rows.map { $0.adding(spread: record.spread) }
    guard case .tuned(let found) = record.result else { return rows }
    return [JSONForms.tune.json(of: (record, found))] + rows
  }

  private var rows: [JSONValue] {
    let (subject, seed) = (record.subject, record.seed)
    return switch record.result {
    case .stats(let measured, _):
      [MeasurementJSON(.independent(measured), subject: subject, seed: seed).json]
    case .comparison(let comparison, let subjects):
      ComparisonJSON(comparison, subjects: subjects.map(\.text), seed: seed, isWeighed: isWeighed)
        .rows
    case .sweep(let sweep):
      sweep.rows.map { row in
        let parameters = sweep.parameters(of: row).map { JSONValue.Member(key: $0, value: $1.json) }
        return MeasurementJSON(
          row.calls, subject: subject, seed: seed, parameters: .object(parameters)
        ).json
      }
    case .findings: []
    case .tuned(let record):
      record.rows.map { MeasurementJSON($0, subject: subject, seed: seed).json }
    case .load(let sample): [LoadJSON(sample, subject: subject, seed: seed).json]
    }
  }
}

extension Sweep {
  /// The parameters of a row, with keys that end in their unit.
  func parameters(of row: Row) -> [(key: String, value: FigureJSON)] {
    zip(names, zip(row.values, types)).map { name, parameter in
      let value = FigureJSON(item: parameter.0, type: parameter.1)
      return (name + value.unit, value)
    }
  }
}

/// A value as JSON, and the suffix of its key for the unit.
struct FigureJSON {
  let json: JSONValue
  /// The suffix of the key for the unit.
  let unit: String

  /// Converts a value of a type.
  init(item: RuntimeValue, type: Type) {
    switch (item, type) {
    case (.value(.duration(.never)), _): json = .null
    case (.value(let value), _): json = JSONValue(value)
    case (.list(let items), .list(let element)):
      json = .list(items.map { FigureJSON(item: $0, type: element).json })
    case (.list(let items), _):
      json = .list(items.map { FigureJSON(item: $0, type: .any).json })
    default: json = .null
    }
    unit = Self.unit(item, type)
  }

  private static func unit(_ item: RuntimeValue, _ type: Type) -> String {
    switch (item, type) {
    case (.value(.duration), _), (_, .duration), (_, .list(.duration)): "_ns"
    default: ""
    }
  }
}

extension MeasuredFigure {
  /// The figure with its interval, if any.
  var json: JSONValue.Member {
    func number(_ item: RuntimeValue) -> JSONValue { FigureJSON(item: item, type: type).json }
    let value: JSONValue =
      interval.map {
        ["value": number(self.value), "low": number($0.low), "high": number($0.high)]
      }
      ?? ["value": number(self.value)]
    return JSONValue.Member(key: type == .duration ? name + "_ns" : name, value: value)
  }
}
