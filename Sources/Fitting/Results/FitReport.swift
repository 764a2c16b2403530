import MeasuredData
package import Measurement
package import Pictures
import RetryNumerics
import TextLayout

/// What a person should know of a fit, as sentences and rows of tables.
package struct FitReport: Sendable {
  /// How many requests, of which kind of file, when.
  package let summary: String
  /// Which law was chosen, and why.
  package let latencySummary: String
  /// How the longest durations fall off, if that can be told.
  package let tail: String?
  /// What a reader of the figures may take for more than it is.
  package let warnings: [String]
  package let assumptions: [String]
  /// The lines that are no requests.
  package let leftOut: [String]
  package let families: [FamilyRow]
  package let quantiles: [QuantileRow]
  /// Durations as measured and as fitted; `nil` if all are the same.
  package let picture: Picture?
  /// What is known of failures, a sentence each.
  package let failures: [String]
  package let arrivals: [String]

  package struct FamilyRow: Hashable, Sendable {
    package let name: String
    package let criterion: Double
    package let distance: Double
    package let probability: Double?
    package let isChosen: Bool
  }

  package struct QuantileRow: Hashable, Sendable {
    package let name: String
    package let measured: Estimate?
    package let fitted: Estimate
    package let isExtrapolated: Bool
  }

  package init(_ operation: FittedOperation) {
    let (log, latency) = (operation.log, operation.latency)
    summary = Self.summary(log)
    latencySummary = Self.summary(latency)
    tail = Self.tail(latency)
    assumptions = log.assumptions.map(\.description)
    leftOut = Self.leftOut(log.lines)
    families = latency.tried.map { tried in
      FamilyRow(
        name: tried.law.family.rawValue, criterion: tried.criterion,
        distance: tried.goodness.distance, probability: tried.goodness.probability,
        isChosen: tried.law == latency.law)
    }
    quantiles = latency.quantiles.map { quantile in
      QuantileRow(
        name: quantile.name, measured: quantile.measured, fitted: quantile.fitted,
        isExtrapolated: quantile.isExtrapolated)
    }
    picture = Picture(of: latency, title: "measured and fitted")
    failures = Self.failures(operation)
    arrivals = Self.arrivals(operation)
    warnings = Self.warnings(operation)
  }

  static func summary(_ log: RequestLog) -> String {
    let counted = log.counted.reduce(0) { $0 + $1.count }
    let count = log.requests.isEmpty ? counted : UInt64(log.requests.count)
    var text = "\(count.counting("request")) of \(log.format.article)"
    if let window = log.window {
      text += ", from \(CalendarText.utc(window.start)) UTC for \(window.length.brief)"
    }
    let lines = log.lines
    if lines.bad > 0 { text += "; \(lines.bad.counting("line")) could not be read" }
    return text
  }

  private static func summary(_ latency: LatencyFit) -> String {
    let chosen = latency.law.family.rawValue
    guard let best = latency.tried.first else {
      return "the durations themselves, of which there are too few for a family"
    }
    let name = best.law.family.rawValue
    let probability = best.goodness.probability.map { " (p \(LanguageText.number($0)))" } ?? ""
    let distance =
      "distance \(LanguageText.number(best.goodness.distance))\(probability)"
    return switch latency.reason {
    case .leastCriterion: "\(chosen) by Akaike's criterion, \(distance)"
    case .allRejected:
      "the durations themselves, since \(name), the nearest family, has \(distance)"
    case .otherQuantile(let share):
      "the durations themselves, since \(name), the nearest family, has another "
        + "p\(LanguageText.number(share * 100))"
    case .fewDurations: "the durations themselves"
    }
  }

  static func leftOut(_ lines: LineCounts) -> [String] {
    var texts = lines.told.map(\.description)
    let more = lines.bad - lines.told.count
    if more > 0 {
      texts.append("and \(more.counting("more line", "more lines")) that could not be read")
    }
    if lines.empty > 0 {
      texts.append("\(lines.empty.counting("line")) with no request, such as headings")
    }
    if lines.surplus > 0 {
      texts.append("\(lines.surplus.counting("request")) beyond what is kept")
    }
    return texts
  }
}

extension LogFormat {
  fileprivate var article: String {
    switch self {
    case .accessLog: "an access log"
    case .jsonLines: "lines of JSON"
    case .columns: "a table"
    case .k6: "a run of k6"
    case .spans: "spans"
    case .prometheus: "a Prometheus histogram"
    case .percentiles, .histogramLog: "an HdrHistogram"
    }
  }
}

/// Dates as a log has them.
enum CalendarText {
  /// Returns a moment since the start of 1970, as in ISO 8601.
  static func utc(_ time: Nanoseconds) -> String {
    let seconds = time.count / 1_000_000_000
    let (days, rest) = (Int(seconds / 86400), Int(seconds % 86400))
    // The civil calendar from the number of days, with years that begin in March.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * month + 2) / 5 + 1
    let calendarMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0)
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(calendarMonth))-\(two(day))"
      + " \(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
  }
}
