package import RetryNumerics
package import VirtualTime

/// A problem with an argument of a simulation.
package enum PlanProblem: ArgumentProblem {
  case share(of: String, Double)
  case sumOfShares(String, Double)
  case negativeCount(of: String, Int)
  case count(of: String, Int, within: ClosedRange<Int>)
  case period(Nanoseconds)
  case phaseLength(Nanoseconds, period: Nanoseconds)
  case firstStart(Nanoseconds)
  case meanPeriod
  case meanLength
  case negativeLatency(Nanoseconds)
  case rate(Double)
  case rateTimes(Nanoseconds, after: Nanoseconds?)
  case ratePieces(Int)
  case rampLength(Nanoseconds)
  case nestedLoads
  case effectsOnChannel
  case effectsBehindServer
  case callsWithoutServer
  case cost(Double)
  case loadName(String)
  case loadDuration(Nanoseconds)
  case warmup(Nanoseconds, of: Nanoseconds)
  case drain(Nanoseconds)
  case hint(Nanoseconds)
  case throttleFactor(Double)
  case throttleWindow(Nanoseconds)
  case slotLength(Nanoseconds)
  case serverFaults
  case heldBrownOut
  case fixedShares
  case startOfRandomOutages
  case expiry(Nanoseconds)
  case negativeTime(of: String, Nanoseconds)
  case exponent(Double)
  case recovery(Nanoseconds)
  case requestsOfOneTime
  case block(Nanoseconds)

  package var description: String {
    switch self {
    case .share(let name, let share):
      "\(name) must be between 0% and 100%, not \(Self.percentage(share))"
    case .sumOfShares(let names, let sum):
      "\(names) add up to \(Self.percentage(sum)), more than 100%"
    case .negativeCount(let name, let count): "\(name) cannot be negative: \(count)"
    case .count(let name, let count, let bounds):
      "\(name) must be between \(bounds.lowerBound) and \(bounds.upperBound), not \(count)"
    case .period(let period) where period > .zero: "a period must end"
    case .period(let period): "the period must be longer than 0s, not \(period)"
    case .phaseLength(let length, let period):
      "the length must be between 0s and the period (\(period)), not \(length)"
    case .firstStart(let start): "the first start cannot be negative: \(start)"
    case .meanPeriod: "'every' needs a finite mean above 0s"
    case .meanLength: "the mean of 'for' must be above 0s and below the mean of 'every'"
    case .negativeLatency(let latency): "a latency cannot be negative: \(latency)"
    case .rate(let rate): "the rate must be between 1e-6/s and 1e8/s, not \(rate)/s"
    case .rateTimes(let time, nil): "a rate cannot start at \(time)"
    case .rateTimes(let time, let last?):
      "the times of rates must increase: \(time) follows \(last)"
    case .ratePieces(let most): "a rate can change at most \(most) times"
    case .effectsOnChannel: "the effects of attempts on a channel are not counted"
    case .effectsBehindServer: "effects and costs are not counted where servers call servers"
    case .callsWithoutServer: "only the services of a server call others: give 'on' a server"
    case .cost(let cost): "a cost must be between 0 and 1000, not \(cost)"
    case .nestedLoads: "loads that run together cannot be part of another load"
    case .loadName(""): "a load needs a name"
    case .loadName(let name): "two loads are named '\(name)'"
    case .rampLength(let span) where span > .zero: "a ramp must end"
    case .rampLength(let span): "a ramp must be longer than 0s, not \(span)"
    case .loadDuration(let duration) where duration > .zero: "a load must end"
    case .loadDuration(let duration): "a load must be longer than 0s, not \(duration)"
    case .hint(let time): "a server cannot ask to come back after \(time)"
    case .drain(let drain): "the time for calls in flight cannot be \(drain)"
    case .warmup(let warmup, let duration):
      "the warm-up (\(warmup)) must be shorter than the load (\(duration))"
    case .throttleFactor(let factor): "'k' must be a finite number of 1 or more, not \(factor)"
    case .throttleWindow(let window): "the window must be longer than 0s, not \(window)"
    case .serverFaults:
      "a server fails with shares, such as 20% or [.timeout: 5%], or by a closure over the attempt"
    case .heldBrownOut: "only a whole outage holds up services: leave 'fails' of the outage away"
    case .fixedShares: "here, attempts fail with fixed shares, such as 80% or [.reset: 5%]"
    case .startOfRandomOutages: "only outages with a fixed period and length have a first start"
    case .expiry(let limit): "the longest wait cannot be negative: \(limit)"
    case .negativeTime(let name, let time): "'\(name)' cannot be negative: \(time)"
    case .exponent(let exponent): "the exponent must be between 0 and 100, not \(exponent)"
    case .requestsOfOneTime: "a log needs requests of at least two times"
    case .block(let span): "a block must be longer than 0s, not \(span)"
    case .recovery(let time): "the recovery cannot be negative: \(time)"
    case .slotLength(let slot) where slot > .zero: "a slot must end"
    case .slotLength(let slot): "a slot must be longer than 0s, not \(slot)"
    }
  }

  /// Returns a share as a percentage with at most two decimals.
  private static func percentage(_ share: Double) -> String {
    guard abs(share) < 1e9 else { return "\(share)" }
    let hundredths = Nanoseconds(rounding: share * 10_000).count
    // A leading one keeps the zeros after the decimal point.
    let decimals = hundredths % 100 == 0 ? "" : "." + "\(100 + abs(hundredths % 100))".dropFirst()
    return "\(hundredths / 100)\(decimals)%"
  }
}

extension InvalidArgument {
  package static func checkShare(
    _ share: Double, _ label: String, of name: String? = nil
  ) throws(InvalidArgument) {
    guard isShare(share) else {
      throw InvalidArgument(label, PlanProblem.share(of: name ?? "'\(label)'", share))
    }
  }

  /// Rejects shares that add up to more than 1.
  package static func checkSum(
    _ sum: Double, _ label: String, of names: String
  ) throws(InvalidArgument) {
    guard isShare(sum) else { throw InvalidArgument(label, PlanProblem.sumOfShares(names, sum)) }
  }

  /// Returns whether a number is a share, apart from rounding.
  private static func isShare(_ share: Double) -> Bool { share >= 0 && share <= 1 + 1e-9 }

  package static func check(
    _ count: Int, _ label: String, within bounds: ClosedRange<Int>
  ) throws(InvalidArgument) {
    guard bounds.contains(count) else {
      throw InvalidArgument(label, PlanProblem.count(of: "'\(label)'", count, within: bounds))
    }
  }

  package static func checkCount(
    _ count: Int, _ label: String, of name: String
  ) throws(InvalidArgument) {
    guard count >= 0 else {
      throw InvalidArgument(label, PlanProblem.negativeCount(of: name, count))
    }
  }
}
