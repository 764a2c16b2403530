package import RetryNumerics

/// By how much the time of a scenario runs faster than the clock.
package struct Speed: Hashable, Sendable {
  package let factor: Double

  package static let usual = Speed()
  /// Beyond these, either nothing happens or the machine is later than what is measured.
  package static let bounds = 0.001...1000.0

  private init() { factor = 1 }

  package init?(_ factor: Double) {
    guard Self.bounds.contains(factor) else { return nil }
    self.factor = factor
  }

  /// The time of the scenario that passes in a time of the clock.
  package func scenario(_ clock: Nanoseconds) -> Nanoseconds {
    factor == 1 || clock == .never ? clock : Nanoseconds(rounding: Double(clock.count) * factor)
  }

  /// The least time of the clock in which a time of the scenario passes.
  package func clock(_ scenario: Nanoseconds) -> Nanoseconds {
    guard factor != 1, scenario < .never else { return scenario }
    let near = Nanoseconds(rounding: Double(scenario.count) / factor)
    // A server that wakes too early would find nothing to do.
    return self.scenario(near) < scenario ? near + Nanoseconds(1) : near
  }
}
