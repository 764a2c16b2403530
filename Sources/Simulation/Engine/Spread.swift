package import RetryNumerics
import VirtualTime

/// The moments at which calls start within the run: spread over a time, or all at its start.
///
/// A moment is a pure function of the seed and the call number. It only shifts what happens at fixed times.
package struct Spread: Sendable {
  private let time: Nanoseconds?
  private let key: DrawKey

  /// Creates the moments within a time under a seed; without a time, all calls start with the run.
  package init(over time: Nanoseconds?, seed: UInt64) {
    self.time = time
    key = DrawKey(seed: seed, name: "spread")
  }

  /// Returns when a call starts, from zero up to the time but never at its end.
  @inline(__always)
  package func arrival(of call: UInt64) -> Nanoseconds {
    guard let time else { return .zero }
    var draws = Draws(key, call: call, attempt: 0, purpose: .arrival)
    // The upper word of the product is below the time, so no call starts at its end.
    return Nanoseconds(Int64(draws.next().multipliedFullWidth(by: UInt64(time.count)).high))
  }
}

extension Range<Instant> {
  /// Returns the part after an instant, counted from it, or `nil` if there is none.
  func counted(from began: Nanoseconds) -> Range<Instant>? {
    guard upperBound > Instant(began) else { return nil }
    let start = Swift.max(lowerBound.sinceStart - began, .zero)
    return Instant(
      start)..<(upperBound == .never ? upperBound : Instant(upperBound.sinceStart - began))
  }
}
