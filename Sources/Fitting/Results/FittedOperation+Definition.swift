import MeasuredData
import Measurement
import RetryNumerics
import TextLayout

extension FittedOperation {
  /// Returns the operation as a definition of the language, with what matters of the report as comments.
  package func definition(named name: String) -> String {
    var arguments = ["latency: \(latencyText)"]
    if let failing = failingText { arguments.append("fails: \(failing)") }
    if let hangs = latency.hangs {
      // Of all requests, not only of those that do not fail.
      let failing = failures.rates.reduce(0) { $0 + $1.share.value }
      arguments.append("hangs: \(LanguageText.part(hangs * max(0, 1 - failing)))")
    }
    if let outages = outagesText { arguments.append("outages: \(outages)") }
    let body = arguments.map { "  \(LanguageText.broken($0))" }.joined(separator: ",\n")
    let comments = comments.flatMap { Wrapping.lines($0, width: 77) }.map { "// \($0)\n" }.joined()
    return "\(comments)let \(Self.name(name)) = op(\n\(body))\n"
  }

  /// Returns a load at the rate of the log, for the definition of this name; `nil` if it has no times.
  package func load(named name: String) -> String? {
    guard let rate, rate.length > 0, rate.isWritable else { return nil }
    let steps = rate.steps.map { step in
      "\(LanguageText.duration(step.start * 1e9, orZero: true)): \(LanguageText.rate(step.rate))"
    }
    let profile =
      rate.steps.count == 1
      ? LanguageText.rate(rate.steps[0].rate) : "[\(steps.joined(separator: ", "))]"
    return "load(\(Self.name(name)), rate: \(profile), for: \(LanguageText.seconds(rate.length)))"
  }

  private static func name(_ text: String) -> String {
    let name = ErrorShare.identifier(text)
    return name == "error" ? "api" : name
  }

  private var latencyText: String {
    guard case .empirical(let knots) = latency.law, latency.hangs != nil else {
      return latency.law.text(longest: latency.longest)
    }
    // The last piece is what was cut off, which `hangs` has.
    return LatencyLaw.text(Array(knots.dropLast()))
  }

  private var failingText: String? {
    let rates = failures.rates
    let shares = rates.map { "\($0.error): \(LanguageText.part($0.share.value))" }
    let besides = shares.isEmpty ? nil : "[\(shares.joined(separator: ", "))]"
    guard let bursts = failures.bursts else { return besides }
    let isRegular = bursts.everyVariation < Bursts.regular
    let cycle = LanguageText.seconds(bursts.every.value)
    let length = LanguageText.seconds(bursts.length.value)
    var parts = [
      "every: \(isRegular ? cycle : "exponential(\(cycle))")",
      "for: \(bursts.lengthVariation < Bursts.regular ? length : "exponential(\(length))")",
      "fails: \(LanguageText.percent(min(bursts.share.value, 1)))",
      "error: \(failures.burstError)",
    ]
    if let besides { parts.append("besides: \(besides)") }
    return "burst(\(parts.joined(separator: ", ")))"
  }

  /// One outage in each of as many equal periods, so that calls at any time may meet it.
  private var outagesText: String? {
    guard let outages = failures.outages, let window, window.length > .zero else { return nil }
    let count = Double(outages.spans.count)
    let length = outages.spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound } / count
    let period = Double(window.length.count) / 1e9 / count
    guard length < period else { return nil }
    var parts = [
      LanguageText.seconds(period), "for: \(LanguageText.seconds(length))",
      "error: \(outages.error)",
    ]
    if let latency = outages.latency { parts.append("latency: \(LanguageText.duration(latency))") }
    return "every(\(parts.joined(separator: ", ")))"
  }

  /// What a person must know who reads only the definition.
  private var comments: [String] {
    let report = FitReport(self)
    var lines = [report.summary]
    lines.append(report.latencySummary)
    lines += report.warnings
    return lines
  }
}
