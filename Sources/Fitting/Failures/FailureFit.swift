package import MeasuredData
import Measurement
import RetryNumerics

/// How requests fail: at any time, in bursts, and in outages.
package struct FailureFit: Hashable, Sendable {
  /// Spans in which nearly all fail.
  package struct Outages: Hashable, Sendable {
    /// In seconds since the first request.
    package let spans: [ClosedRange<Double>]
    package let error: String
    /// The middle of the durations of failures in them, in nanoseconds; `nil` if they were cut off.
    package let latency: Double?
  }

  /// The failures outside of bursts and outages.
  package let rates: [ErrorShare]
  /// `nil` if there are too few failures to tell.
  package let independence: Independence?
  package let outages: Outages?
  package let bursts: Bursts?
  /// The most frequent error in bursts.
  package let burstError: String
  /// Whether each request is neither in a burst nor in an outage.
  let isCalm: [Bool]
  /// Those outside of outages, whose durations tell of the operation.
  let outsideOutages: [Int]
}

extension FailureFit {
  /// More spans than these are bursts.
  private static let mostOutages = 3
  /// How many mean lengths more than chance allows make a burst an outage.
  private static let longer = 7.0

  package init(_ log: RequestLog) { self.init(log, RequestOrder(log.requests)) }

  init(_ log: RequestLog, _ order: RequestOrder, isStopped: () -> Bool = { false }) {
    let requests = log.requests
    let series = FailureSeries(requests, order)
    let (spans, found) = Self.outages(in: series, isStopped)
    let rest = series.without(spans)
    let test = Independence(rest)
    independence = spans.isEmpty ? test : Independence(series)
    let foundBefore = spans.isEmpty ? found : nil
    bursts = test?.isRejected == true ? foundBefore ?? Bursts(rest, isStopped: isStopped) : nil
    // Requests without a time are taken as calm.
    var (outage, burst): ([Int], [Int]) = ([], [])
    var isCalm = [Bool](repeating: true, count: requests.count)
    for (time, place) in zip(series.times, series.places) {
      if Self.isIn(spans, time) { outage.append(place) }
      if let bursts, Self.isIn(bursts.spans, time) { burst.append(place) }
    }
    for place in outage { isCalm[place] = false }
    outsideOutages =
      outage.isEmpty ? Array(requests.indices) : requests.indices.filter { isCalm[$0] }
    for place in burst { isCalm[place] = false }
    self.isCalm = isCalm
    let calm = burst.isEmpty ? outsideOutages : requests.indices.filter { isCalm[$0] }
    // Where nothing succeeds, no law of successes stands for what was cut off.
    let hasSuccess = requests.contains { $0.ending == .success }
    rates = ErrorShare.all(calm, in: log, withTimeouts: !hasSuccess)
    burstError = Self.commonest(burst, in: log)
    let failures = outage.filter { requests[$0].ending.isOfService }
    let known = failures.compactMap { place -> Double? in
      let span = requests[place].span
      return span.isExact ? Double(span.low.count) : nil
    }.sorted()
    outages =
      spans.isEmpty
      ? nil
      : Outages(
        spans: spans, error: Self.commonest(failures, in: log),
        latency: known.count * 2 > failures.count ? known[known.count / 2] : nil)
  }

  private static func commonest(_ places: [Int], in log: RequestLog) -> String {
    ErrorShare.all(
      places.filter { log.requests[$0].ending.isOfService }, in: log, withTimeouts: true
    ).first?.error ?? ".error"
  }

  /// Whether a moment lies in one of the spans, which ascend.
  private static func isIn(_ spans: [ClosedRange<Double>], _ time: Double) -> Bool {
    let index = spans.partition { $0.upperBound >= time }
    return index < spans.count && spans[index].contains(time)
  }

  /// Returns the spans that are outages: if there are few, or if they are far longer than the others, which are bursts.
  private static func outages(
    in series: FailureSeries, _ isStopped: () -> Bool
  ) -> (spans: [ClosedRange<Double>], bursts: Bursts?) {
    let spans = OutageSpans.all(in: series)
    guard spans.count > mostOutages else { return (spans.map(\.times), nil) }
    guard let bursts = Bursts(series, isStopped: isStopped) else { return ([], nil) }
    // The longest of so many exponential lengths is about the mean times the logarithm of their number.
    let usual = Elementary.logarithm(Double(bursts.spans.count)) + longer
    let long = spans.filter { $0.length > usual * bursts.length.value }
    return (long.count <= mostOutages ? long.map(\.times) : [], bursts)
  }
}
