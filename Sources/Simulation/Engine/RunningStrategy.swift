import Retry
import RetryNumerics
import VirtualTime

/// A strategy with a memory, which the calls of a run share.
class RunningStrategy {
  final let name: String
  /// What it has decided since that was last asked for.
  final var decisions = StrategyFigures()

  init(_ name: String) {
    self.name = name
  }

  /// What is measured of its state; `nil` if its decisions say it all.
  var measure: StrategyMeasure? { nil }

  /// Its state as a number, over all clients.
  func level(at now: Instant) -> Double? { nil }

  /// Its state for the calls of a client, as words; times count from an instant.
  func summary(of client: Int, at now: Instant, from zero: Instant) -> String? { nil }

  func forget() {
    decisions = StrategyFigures()
  }

  /// Returns the figures since they were last taken.
  final func takeFigures(_ now: Instant) -> StrategyFigures {
    var figures = decisions
    figures.level = level(at: now)
    decisions = StrategyFigures()
    return figures
  }

  final func count(allowed: Bool) {
    if allowed { decisions.allowed += 1 } else { decisions.refused += 1 }
  }

  /// Counts an answer, and returns whether it lets a call pass.
  final func counted<Pass>(_ answer: Result<Pass, StrategyRefusal>) -> Bool {
    let isAllowed = if case .success = answer { true } else { false }
    count(allowed: isAllowed)
    return isAllowed
  }
}

/// What a strategy with a memory has decided in a span, and its state at the end of it.
package struct StrategyFigures: Hashable, Sendable {
  /// The number of calls or retries that it let pass.
  package internal(set) var allowed: UInt64 = 0
  package internal(set) var refused: UInt64 = 0
  /// The number of times that it opened, for a breaker.
  package internal(set) var opened: UInt64 = 0
  /// Its state at the end; `nil` if there is nothing to measure.
  package internal(set) var level: Double?

  package init() {}

  /// Adds the figures of the next span.
  package mutating func add(_ next: StrategyFigures) {
    allowed += next.allowed
    refused += next.refused
    opened += next.opened
    level = next.level
  }
}

/// What the state of a strategy is measured by.
package enum StrategyMeasure: String, Sendable, CaseIterable {
  /// The retries or tokens that a budget has left.
  case left
  /// Whether a breaker is open; half-open is between.
  case open
  /// How long the next call would wait for a limiter.
  case wait
  /// The calls that run in a bulkhead.
  case running
  /// The calls that may run in a bulkhead that adapts.
  case limit
  /// The share of calls that a throttle drops.
  case drops
  /// The calls per second that a pacer sends.
  case rate
  /// The time after which a hedge starts.
  case delay
}

/// A strategy of a load, and what is measured of it.
package struct WatchedStrategy: Hashable, Sendable {
  package let name: String
  /// What its level means.
  package let measure: StrategyMeasure?
}
