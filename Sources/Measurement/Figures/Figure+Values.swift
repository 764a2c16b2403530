import RetryNumerics
package import Simulation

/// Calls that figures are read from.
package enum MeasuredCalls: Sendable {
  /// Calls that do not affect each other.
  case independent(Measurement)
  /// Calls of the runs of a load.
  case concurrent(LoadSample)

  /// The measurement of all of them.
  package var all: Measurement {
    switch self {
    case .independent(let measured): measured
    case .concurrent(let sample): sample.calls
    }
  }
}

extension Figure {
  /// Returns its number in the unit of JSON and CSV, with times in nanoseconds, if it has one.
  package func number(of measured: Measurement) -> Value? {
    switch statistic {
    case .count(let count, _): .int(Int(clamping: count(measured)))
    case .share, .waste: estimate(of: measured).map { .double($0.value) }
    case .mean(let numbers): numbers.histogram(in: measured).mean.map(Value.double)
    case .quantile(let share, let numbers):
      numbers.histogram(in: measured).quantile(share).map { .int(Int($0)) }
    case .greatest(let numbers): numbers.histogram(in: measured).max.map { .int(Int($0)) }
    case .counts, .errors: nil
    }
  }

  /// Returns the numbers of calls by their key, if it has one for each.
  package func counts(of measured: Measurement) -> [(key: String, count: UInt64)]? {
    switch statistic {
    case .counts(let rows): rows(measured)
    case .errors: measured.errors.sorted.map { ($0.fault.description, $0.count) }
    default: nil
    }
  }

  /// Returns its value at the prompt; of no call only the number is known.
  package func value(of measured: Measurement) -> Value {
    guard measured.calls > 0 || unit == .count else { return .unit }
    switch (statistic, number(of: measured)) {
    case (.errors, _): return .fault(measured.errors.sorted.first?.fault ?? Fault("none"))
    case (.waste, nil): return .double(0)
    case (_, let time) where unit == .duration: return end(time?.size, isHigh: true)
    case (_, let number): return number ?? .unit
    }
  }

  /// Returns an end of an interval at the prompt; without a number nothing is known of it.
  func end(_ number: Double?, isHigh: Bool) -> Value {
    let number = number ?? (isHigh ? .infinity : 0)
    return switch unit {
    case .duration: .duration(Nanoseconds(rounding: number))
    case .count: .int(Int(rounding: number))
    default: .double(number)
    }
  }
}

extension Value {
  /// The number or the nanoseconds of a figure.
  var size: Double? {
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
  /// Returns it with the interval in which chance moves it from one measurement to another.
  package func estimate(of measured: Measurement) -> Estimate? {
    switch statistic {
    case .count(_, let estimate): return estimate(measured)
    case .share(let count): return Estimate(share: count(measured), of: measured.calls)
    case .waste: return measured.wasted
    case .mean(let numbers): return numbers.histogram(in: measured).meanEstimate
    case .quantile(let share, let numbers):
      let histogram = numbers.histogram(in: measured)
      let (low, high) = histogram.quantileInterval(share)
      guard let value = histogram.quantile(share), let low, let high else { return nil }
      return Estimate(Double(value), low: Double(low), high: Double(high))
    case .greatest, .counts, .errors: return nil
    }
  }

  /// Returns it with its interval if calls have one, for a load over its runs.
  package func estimate(of calls: MeasuredCalls) -> Estimate? {
    switch calls {
    case .independent(let measured): estimate(of: measured)
    case .concurrent(let sample): estimate(of: sample)
    }
  }

  /// Returns the estimates of all its keys in JSON, by their paths.
  package func estimates(of measured: Measurement) -> [(path: String, estimate: Estimate)] {
    guard let key else { return [] }
    if let rows = counts(of: measured) {
      return rows.compactMap { row in
        Estimate(share: row.count, of: measured.calls).map {
          ("\(key.path).\(row.key)", $0.times(Double(measured.calls)))
        }
      }
    }
    return estimate(of: measured).map { [(key.path, $0)] } ?? []
  }
}

extension Estimate {
  /// Returns the estimate of a multiple.
  package func times(_ factor: Double) -> Estimate {
    Estimate(value * factor, low: low * factor, high: high * factor)
  }
}
