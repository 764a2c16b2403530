package import Measurement
import RetryNumerics
import Simulation
import VirtualTime

/// A load as JSON.
package struct LoadJSON {
  private let sample: LoadSample
  private let subject: String
  private let seed: UInt64

  package init(_ sample: LoadSample, subject: String, seed: UInt64) {
    self.sample = sample
    self.subject = subject
    self.seed = seed
  }

  package var json: JSONValue {
    Self.form.members(of: sample).reduce(
      MeasurementJSON(.concurrent(sample), subject: subject, seed: seed).json
    ) { $0.adding($1.key, $1.value) }
  }

  /// What a load has beside the figures of its calls.
  package static let form = JSONForm<LoadSample>("load", "concurrent calls") {
    JSONKey("runs", "the number of runs") { $0.runs.count }
    JSONKey("duration_ns", "the duration of each run") { $0.load.duration }
    JSONKey("drain_ns", "how long each run waits for the calls in flight at its end") {
      $0.load.drain
    }
    JSONKey("in_flight", "the calls in flight at the end of the duration") {
      $0.runs.reduce(0) { $0 + $1.record.inFlight }
    }
    JSONKey("unended", "those of them that had not ended after that wait") {
      $0.runs.reduce(0) { $0 + $1.record.unended }
    }
    JSONKey.described("loads", rowsOfParts) { $0.load.names.isEmpty ? nil : parts(of: $0) }
    JSONKey.optional("resources", "the names of servers and channels; only for one run") {
      $0.onlyRecord?.resources.map(\.name)
    }
    JSONKey.optional(
      "strategies", "the names of strategies with a memory; only for one run with any"
    ) {
      $0.onlyRecord.flatMap { $0.strategies.isEmpty ? nil : $0.strategies.map(\.name) }
    }
    JSONKey.each(
      "spans", { $0.onlyRecord.map { record in record.spans.map { (span: $0, record: record) } } }
    ) {
      spanKeys
    }
    JSONKey.optional("stopped_by", "the limit that stopped a run") {
      $0.runs.first?.record.stop?.key
    }
    JSONKey.partial { $0.runs.count < $0.planned }
  }

  private static let rowsOfParts: [Schema.Key] =
    Schema.keys("loads[].name  text  the name of one of several loads that ran together")
    + Schema.keys(of: Figure.ofPart).map { Schema.Key("loads[].\($0.path)", $0.type, $0.meaning) }

  private static func parts(of sample: LoadSample) -> JSONValue {
    .list(
      sample.load.names.enumerated().map { index, name in
        let calls = MeasuredCalls.concurrent(sample.part(index))
        let figures = MeasurementJSON(calls, subject: name, seed: 0, figures: Figure.ofPart)
        return .object([.init(key: "name", value: .string(name))] + figures.members)
      })
  }
}

extension LoadSample {
  /// The record of the run, if only one was asked for.
  fileprivate var onlyRecord: LoadRecord? { planned == 1 ? runs.first?.record : nil }
}

// MARK: - Over time

extension LoadJSON {
  /// A span has the total times of calls and requests in nanoseconds.
  @JSONKeys<(span: LoadSpan, record: LoadRecord)>
  private static var spanKeys: [JSONKey<(span: LoadSpan, record: LoadRecord)>] {
    JSONKey("from_ns", "the start of a time span; only for one run") { $0.span.from.sinceStart }
    JSONKey("until_ns", "the end of the span") { $0.span.until.sinceStart }
    JSONKey("begun", "the calls that started") { $0.span.begun }
    JSONKey("attempts", "the attempts") { $0.span.attempts }
    JSONKey("retries", "the attempts that were not the first of their call") { $0.span.retries }
    JSONKey("succeeded", "the calls that succeeded") { $0.span.succeeded }
    JSONKey("failed", "the calls that failed") { $0.span.failed }
    JSONKey("latency_ns", "the total latency of the calls that ended") {
      Int64(clamping: $0.span.latency)
    }
    JSONKey("under_way_ns", "the total time of calls in flight") {
      Int64(clamping: $0.span.underWay)
    }
    JSONKey.each("resources", { Array(zip($0.span.resources, $0.record.resources)) }) {
      ResourceCounter.usual.map(key)
      JSONKey("waiting_ns", "the total time of requests in the queue") {
        Int64(clamping: $0.0.waiting)
      }
      JSONKey("busy_ns", "the total busy time of the slots") { Int64(clamping: $0.0.busy) }
      JSONKey("longest_queue", "the longest queue") { $0.0.longestQueue }
      ResourceCounter.rare.map(key)
    }
    JSONKey.each(
      "strategies",
      { $0.span.strategies.isEmpty ? nil : Array(zip($0.span.strategies, $0.record.strategies)) }
    ) {
      JSONKey("allowed", "the calls or retries that it let pass") { $0.0.allowed }
      JSONKey("refused", "the calls or retries that it refused") { $0.0.refused }
      JSONKey.optional("opened", "the times that it opened; only of a breaker") {
        $0.1.measure == .open ? $0.0.opened : nil
      }
      JSONKey.member(StrategyMeasure.allCases.map { .init($0.key, "number", $0.meaning) }) {
        figures, strategy in
        strategy.measure.map {
          JSONValue.Member(key: $0.key, value: figures.level.map { .double($0) } ?? .null)
        }
      }
    }
  }

  private static func key(_ counter: ResourceCounter) -> JSONKey<(ResourceFigures, WatchedResource)>
  {
    .optional(counter.key, counter.meaning) { figures, resource in
      counter.isGiven(resource) ? counter.count(figures) : nil
    }
  }
}

extension StrategyMeasure {
  /// The key of its value, with the unit of times.
  var key: String {
    switch self {
    case .wait, .delay: "\(rawValue)_ns"
    case .left, .open, .running, .limit, .drops, .rate: rawValue
    }
  }

  fileprivate var meaning: String {
    switch self {
    case .left: "what a budget has left at the end of the span"
    case .open: "1 if a breaker is open at the end of the span, 0.5 if half-open, else 0"
    case .wait: "how long the next call would wait for a rate limiter"
    case .running: "the calls that run in a bulkhead"
    case .limit: "the calls that may run in a bulkhead that adapts"
    case .drops: "the share of calls that a throttle drops"
    case .rate: "the calls per second of a pacer; null before it has an effect"
    case .delay: "the time after which a hedge starts; null if it is fixed or not known yet"
    }
  }
}
