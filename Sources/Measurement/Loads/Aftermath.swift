package import RetryNumerics
import Simulation
import VirtualTime

/// What became of a load after its trigger: an outage or a spike.
///
/// The load has recovered once the goodput is back within 5 % of what it was before, for the rate of calls that
/// arrive now, to the end of the load or for half of the time until then: a dip after that is another event. A
/// shortfall counts only where chance does not explain it.
package enum Aftermath: Hashable, Sendable {
  /// The goodput was back so long after the end of the trigger.
  case recovered(after: Nanoseconds)
  /// The goodput was not back at the end of the load, so long after the trigger.
  case stuck(for: Nanoseconds, Congestion)

  /// What keeps a load stuck.
  package struct Congestion: Hashable, Sendable {
    /// The attempts per second at the server with the longest queue, in the last part of the load.
    package let offered: Double
    /// Its attempts per call in the same time.
    package let amplification: Double
    /// The attempts per second that the server can serve, if that is known.
    package let capacity: Double?

    /// The calls per second that the server could bear with as many attempts per call.
    package var bearable: Double? { capacity.map { $0 / max(amplification, 1) } }
  }

  package var isStuck: Bool {
    if case .stuck = self { true } else { false }
  }
}

extension Aftermath {
  /// The number of calls in a window of time that shows a shortfall well enough.
  private static let clearCount = 400.0
  /// The maximum number of time spans in a window.
  private static let mostSpans = 8
  /// The number of standard deviations that chance explains.
  private static let chance = 3.0
  /// The part of the goodput that a recovered load has at least.
  private static let recovered = 0.95

  /// Judges the record of a load; fails without a trigger, or without a time before and after it.
  init?(_ record: LoadRecord, of load: Load) {
    guard let trigger = load.trigger?.times, record.stop == nil else { return nil }
    let before = record.spans.filter {
      $0.from.sinceStart >= load.warmup && $0.until.sinceStart <= trigger.lowerBound
    }
    let after = record.spans.filter { $0.from.sinceStart >= trigger.upperBound }
    guard let usual = before.joined, usual.succeeded > 0, let whole = after.joined,
      let last = after.last
    else { return nil }
    let expected = { (span: LoadSpan) in usual.goodput(of: span, in: load) }
    let perSpan = max(expected(whole) / Double(after.count), 1e-9)
    let size = min(max(Int(rounding: Self.clearCount / perSpan), 1), Self.mostSpans, after.count)
    // The windows end with the load, so that its end is judged by a whole one.
    let windows = stride(from: after.count % size, to: after.count, by: size)
      .compactMap { Array(after[$0..<$0 + size]).joined }
    let short = windows.filter { span in
      let wanted = Self.recovered * expected(span)
      // The number of successes is close to a Poisson variable, whose deviation is the square root of its mean.
      let slack = Self.chance * Elementary.squareRoot(expected(span))
      return Double(span.succeeded) < wanted - slack
    }
    let start = trigger.upperBound
    let half = Nanoseconds((last.until.sinceStart - start).count / 2)
    // Where the goodput is back, and when it is short again.
    let returns = zip([Instant(start)] + short.map(\.until), short.map(\.from) + [last.until])
    if let lasting = returns.first(where: { back, next in
      back < next && (next == last.until || next.sinceStart - back.sinceStart >= half)
    }) {
      self = .recovered(after: lasting.0.sinceStart - start)
    } else {
      self = .stuck(
        for: last.until.sinceStart - start,
        Congestion(windows.suffix(max(windows.count / 3, 1)).joined ?? whole, of: record))
    }
  }
}

extension Aftermath.Congestion {
  fileprivate init(_ span: LoadSpan, of record: LoadRecord) {
    let busiest = zip(span.resources, record.resources).max { $0.0.waiting < $1.0.waiting }
    let attempts = busiest?.0.arrived ?? span.attempts
    offered = span.perSecond(attempts)
    amplification = Double(attempts) / Double(max(span.begun, 1))
    capacity = busiest?.1.capacity
  }
}

extension [LoadSpan] {
  fileprivate var joined: LoadSpan? {
    first.map { dropFirst().reduce($0) { $0.joined(with: $1) } }
  }
}

extension LoadSpan {
  /// Returns the successes expected in another span after this one.
  fileprivate func goodput(of span: LoadSpan, in load: Load) -> Double {
    // Arrivals of an open load do not depend on the service, so its success rate counts. Closed clients call less often
    // while it is slow, so the rate over time counts.
    let isOpen = load.populations.allSatisfy {
      if case .rated = $0.arrivals { true } else { false }
    }
    return isOpen
      ? Double(span.begun) * Double(succeeded) / Double(max(begun, 1))
      : Double(succeeded) / Double(length.count) * Double(span.length.count)
  }

  fileprivate func perSecond(_ count: UInt64) -> Double {
    Double(count) / Double(max(length.count, 1)) * 1e9
  }
}
