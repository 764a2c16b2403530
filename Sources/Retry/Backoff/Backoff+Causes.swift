import RetryNumerics

/// Backoffs with other delays after some errors.
extension Backoff {
  /// Returns a backoff with the delays of another one after errors by which the server throttles.
  ///
  /// An error tells so as a `CausedError`. Both backoffs count all retries of the call. This is how the AWS SDKs wait:
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .milliseconds(50))
  ///   .afterThrottling(.exponential(initial: .seconds(1))).maximum(.seconds(20)).fullJitter()
  /// ```
  public func afterThrottling(_ other: Backoff) -> Backoff {
    after(.throttling, other)
  }

  /// Returns a backoff with the delays of another one after errors that say that there was no answer in time.
  ///
  /// `TimeoutError` says so, and every other `CausedError` that does. Both backoffs count all retries of the call.
  ///
  /// ```swift
  /// let backoff = Backoff.exponential(initial: .seconds(1)).afterTimeout(.none)
  /// ```
  public func afterTimeout(_ other: Backoff) -> Backoff {
    after(.timeout, other)
  }

  private func after(_ cause: RetryCause, _ other: Backoff) -> Backoff {
    Backoff(.caused(by: cause, delays: other.whole, otherwise: whole))
  }

  private var whole: Part { Part(schedule: schedule, steps: steps, count: count ?? .max) }
}

extension Backoff {
  /// The causes after which its delays differ.
  package var causes: [RetryCause] {
    switch schedule {
    case .caused(let cause, _, let usual):
      Backoff(usual.schedule).causes.filter { $0 != cause } + [cause]
    case .joined(let parts):
      parts.reduce(into: []) { known, part in
        known += Backoff(part.schedule).causes.filter { !known.contains($0) }
      }
    default: []
    }
  }

  /// The backoff that it is after a cause.
  package func after(_ cause: RetryCause) -> Backoff {
    switch schedule {
    case .caused(let other, let delays, let usual):
      let part = (other == cause ? delays : usual).after(cause)
      let chosen = Backoff(part.schedule, part.steps)
      let ended = part.count == .max ? chosen : chosen.take(part.count)
      return Backoff(ended.schedule, ended.steps + steps)
    case .joined(let parts): return Backoff(.joined(parts.map { $0.after(cause) }), steps)
    default: return self
    }
  }
}

extension Backoff.Part {
  fileprivate func after(_ cause: RetryCause) -> Backoff.Part {
    let backoff = Backoff(schedule, steps).after(cause)
    return Backoff.Part(schedule: backoff.schedule, steps: backoff.steps, count: count)
  }
}
