import MeasuredData
import Measurement
import RetryNumerics
import TextLayout

extension FitReport {
  static func failures(_ operation: FittedOperation) -> [String] {
    let failures = operation.failures
    var texts = failures.rates.map { rate in
      let hint = rate.retryAfter.map { ", which ask to wait \($0.brief)" } ?? ""
      return "\(rate.error) \(interval(rate.share, LanguageText.percent))"
        + " (\(rate.count.counting("request")))\(hint)"
    }
    if let test = failures.independence {
      let dispersion = LanguageText.number(test.dispersion)
      texts.append(
        test.isRejected
          ? "failures come in groups: p \(probability(min(test.runs, test.windows))),"
            + " dispersion \(dispersion)"
          : "failures come one by one, as far as can be told: dispersion \(dispersion)")
    }
    if let bursts = failures.bursts {
      texts.append(
        "\(bursts.spans.count.counting("burst")), one every"
          + " \(interval(bursts.every, LanguageText.seconds)), for"
          + " \(interval(bursts.length, LanguageText.seconds)), in which"
          + " \(interval(bursts.share, LanguageText.percent)) fail")
    }
    if let outages = failures.outages {
      let times = outages.spans.map { span in
        let start = LanguageText.duration(span.lowerBound * 1e9, orZero: true)
        return "\(start)...\(LanguageText.seconds(span.upperBound))"
      }
      texts.append(
        "\(outages.spans.count.counting("outage")); at their own times they are"
          + " outages([\(times.joined(separator: ", "))])")
    }
    if let limit = operation.limit {
      let rate = LanguageText.number(limit.rate.rounded())
      texts.append(
        "429 comes where more than \(rate) requests arrive in a second: a server with"
          + " 'limit: tokens(\(rate)/s)' refuses them by itself")
    }
    if let latency = operation.failureLatency {
      let (p50, p99) = (latency.law.quantile(0.5), latency.law.quantile(0.99))
      texts.append(
        "failures take \(LanguageText.duration(p50)) (p50) and \(LanguageText.duration(p99)) (p99)")
    }
    return texts
  }

  static func tail(_ latency: LatencyFit) -> String? {
    guard let tail = latency.tail, tail.isBelieved else { return nil }
    return "the longest \(LanguageText.percent(tail.share)), from"
      + " \(LanguageText.duration(tail.least)) on, fall off as a Pareto distribution of shape"
      + " \(interval(tail.shape) { LanguageText.number($0) })"
  }

  static func arrivals(_ operation: FittedOperation) -> [String] {
    var texts: [String] = []
    let retries = operation.retries
    if retries.share > 0 {
      let how = retries.evidence == .numbers ? "by their numbers" : "by their keys and gaps"
      let gaps = retries.gaps.prefix(5).map(\.brief).joined(separator: ", ")
      texts.append(
        "\(LanguageText.percent(retries.share)) of the requests are retries, told \(how)"
          + (gaps.isEmpty ? "" : "; gaps of \(gaps)"))
    }
    if let rate = operation.rate {
      let steps = rate.steps.map { step in
        let start = LanguageText.duration(step.start * 1e9, orZero: true)
        return "\(LanguageText.rate(step.rate)) from \(start)"
      }
      texts.append("calls arrive at \(steps.joined(separator: ", "))")
      let isSpread = operation.log.assumptions.contains(.wholeSeconds)
      if !isSpread || rate.outlastsSeconds { texts.append(spacing(rate)) }
    }
    return texts
  }

  private static func spacing(_ rate: RateSteps) -> String {
    let dispersion = LanguageText.number(rate.dispersion)
    return switch rate.spacing {
    case .steady:
      "within these steps they are steadier than independent calls: dispersion \(dispersion)"
    case .independent:
      "within these steps they vary as independent calls do: dispersion \(dispersion)"
    case .bursty:
      "within these steps they are burstier than independent calls: dispersion \(dispersion)"
    }
  }

  static func warnings(_ operation: FittedOperation) -> [String] {
    let (log, latency) = (operation.log, operation.latency)
    var texts: [String] = []
    for case .unit(let unit, let name, .guess) in log.assumptions {
      texts.append("nothing says the unit of \(name): \(unit.phrase) is a guess")
    }
    if operation.alwaysFails {
      texts.append("no request succeeded: the operation always fails, as slowly as the failures")
    }
    if latency.openCount > 0 {
      let count = Int(Int64(rounding: latency.openCount))
      texts.append(
        "\(count.counting("request was", "requests were")) cut off: what took longer counts as"
          + " that rather than as a failure")
    }
    if latency.hangs == nil, latency.law.family != .empirical, latency.shareBeyond > 1e-9,
      hasNoEnd(latency.law)
    {
      texts.append(
        "\(LanguageText.percent(latency.shareBeyond)) of the law lies beyond"
          + " \(LanguageText.duration(latency.longest)), the longest that was seen: nothing was"
          + " measured there")
    }
    if let hangs = latency.hangs {
      texts.append(
        "\(LanguageText.percent(hangs)) took longer than anything that was seen to end: `hangs`"
          + " takes them as never ending")
    }
    if operation.retries.evidence == .none, !log.requests.isEmpty {
      texts.append("nothing tells retries from calls, so that rates include retries")
    }
    if let test = operation.failures.independence, test.isRejected,
      operation.failures.bursts == nil, operation.failures.outages == nil
    {
      texts.append("failures come in groups that neither bursts nor outages explain")
    }
    if let correlation = operation.correlation, correlation > 0.2 {
      texts.append(
        "durations resemble those before them (correlation \(LanguageText.number(correlation))),"
          + " while an operation draws each on its own")
    }
    if let words = difference(operation) {
      texts.append("\(words), while `op` draws the latency of both from one law")
    }
    if log.paths.count > 1 {
      texts.append("\(log.paths.count.counting("path")) are taken as one operation")
    }
    return texts
  }

  /// Whether a law is written without an end.
  private static func hasNoEnd(_ law: LatencyLaw) -> Bool {
    switch law {
    case .exponential, .lognormal, .pareto, .mixture: true
    case .gamma, .weibull, .empirical: false
    }
  }

  /// How the durations of failures differ from those of successes; `nil` if they hardly do.
  private static func difference(_ operation: FittedOperation) -> String? {
    guard let failed = operation.failureLatency else { return nil }
    let (one, two) = (failed.law.quantile(0.5), operation.latency.law.quantile(0.5))
    let (least, most) = (max(min(one, two), 1), max(one, two))
    guard most > 1.5 * least else { return nil }
    let times = LanguageText.number((most / least * 10).rounded() / 10)
    return "failures are \(times) times as \(one < two ? "fast" : "slow") as successes:"
      + " \(LanguageText.duration(one)) rather than \(LanguageText.duration(two)) (p50)"
  }

  static func interval(_ estimate: Estimate, _ text: (Double) -> String) -> String {
    "\(text(estimate.value)) [\(text(estimate.low)), \(text(estimate.high))]"
  }

  static func probability(_ value: Double) -> String {
    value < 0.001 ? "below 0.001" : LanguageText.number(value)
  }
}
