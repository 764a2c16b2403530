import RetryLanguage
import Simulation

/// What was run and shown, as values: `_` is the last one, `_1` the first.
struct Results {
  /// The most results that are kept.
  private static let mostResults = 200
  /// The bytes that an event of a trace takes at the least.
  private static let eventBytes = 128

  /// The bytes that all results may take together; the oldest are dropped beyond it.
  var mostBytes = Limits().bytes
  private var kept: [(name: String, definition: Definition, weight: Int)] = []
  /// The number of results that there have been.
  private(set) var count = 0
  private var weight = 0

  /// Keeps a call; the last and its number are its names.
  mutating func add(_ record: RunRecord) {
    add(
      Definition(type: .run, item: .run(record), text: record.subject),
      weight: record.trace.events.count * Self.eventBytes)
  }

  /// Stores a measurement.
  mutating func add(_ record: MeasuredRecord) {
    add(
      Definition(type: record.result.type, item: .measured(record), text: record.subject),
      weight: record.result.bytes)
  }

  /// Keeps a value.
  mutating func add(_ definition: Definition, weight: Int = 1) {
    count += 1
    self.weight += weight
    kept.append(("_\(count)", definition, weight))
    while kept.count > 1, kept.count > Self.mostResults || self.weight > mostBytes {
      self.weight -= kept.removeFirst().weight
    }
  }

  /// The stored results by name.
  var definitions: [String: Definition] {
    var named = Dictionary(uniqueKeysWithValues: kept.map { ($0.name, $0.definition) })
    if let last = kept.last { named["_"] = last.definition }
    return named
  }
}
