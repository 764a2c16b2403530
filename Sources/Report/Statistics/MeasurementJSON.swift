package import Measurement
import RetryNumerics
import Simulation

/// The figures of many calls as JSON.
package struct MeasurementJSON {
  private let calls: MeasuredCalls
  private let subject: String
  private let seed: UInt64
  private let parameters: JSONValue?
  private let figures: [Figure]

  /// Creates the JSON of calls; the parameters tell several measurements apart.
  package init(
    _ calls: MeasuredCalls, subject: String, seed: UInt64, parameters: JSONValue? = nil,
    figures: [Figure] = Figure.all
  ) {
    self.calls = calls
    self.subject = subject
    self.seed = seed
    self.parameters = parameters
    self.figures = figures
  }

  var members: [JSONValue.Member] {
    figures.reduce(into: []) { $0.add($1, of: calls) }
  }

  package var json: JSONValue {
    var json = JSONValue.object(
      [
        .init(key: "kind", value: calls.sample == nil ? "stats" : "load"),
        .init(key: "subject", value: .string(subject)),
        .init(key: "seed", value: seed.seedValue),
      ] + members
    ).adding(drawsOf: seed)
    if calls.all.isPartial { json = json.adding("is_partial", .bool(true)) }
    return parameters.map { json.adding("parameters", $0) } ?? json
  }
}

extension [JSONValue.Member] {
  /// Adds a figure, next to the one before if it belongs to the same object.
  fileprivate mutating func add(_ figure: Figure, of calls: MeasuredCalls) {
    guard let key = figure.key, figure.isGiven(calls) else { return }
    let value = figure.json(of: calls)
    guard let object = key.object else { return append(.init(key: key.name, value: value)) }
    if key.form == .withInterval {
      let (low, high) = figure.ends(of: calls)
      append(
        .init(
          key: object,
          value: value == .null ? .null : [key.name: value, "low": low, "high": high]))
    } else if let last, last.key == object {
      // The figures of an object follow each other.
      self[count - 1] = .init(key: object, value: last.value.adding(key.name, value))
    } else {
      append(.init(key: object, value: [key.name: value]))
    }
  }
}

extension Figure {
  func json(of calls: MeasuredCalls) -> JSONValue {
    guard let rows = counts(of: calls) else {
      let number = number(of: calls)
      return number == .duration(.never) ? .null : number.map { JSONValue($0) } ?? .null
    }
    return .object(
      rows.filter { $0.count > 0 }.map { .init(key: $0.key, value: .unsigned($0.count)) })
  }

  func ends(of calls: MeasuredCalls) -> (low: JSONValue, high: JSONValue) {
    let estimate = estimate(of: calls)
    return (estimate.map { .double($0.low) } ?? .null, estimate.map { .double($0.high) } ?? .null)
  }
}

extension Schema {
  /// The keys of figures, each once.
  package static func keys(of figures: [Figure]) -> [Key] {
    figures.reduce(into: []) { keys, figure in
      guard let key = figure.key else { return }
      func add(_ path: String, _ type: String, _ meaning: String) {
        if keys.last?.path != path { keys.append(Key(path, type, meaning)) }
      }
      let type = figure.isWhole ? "integer" : "number"
      switch key.form {
      case .alone: add(figure.isCounts ? key.path + ".*" : key.path, type, key.meaning)
      case .alike: add(key.path(of: "*"), type, key.meaning)
      case .withInterval:
        add(key.path, type, key.meaning)
        add(key.path(of: "low"), "number or null", "the lower bound of its 95% confidence interval")
        add(key.path(of: "high"), "number or null", "the upper bound")
      }
    }
  }
}
