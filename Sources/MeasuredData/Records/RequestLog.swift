package import RetryNumerics

/// What was read from a log, and how it was understood.
package struct RequestLog: Hashable, Sendable {
  /// In the order of the lines.
  package internal(set) var requests: [Request] = []
  /// What histograms count.
  package internal(set) var counted: [CountedSpan] = []
  package internal(set) var paths: [String] = []
  /// The names of errors.
  package internal(set) var errors: [String] = []
  package internal(set) var format: LogFormat
  package internal(set) var assumptions: [Assumption] = []
  package internal(set) var lines = LineCounts()

  init(format: LogFormat) {
    self.format = format
  }

  /// The name of an error of this log.
  package func name(ofError number: Int16) -> String {
    errors.indices.contains(Int(number)) ? errors[Int(number)] : "error"
  }
}

/// What was taken for granted, since a log does not say it.
package enum Assumption: Hashable, Sendable, CustomStringConvertible {
  case unit(TimeUnit, of: String, UnitOrigin)
  case zone(String)
  case column(String, as: String)
  /// Whether lines have the time of the end, as access logs do.
  case stampsAreEnds
  case wholeSeconds
  case statuses
  case key(String)
  /// From this duration on, requests were cut off.
  case limit(Nanoseconds)
  case note(String)

  package var description: String {
    switch self {
    case .unit(let unit, let name, let origin): "\(name) is in \(unit.phrase)\(origin.phrase)"
    case .zone(let text): "times are \(text)"
    case .column(let name, let role): "'\(name)' is the \(role)"
    case .stampsAreEnds: "a line is written at the end of its request, so it began earlier"
    case .wholeSeconds:
      "times have no fraction of a second, so the lines of one are spread over it in order"
    case .statuses:
      "1xx to 3xx succeed; 5xx, 408, 425 and 429 are failures of the service, other 4xx of the"
        + " request; 499 is a client that stopped waiting"
    case .key(let text): "requests of one call share \(text)"
    case .limit(let span): "a request of \(span.phrase) or more was cut off there"
    case .note(let text): text
    }
  }
}

/// How the unit of durations is known.
package enum UnitOrigin: Hashable, Sendable {
  /// A person has said it.
  case given
  case name
  /// Whoever writes such files writes them so.
  case format
  case guess

  fileprivate var phrase: String {
    switch self {
    case .given: ""
    case .name: ", as it says"
    case .format: ", as is usual there"
    case .guess: ", which is a guess: nothing says it"
    }
  }
}

/// A unit in which logs write durations.
package enum TimeUnit: String, CaseIterable, Hashable, Sendable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"

  package var phrase: String {
    switch self {
    case .nanoseconds: "nanoseconds"
    case .microseconds: "microseconds"
    case .milliseconds: "milliseconds"
    case .seconds: "seconds"
    }
  }

  /// Its nanoseconds, as a power of ten.
  package var power: Int {
    switch self {
    case .nanoseconds: 0
    case .microseconds: 3
    case .milliseconds: 6
    case .seconds: 9
    }
  }
}

/// The kinds of files that are understood.
package enum LogFormat: String, CaseIterable, Hashable, Sendable {
  case accessLog = "access log"
  case jsonLines = "JSON lines"
  case columns = "CSV"
  case k6 = "k6 JSON"
  case spans = "OTLP JSON"
  case prometheus = "Prometheus histogram"
  case percentiles = "HdrHistogram percentiles"
  case histogramLog = "HdrHistogram log"
}

extension RequestLog {
  /// Returns the log with only some of its requests.
  package func only(_ isKept: (Request) -> Bool) -> RequestLog {
    var copy = self
    copy.requests = requests.filter(isKept)
    return copy
  }
}
