package import MeasuredData
package import RetryNumerics

/// An operation that was fitted to a log.
package struct FittedOperation: Sendable {
  package let log: RequestLog
  /// The durations of requests that succeed, those that were cut off included.
  ///
  /// If none succeeds, they are those of failures.
  package let latency: LatencyFit
  /// The durations of requests that fail, in which the language sees no difference.
  package let failureLatency: LatencyFit?
  package let failures: FailureFit
  package let retries: RetryTrail
  /// The rate of calls, without the retries that were told.
  package let rate: RateSteps?
  package let window: Window?
  /// How much durations resemble those before them, from -1 to 1.
  package let correlation: Double?

  /// A limit of the service, if its refusals show one.
  package let limit: RateLimitSign?
  /// Whether no request succeeded.
  let alwaysFails: Bool
}

/// When the requests of a log began.
package struct Window: Hashable, Sendable {
  /// The first one, since the start of 1970 in UTC.
  package let start: Nanoseconds
  /// Until the last one.
  package let length: Nanoseconds
}

/// Why no operation could be fitted.
package enum FitProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case noDurations
  case noPath(String, known: [String])
  case noTimes
  /// The person who waits for it does not any more.
  case stopped

  package var description: String {
    switch self {
    case .noDurations:
      "no request has a duration that can be fitted: all were cut off, or take no time; give a log"
        + " in which some end"
    case .noTimes:
      "it needs requests of at least two times; 'import data' fits an operation to durations alone"
    case .stopped: "fitting it was stopped"
    case .noPath(let path, []): "no request tells its path, so none has '\(path)'"
    case .noPath(let path, let known):
      "no request has the path '\(path)'; there are \(known.prefix(5).joined(separator: ", "))"
    }
  }
}

extension FittedOperation {
  /// Fits an operation to the requests of a log, or to those of one path, unless it is stopped.
  package init(
    _ log: RequestLog, path: String? = nil, _ effort: FitEffort = FitEffort(),
    isStopped: () -> Bool = { false }
  ) throws(FitProblem) {
    let log = try log.part(path)
    self.log = log
    let requests = log.requests
    let order = RequestOrder(requests)
    if isStopped() { throw .stopped }
    failures = FailureFit(log, order, isStopped: isStopped)
    if isStopped() { throw .stopped }
    let spans = Self.spans(failures, requests)
    let successes = log.counted.filter { !$0.ending.isFailure }
    let failed = LatencySample(
      spans.failure, counted: log.counted.filter { $0.ending.isFailure })
    // Histograms do not say which errors they count, so that an operation could not fail with them.
    let alwaysFails = log.counted.isEmpty && requests.allSatisfy { $0.ending.isFailure }
    self.alwaysFails = alwaysFails
    let sample =
      alwaysFails ? failed : LatencySample(spans.success, counted: successes)
    guard let latency = LatencyFit(sample, effort, isStopped: isStopped) else {
      throw isStopped() ? .stopped : .noDurations
    }
    self.latency = latency
    failureLatency =
      !alwaysFails && failed.count >= 10 ? LatencyFit(failed, effort, isStopped: isStopped) : nil
    if isStopped() { throw .stopped }
    let retries = RetryTrail(requests, order)
    self.retries = retries
    let isFirst = zip(order.places, order.times).lazy.filter { !retries.isRetry[$0.0] }
    rate = RateSteps(isFirst.map(\.1))
    limit = RateLimitSign(requests)
    correlation = Succession.correlation(requests, order)
    window = log.window
  }

  /// Returns the durations of successes with what was cut off in calm times, and those of failures.
  private static func spans(
    _ failures: FailureFit, _ requests: [Request]
  ) -> (success: [MeasuredSpan], failure: [MeasuredSpan]) {
    var spans: (success: [MeasuredSpan], failure: [MeasuredSpan]) = ([], [])
    for place in failures.outsideOutages {
      let request = requests[place]
      switch request.ending {
      case .success: spans.success.append(request.span)
      // In bursts, a request that was cut off is a failure of the burst.
      case .timeout:
        if failures.bursts == nil || failures.isCalm[place] { spans.success.append(request.span) }
      default: spans.failure.append(request.span)
      }
    }
    return spans
  }
}

extension RequestLog {
  /// Returns the requests of one path, or all.
  func part(_ path: String?) throws(FitProblem) -> RequestLog {
    guard let path else { return self }
    guard let number = paths.firstIndex(of: path) else { throw .noPath(path, known: paths) }
    return only { $0.path == Int32(number) }
  }

  var window: Window? {
    let starts = requests.compactMap(\.start)
    guard let first = starts.min(), let last = starts.max() else { return nil }
    return Window(start: first, length: last - first)
  }
}
