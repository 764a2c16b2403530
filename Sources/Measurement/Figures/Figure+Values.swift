import RetryNumerics
package import Simulation

/// Calls that figures are read from.
package struct MeasuredCalls: Sendable {
  package let all: Measurement
  /// The runs that they belong to, if they affect each other.
  package let sample: LoadSample?
  /// The latency of all of them, merged once for all figures.
  let latency: Histogram

  private init(_ all: Measurement, _ sample: LoadSample?) {
    (self.all, self.sample, latency) = (all, sample, all.latency)
  }

  package static func independent(_ measured: Measurement) -> MeasuredCalls {
    MeasuredCalls(measured, nil)
  }

  /// The number of calls, or of runs of a load, that were planned.
  package var planned: UInt64 { sample.map { UInt64($0.planned) } ?? all.planned }

  package var bytes: Int { sample?.bytes ?? all.bytes }
  package var isPartial: Bool { sample?.isPartial ?? all.isPartial }

  package static func concurrent(_ sample: LoadSample) -> MeasuredCalls {
    MeasuredCalls(sample.calls, sample)
  }
}

extension Figure {
  /// Returns its number in the unit of JSON and CSV, with times in nanoseconds, if it has one.
  package func number(of calls: MeasuredCalls) -> Value? {
    switch statistic {
    case .count(let count, _): .int(Int64(clamping: count(calls.all)))
    case .share, .waste: independentEstimate(of: calls).map { .double($0.value) }
    case .estimate(let estimate):
      estimate(calls.all).flatMap { $0.value.isFinite ? .double($0.value) : nil }
    case .mean(let numbers): numbers.histogram(in: calls).mean.map(Value.double)
    case .quantile(let share, let numbers):
      numbers.histogram(in: calls).quantile(share).map { .int(Int64($0)) }
    case .greatest(let numbers): numbers.histogram(in: calls).max.map { .int(Int64($0)) }
    case .ofRun(let unit, let figure):
      calls.sample?.mean(figure).map { unit == .duration ? end($0, isHigh: true) : .double($0) }
    case .shareOfRuns:
      calls.sample?.mean(number(ofRun:)).map(Value.double)
    case .counts, .errors: nil
    }
  }

  /// Returns the numbers of calls by their key, if it has one for each.
  package func counts(of calls: MeasuredCalls) -> [(key: String, count: UInt64)]? {
    switch statistic {
    case .counts(let rows): rows(calls.all)
    case .errors: calls.all.errors.sorted.map { ($0.fault.description, $0.count) }
    default: nil
    }
  }

  /// Returns its value at the prompt; of no call only the number is known.
  package func value(of calls: MeasuredCalls) -> Value {
    guard calls.all.calls > 0 || unit == .count || isOfLoads else { return .unit }
    switch (statistic, number(of: calls)) {
    case (.errors, _): return .fault(calls.all.errors.sorted.first?.fault ?? Fault("none"))
    case (.waste, nil): return .double(0)
    case (_, nil) where isOfLoads: return .unit
    case _ where isEndless(calls): return .duration(.never)
    case (.estimate(let estimate), nil): return .double(estimate(calls.all)?.value ?? 0)
    case (_, let time) where unit == .duration: return end(time?.size, isHigh: true)
    case (_, let number): return number ?? .unit
    }
  }

  /// Returns whether calls that never end make it endless.
  func isEndless(_ calls: MeasuredCalls) -> Bool {
    switch statistic {
    case .mean(let numbers), .greatest(let numbers): numbers.endless(in: calls) > 0
    case .quantile(let share, let numbers):
      Histogram.rank(share, of: calls.all.calls) > calls.all.calls - numbers.endless(in: calls)
    default: false
    }
  }

  /// Returns an end of an interval at the prompt; without a number nothing is known of it.
  func end(_ number: Double?, isHigh: Bool) -> Value {
    let number = number ?? (isHigh ? .infinity : 0)
    return switch unit {
    case .duration: .duration(Nanoseconds(rounding: number))
    case .count: .int(Int64(rounding: number))
    default: .double(number)
    }
  }
}

extension Value {
  /// The number or the nanoseconds of a figure.
  package var size: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .duration(let span): Double(span.count)
    default: nil
    }
  }
}

// MARK: - Chance

extension Figure {
  /// Returns it with the interval in which chance moves it, for a load from run to run.
  package func estimate(of calls: MeasuredCalls) -> Estimate? {
    if let sample = calls.sample {
      return estimate(of: sample, independentReading(calls, Certainty()))
    }
    return independentEstimate(of: calls)
  }

  /// Returns it with the interval that it has if calls do not affect each other.
  func independentEstimate(of calls: MeasuredCalls) -> Estimate? {
    switch statistic {
    case .count(_, let estimate): return estimate(calls.all)
    case .share(let count): return Estimate(share: count(calls.all), of: calls.all.calls)
    case .waste: return calls.all.wasted
    case .estimate(let estimate):
      return estimate(calls.all).flatMap { $0.value.isFinite ? $0 : nil }
    case .mean(let numbers): return numbers.histogram(in: calls).meanEstimate
    case .quantile(let share, let numbers):
      let histogram = numbers.histogram(in: calls)
      let (low, high) = histogram.quantileInterval(share)
      guard let value = histogram.quantile(share), let low, let high else { return nil }
      return Estimate(Double(value), low: Double(low), high: Double(high))
    case .greatest, .counts, .errors, .ofRun, .shareOfRuns: return nil
    }
  }

  /// Returns the estimates of all its keys in JSON, by their paths.
  package func estimates(of calls: MeasuredCalls) -> [(path: String, estimate: Estimate)] {
    guard let key else { return [] }
    if let rows = counts(of: calls) {
      return rows.compactMap { row in
        Estimate(share: row.count, of: calls.all.calls).map {
          ("\(key.path).\(row.key)", $0.times(Double(calls.all.calls)))
        }
      }
    }
    return estimate(of: calls).map { [(key.path, $0)] } ?? []
  }
}

extension Estimate {
  package func times(_ factor: Double) -> Estimate {
    Estimate(value * factor, low: low * factor, high: high * factor)
  }
}
