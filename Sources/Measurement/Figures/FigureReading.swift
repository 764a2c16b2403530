import RetryNumerics
package import Simulation

/// The value of a figure at the prompt with the ends of its interval.
package struct FigureReading: Sendable {
  package let value: Value
  package let low: Value
  package let high: Value

  /// Creates a reading, by default of a figure that is certain.
  init(_ value: Value, low: Value? = nil, high: Value? = nil) {
    (self.value, self.low, self.high) = (value, low ?? value, high ?? value)
  }
}

extension Figure {
  /// Returns its reading of one call, which is certain.
  package func reading(of result: CallResult) -> FigureReading {
    var alone = Measurement()
    alone.add(result)
    return FigureReading(value(of: .independent(alone)))
  }

  package func reading(of calls: MeasuredCalls, _ certainty: Certainty) -> FigureReading {
    calls.sample.map { reading(of: $0, calls, certainty) } ?? independentReading(calls, certainty)
  }

  /// Returns its reading if calls do not affect each other.
  func independentReading(_ calls: MeasuredCalls, _ certainty: Certainty) -> FigureReading {
    let value = value(of: calls)
    let ends = calls.all.calls > 0 ? ends(of: calls, certainty) : nil
    return ends.map { reading(value, $0.low, $0.high) } ?? FigureReading(value)
  }

  private func reading(_ value: Value, _ low: Double?, _ high: Double?) -> FigureReading {
    FigureReading(value, low: end(low, isHigh: false), high: end(high, isHigh: true))
  }

  /// Returns the ends of its interval, as far as known, if it has one.
  private func ends(
    of calls: MeasuredCalls, _ certainty: Certainty
  ) -> (low: Double?, high: Double?)? {
    switch statistic {
    case .waste where calls.all.wasted == nil:
      // Of no retry nothing is known, unless there never is one.
      return (0, certainty.isAlike(.attempts) ? 0 : 1)
    case .waste where certainty.isWasteAlike: return nil
    case .share, .waste: return independentEstimate(of: calls).map { ($0.low, $0.high) }
    case .estimate: return independentEstimate(of: calls).map { ($0.low, $0.high) }
    // One call that never ends is enough.
    case .mean where isEndless(calls), .greatest where isEndless(calls): return nil
    case .mean(let numbers):
      let (low, high) = certainty.meanEnds(of: numbers, in: calls)
      return (low, numbers.unfinished(in: calls) > 0 ? nil : high)
    case .quantile(let share, let numbers): return numbers.quantileInterval(share, in: calls)
    case .greatest(let numbers) where numbers.unfinished(in: calls) > 0:
      return (value(of: calls).size, nil)
    case .count, .counts, .errors, .greatest, .ofRun, .shareOfRuns: return nil
    }
  }
}

// MARK: - Loads

extension Figure {
  /// Returns its reading of a load: one run is what it is, several have an interval.
  private func reading(
    of sample: LoadSample, _ calls: MeasuredCalls, _ certainty: Certainty
  ) -> FigureReading {
    let independent = independentReading(calls, certainty)
    if let estimate = estimate(of: sample, independent) {
      return reading(independent.value, estimate.low, estimate.high)
    }
    // What happened in the runs is certain.
    if isOfLoads { return FigureReading(independent.value) }
    let isNever = independent.value == .duration(.never)
    return FigureReading(
      independent.value, low: isNever ? .duration(.zero) : nil, high: greatest(of: calls))
  }

  /// Returns the interval over several runs, which is never narrower than that of independent calls.
  func estimate(of sample: LoadSample, _ independent: FigureReading) -> Estimate? {
    let most = unit == .share ? 1 : Double.infinity
    if case .shareOfRuns(let holds) = statistic {
      let all = sample.runs.compactMap(holds)
      return all.count > 1
        ? Estimate(share: UInt64(all.filter { $0 }.count), of: UInt64(all.count)) : nil
    }
    guard unit != .count, let runs = sample.estimate(number(ofRun:)), runs.value.isFinite
    else { return nil }
    if isOfLoads {
      // Runs without an exception tell no more than their cases do.
      let count = sample.runs.reduce(0) { $0 + (cases?($1) ?? 0) }
      if count > 0, runs.low == runs.high, [0, 1].contains(runs.value) {
        return Estimate(share: runs.value == 0 ? 0 : count, of: count)
      }
      return Estimate(runs.value, low: max(runs.low, 0), high: min(runs.high, most))
    }
    guard let value = independent.value.size, let low = independent.low.size,
      let high = independent.high.size
    else { return nil }
    return Estimate(
      value, low: min(max(min(runs.low, low), 0), most), high: min(max(runs.high, high), most))
  }

  package func number(ofRun run: LoadMeasurement) -> Double? {
    switch statistic {
    case .ofRun(_, let figure): figure(run)
    case .shareOfRuns(let holds): holds(run).map { $0 ? 1 : 0 }
    default: number(of: .independent(run.calls))?.size
    }
  }

  /// Returns the greatest that a time of one run can be, if some of its calls have not ended.
  private func greatest(of calls: MeasuredCalls) -> Value? {
    switch statistic {
    case .quantile(let share, let numbers) where numbers.unfinished(in: calls) > 0:
      // Calls that have not ended may take longer than any.
      let place = share * Double(calls.all.calls) / Double(calls.all.calls - calls.all.unfinished)
      let time = place > 1 ? nil : numbers.histogram(in: calls).quantile(place)
      return end(time.map(Double.init), isHigh: true)
    case .mean(let numbers), .greatest(let numbers):
      return numbers.unfinished(in: calls) > 0 ? end(nil, isHigh: true) : nil
    default: return nil
    }
  }
}
