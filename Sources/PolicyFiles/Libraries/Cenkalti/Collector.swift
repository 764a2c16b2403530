import Documents
import Retry
import RetryLanguage
import RetryNumerics
import Simulation

extension Library {
  static let collector = Library(
    files: "the OpenTelemetry Collector",
    documents: [DocumentReading(with: "exporters", read: PolicyFile.init(collector:))],
    targets: [.collector])
}

extension PolicyTarget {
  package static let collector = PolicyTarget(
    "otel.yaml", "an exporter of the OpenTelemetry Collector", comments: "#",
    Translation.collector, write: \.collector)
}

extension Translation {
  /// The policy as an exporter of the OpenTelemetry Collector.
  static func collector(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "opentelemetry-collector")
    if it.attempts == 1 {
      it.call.set("enabled", .flag(false))
    } else if let attempts = it.attempts {
      it.lose("there is no number of attempts: only max_elapsed_time ends them, not \(attempts)")
    }
    it.setInterval("initial_interval", "multiplier", "max_interval", "randomization_factor")
    it.setElapsed("max_elapsed_time")
    if it.deadline == nil, let attempts = it.attempts, attempts > 1 {
      // The time after which that many attempts are made, if each delay is as long as it can be.
      let waits = it.rules.backoff.ranges(min(attempts, DelayTable.most) - 1).map(\.upperBound)
      let millisecond = Nanoseconds(1_000_000)
      it.call.set("max_elapsed_time", .time(waits.reduce(millisecond, +)))
    }
    it.boundIntervals()
    it.checkRest(deadline: true, hints: true)
    return it
  }

  /// Keeps the collector's intervals within its deadline, as it demands.
  private mutating func boundIntervals() {
    guard deadline != nil, let limit = call["max_elapsed_time"]?.time else { return }
    for label in ["initial_interval", "max_interval"] {
      guard let time = call[label]?.time, time > limit else { continue }
      if delays.cap != nil || label == "initial_interval" {
        loseDelays("\(label) cannot be longer than max_elapsed_time")
      }
      call.set(label, .time(limit))
    }
  }
}

extension PolicyText {
  /// An exporter of the OpenTelemetry Collector.
  var collector: String {
    "exporters:\n  otlp:\n    retry_on_failure:\n"
      + Self.lines(6, labels.map { label in value(label).map { "\(label): \($0)" } })
  }
}

extension PolicyFile {
  /// Reads the retries of the exporters of a collector.
  init(collector root: Document) throws(DocumentError) {
    self.init("a configuration of the OpenTelemetry Collector")
    for exporter in try root["exporters"]?.fields.rest ?? [] {
      guard let retry = exporter.value["retry_on_failure"] else { continue }
      var call = PresetCall("opentelemetry-collector")
      guard !retry.isNull else {
        add(call, for: "exporter \(exporter.key)", at: retry.place)
        continue
      }
      var fields = try retry.fields
      for label in call.preset.labels { try call.set(label, fields.take(label)) }
      finish(fields, of: "retry_on_failure")
      add(call, for: "exporter \(exporter.key)", at: retry.place)
    }
  }
}
