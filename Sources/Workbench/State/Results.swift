import RetryLanguage
import Simulation

/// The results of a session as values: `_` is the last one, `_1` the first.
struct Results {
  /// The maximum number of results.
  private static let mostResults = 200
  /// The minimum size of a trace event in bytes.
  private static let eventBytes = 128

  /// The memory for all results in bytes; beyond it, the oldest are dropped.
  var mostBytes = Limits().bytes
  private var kept: [(name: String, definition: Definition, weight: Int)] = []
  /// The number of results so far.
  private(set) var count = 0
  private var weight = 0
  /// The limit that the last results which are gone have met.
  private(set) var met: Bound?
  var goneCount: Int { count - kept.count }

  /// What limits the results that are kept.
  enum Bound {
    case number, memory

    /// Returns the limit in words, and how it is raised if it can be.
    func phrases(_ limits: Limits) -> (limit: String, fixIt: String?) {
      guard case .memory = self else { return ("only the last \(mostResults) are kept", nil) }
      let isLast = limits.moreMemory == limits.memory
      return (
        "results may take \(limits.memory) MB",
        isLast ? nil : "'set memory \(limits.moreMemory)' keeps more results"
      )
    }
  }

  /// Stores a call under its number and as the last result.
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

  /// Returns the names of the calls and measurements that were stored after a number of results.
  func names(ofCallsAfter number: Int) -> [String] {
    kept.suffix(max(0, count - number)).filter { entry in
      switch entry.definition.item {
      case .run, .measured: true
      default: false
      }
    }.map(\.name)
  }

  /// Stores a value.
  mutating func add(_ definition: Definition, weight: Int = 1) {
    count += 1
    self.weight += weight
    kept.append(("_\(count)", definition, weight))
    while kept.count > 1, kept.count > Self.mostResults || self.weight > mostBytes {
      met = self.weight > mostBytes ? .memory : .number
      self.weight -= kept.removeFirst().weight
    }
  }

  /// The stored results, the last one first, which has two names.
  var newestFirst: [(name: String, definition: Definition)] {
    kept.suffix(1).map { ("_", $0.definition) } + kept.reversed().map { ($0.name, $0.definition) }
  }

  /// The stored results by name.
  var definitions: [String: Definition] {
    var named = Dictionary(uniqueKeysWithValues: kept.map { ($0.name, $0.definition) })
    if let last = kept.last { named["_"] = last.definition }
    return named
  }
}
