package import Measurement
import RetryNumerics
import Simulation
import VirtualTime

/// A load as JSON.
package struct LoadJSON {
  private let sample: LoadSample
  private let subject: String
  private let seed: UInt64

  /// Creates the JSON of some runs.
  package init(_ sample: LoadSample, subject: String, seed: UInt64) {
    self.sample = sample
    self.subject = subject
    self.seed = seed
  }

  /// The object, written on one line.
  package var json: JSONValue {
    var json = MeasurementJSON(.concurrent(sample), subject: subject, seed: seed).json
    json = json.adding("runs", .int(Int64(sample.runs.count)))
    json = json.adding("duration_ns", .int(sample.load.duration.count))
    json = json.adding("drain_ns", .int(sample.load.drain.count))
    json = json.adding(
      "in_flight", .unsigned(sample.runs.reduce(0) { $0 + $1.record.inFlight }))
    json = json.adding(
      "unended", .unsigned(sample.runs.reduce(0) { $0 + $1.record.unended }))
    if !sample.load.names.isEmpty {
      let parts = sample.load.names.enumerated().map { index, name in
        let calls = MeasuredCalls.concurrent(sample.part(index))
        let figures = MeasurementJSON(calls, subject: name, seed: seed, figures: Figure.ofPart)
        return JSONValue.object([.init(key: "name", value: .string(name))] + figures.members)
      }
      json = json.adding("loads", .list(parts))
    }
    if let run = sample.runs.first, sample.planned == 1 {
      json = json.adding("resources", .list(run.record.resources.map { .string($0.name) }))
      if !run.record.strategies.isEmpty {
        json = json.adding("strategies", .list(run.record.strategies.map { .string($0.name) }))
      }
      json = json.adding("spans", .list(run.record.spans.map { $0.json(of: run.record) }))
    }
    if let stop = sample.runs.first?.record.stop {
      json = json.adding("stopped_by", .string(stop.key))
    }
    let isPartial = sample.runs.count < sample.planned
    return isPartial ? json.adding("is_partial", .bool(true)) : json
  }
}

extension LoadSpan {
  /// The span as an object, with total times of calls and attempts in nanoseconds.
  fileprivate func json(of record: LoadRecord) -> JSONValue {
    let json: JSONValue = [
      "from_ns": .int(from.sinceStart.count), "until_ns": .int(until.sinceStart.count),
      "begun": .unsigned(begun), "attempts": .unsigned(attempts),
      "retries": .unsigned(retries), "succeeded": .unsigned(succeeded), "failed": .unsigned(failed),
      "latency_ns": .int(Int64(clamping: latency)),
      "under_way_ns": .int(Int64(clamping: underWay)),
      "resources": .list(zip(resources, record.resources).map { $0.json(of: $1) }),
    ]
    guard !strategies.isEmpty else { return json }
    return json.adding(
      "strategies", .list(zip(strategies, record.strategies).map { $0.json(of: $1) }))
  }
}

extension StrategyFigures {
  fileprivate func json(of strategy: WatchedStrategy) -> JSONValue {
    var json: JSONValue = ["allowed": .unsigned(allowed), "refused": .unsigned(refused)]
    if strategy.measure == .open { json = json.adding("opened", .unsigned(opened)) }
    guard let measure = strategy.measure else { return json }
    return json.adding(measure.key, level.map { .double($0) } ?? .null)
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
}

extension ResourceFigures {
  fileprivate func json(of resource: Resource) -> JSONValue {
    var json: JSONValue = [
      "arrived": .unsigned(arrived), "refused": .unsigned(refused), "served": .unsigned(served),
      "wasted": .unsigned(wasted), "abandoned": .unsigned(abandoned),
      "waiting_ns": .int(Int64(clamping: waiting)), "busy_ns": .int(Int64(clamping: busy)),
      "longest_queue": .int(Int64(longestQueue)),
    ]
    if resource.canExpire { json = json.adding("expired", .unsigned(expired)) }
    if resource.isCache { json = json.adding("hits", .unsigned(hits)) }
    if resource.canCrash { json = json.adding("crashed", .unsigned(crashed)) }
    return json
  }
}
