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
    let calls = MeasurementJSON(sample.calls, subject: subject, seed: seed).json
    guard case .object(let members) = calls else { return calls }
    var json = JSONValue.object(members.map(adapted))
    json = json.adding("runs", .int(Int64(sample.runs.count)))
    json = json.adding("duration_ns", .int(sample.load.duration.count))
    json = json.adding(
      "unfinished", .unsigned(sample.runs.reduce(0) { $0 + $1.record.unfinished }))
    if let run = sample.runs.first, sample.planned == 1 {
      json = json.adding("resources", .list(run.record.resources.map { .string($0.name) }))
      json = json.adding("spans", .list(run.record.spans.map(\.json)))
    }
    if let stop = sample.runs.first?.record.stop {
      json = json.adding("stopped_by", .string(stop.key))
    }
    let isPartial = sample.runs.count < sample.planned
    return isPartial ? json.adding("is_partial", .bool(true)) : json
  }

  /// The members that differ between concurrent and independent calls.
  private func adapted(_ member: JSONValue.Member) -> JSONValue.Member {
    switch member.key {
    case "kind": return .init(key: "kind", value: "load")
    case "success":
      guard let rate = sample.calls.successRate else { return member }
      let interval = sample.successRate
      return .init(
        key: "success",
        value: [
          "rate": .double(rate.value),
          "low": interval.map { .double($0.low) } ?? .null,
          "high": interval.map { .double($0.high) } ?? .null,
        ])
    default: return member
    }
  }
}

extension LoadSpan {
  /// The span as an object, with total times of calls and attempts in nanoseconds.
  fileprivate var json: JSONValue {
    [
      "from_ns": .int(from.sinceStart.count), "until_ns": .int(until.sinceStart.count),
      "begun": .unsigned(begun), "attempts": .unsigned(attempts),
      "succeeded": .unsigned(succeeded), "failed": .unsigned(failed),
      "latency_ns": .int(Int64(clamping: latency)),
      "under_way_ns": .int(Int64(clamping: underWay)),
      "resources": .list(resources.map(\.json)),
    ]
  }
}

extension ResourceFigures {
  fileprivate var json: JSONValue {
    [
      "arrived": .unsigned(arrived), "refused": .unsigned(refused), "served": .unsigned(served),
      "wasted": .unsigned(wasted), "abandoned": .unsigned(abandoned),
      "waiting_ns": .int(Int64(clamping: waiting)), "busy_ns": .int(Int64(clamping: busy)),
      "longest_queue": .int(Int64(longestQueue)),
    ]
  }
}
