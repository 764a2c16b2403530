import RetryLanguage
import Simulation

/// What was run and shown, as values: `_` is the last one, `_1` the first.
struct Results {
  /// The most events that are kept of all calls together; the oldest results are dropped beyond it.
  private static let mostEvents = 1_000_000
  /// The most results that are kept.
  private static let mostResults = 200

  private var kept: [(name: String, definition: Definition, weight: Int)] = []
  /// The number of results that there have been.
  private(set) var count = 0
  private var weight = 0

  /// Keeps a call; the last and its number are its names.
  mutating func add(_ record: RunRecord) {
    add(
      Definition(type: .run, item: .run(record), text: record.subject),
      weight: record.trace.events.count)
  }

  /// Keeps what many calls came to.
  mutating func add(_ record: MeasuredRecord, as type: Type) {
    // Histograms take about as much room as some thousands of events.
    add(Definition(type: type, item: .measured(record), text: record.subject), weight: 5000)
  }

  /// Keeps a value.
  mutating func add(_ definition: Definition, weight: Int = 1) {
    count += 1
    self.weight += weight
    kept.append(("_\(count)", definition, weight))
    while kept.count > 1, kept.count > Self.mostResults || self.weight > Self.mostEvents {
      self.weight -= kept.removeFirst().weight
    }
  }

  /// The names of what is kept, with what they stand for.
  var definitions: [String: Definition] {
    var named = Dictionary(uniqueKeysWithValues: kept.map { ($0.name, $0.definition) })
    if let last = kept.last { named["_"] = last.definition }
    return named
  }
}
