package import Measurement
import RetryNumerics
import Simulation
import VirtualTime

/// A load over time: a row for each span of each run, with times in nanoseconds.
package struct LoadSeries {
  private let rows: [JSONValue]

  package init(_ sample: LoadSample) {
    rows = sample.runs.flatMap { run in
      run.record.spans.map { $0.row(of: run) }
    }
  }

  package var csv: String {
    // A server that a closure makes is there only in the runs that came to it.
    var (keys, known): ([String], Set<String>) = ([], [])
    for row in rows { keys += row.members.map(\.key).filter { known.insert($0).inserted } }
    var table = CSVTable(header: keys)
    for row in rows {
      let values = Dictionary(row.members.map { ($0.key, $0.value) }) { first, _ in first }
      table.add(keys.map { values[$0].map { $0 == .null ? "" : $0.text } ?? "" })
    }
    return table.text
  }

  /// The rows as JSON, one object per line.
  package var lines: String { rows.map { $0.text + "\n" }.joined() }
}

extension JSONValue {
  fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

extension LoadSpan {
  /// Returns the span of a run as one flat object.
  fileprivate func row(of run: LoadMeasurement) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "seed", value: run.seed.seedValue),
      .init(key: "from_ns", value: .int(from.sinceStart.count)),
      .init(key: "until_ns", value: .int(until.sinceStart.count)),
      .init(key: "calls", value: .unsigned(begun)),
      .init(key: "attempts", value: .unsigned(attempts)),
      .init(key: "retries", value: .unsigned(retries)),
      .init(key: "succeeded", value: .unsigned(succeeded)),
      .init(key: "failed", value: .unsigned(failed)),
      .init(
        key: "latency_ns", value: ended > 0 ? .double(Double(latency) / Double(ended)) : .null),
      .init(key: "in_flight", value: mean(underWay)),
    ]
    for (resource, figures) in zip(run.record.resources, resources) {
      func add(_ key: String, _ value: JSONValue) {
        members.append(.init(key: "\(resource.name)_\(key)", value: value))
      }
      if let slots = resource.slots { add("busy", mean(figures.busy, of: slots)) }
      add("queue", mean(figures.waiting))
      add("longest_queue", .int(Int64(figures.longestQueue)))
      for counter in ResourceCounter.usual + ResourceCounter.rare where counter.isGiven(resource) {
        add(counter.key, .unsigned(counter.count(figures)))
      }
    }
    for (strategy, figures) in zip(run.record.strategies, strategies) {
      func add(_ key: String, _ value: JSONValue) {
        members.append(.init(key: "\(strategy.name)_\(key)", value: value))
      }
      add("allowed", .unsigned(figures.allowed))
      add("refused", .unsigned(figures.refused))
      if strategy.measure == .open { add("opened", .unsigned(figures.opened)) }
      if let measure = strategy.measure {
        add(measure.key, figures.level.map { .double($0) } ?? .null)
      }
    }
    return .object(Self.distinct(members))
  }

  /// Returns members with a number behind a key that was there before, as that of a second strategy of the same name.
  private static func distinct(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    var keys: Set<String> = []
    return members.map { member in
      var (key, count) = (member.key, 1)
      while !keys.insert(key).inserted {
        count += 1
        key = "\(member.key)_\(count)"
      }
      return .init(key: key, value: member.value)
    }
  }

  /// Returns the mean of a number over the span, given its integral over time.
  private func mean(_ sum: Int128, of parts: Int = 1) -> JSONValue {
    let time = Double(length.count) * Double(parts)
    return time > 0 ? .double(Double(sum) / time) : .null
  }
}
