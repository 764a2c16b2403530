import Retry
import RetryNumerics

/// A back-off as other libraries describe one: how it grows, where it ends, and how it is shaken.
struct DelayShape {
  /// How the delays grow.
  enum Growth {
    case none
    case constant(Nanoseconds)
    case linear(increment: Nanoseconds, initial: Nanoseconds)
    case exponential(factor: Double, initial: Nanoseconds)
    case smoothed(factor: Double, initial: Nanoseconds)
    case other
  }

  /// How a delay is drawn.
  enum Shake: Equatable {
    case none, full, equal
    case proportional(Double)
    case additive(Nanoseconds)
    /// A whole number of units below the delay.
    case whole(Nanoseconds)
    /// Some other way, or several.
    case other

    /// The draw between two multiples of a delay.
    init(scaled low: Double, _ high: Double) {
      self =
        switch (low, high) {
        case (0, 1): .full
        case (0.5, 1): .equal
        default: low + high == 2 ? .proportional(high - 1) : .other
        }
    }
  }

  /// How the delays grow.
  let growth: Growth
  /// The longest delay, if there is one.
  private(set) var cap: Nanoseconds?
  /// Whether the longest delay bounds what was drawn.
  private(set) var capsLast = false
  private(set) var least: Nanoseconds?
  private(set) var shake = Shake.none
  /// The back-off as text.
  var text: String { "\(backoff)" }
  /// The back-off itself.
  private let backoff: Backoff
  /// The first delay and its growth to the second, for a growth that has no numbers of its own.
  private let start: (initial: Nanoseconds, factor: Double)

  /// Describes a back-off.
  init(_ backoff: Backoff) {
    self.backoff = backoff
    var bare = backoff
    bare.steps = []
    let first = bare.ranges(2).map { max($0.upperBound, Nanoseconds(1)) }
    let factor = first.count > 1 ? Double(first[1].count) / Double(first[0].count) : 1
    start = (first.first ?? Nanoseconds(1), min(max(factor, 1), 10))
    growth =
      switch backoff.schedule {
      case .none: .none
      case .constant(let delay): delay == .zero ? .none : .constant(delay)
      case .linear(let increment, let initial): .linear(increment: increment, initial: initial)
      case .exponential(let factor, let initial):
        factor == 1 ? .constant(initial) : .exponential(factor: factor, initial: initial)
      case .smoothed(let factor, let initial): .smoothed(factor: factor, initial: initial)
      case .fibonacci, .decorrelated, .ratcheting, .delays, .computed, .joined, .caused:
        .other
      }
    for step in backoff.steps { add(step) }
  }

  private mutating func add(_ step: Backoff.Step) {
    switch step {
    case .maximum(let bound):
      cap = min(bound, cap ?? bound)
      capsLast = shake != .none
    case .minimum(let bound): least = max(bound, least ?? bound)
    case .fullJitter: shake = shake == .none ? .full : .other
    case .equalJitter: shake = shake == .none ? .equal : .other
    case .proportionalJitter(let share): shake = shake == .none ? .proportional(share) : .other
    case .scaledJitter(let low, let high):
      shake = shake == .none ? Shake(scaled: low, high) : .other
    case .additiveJitter(let extra): shake = shake == .none ? .additive(extra) : .other
    case .wholeJitter(let unit): shake = shake == .none ? .whole(unit) : .other
    case .truncated, .rounded: break
    }
  }

  func ranges(_ retries: Int) -> [ClosedRange<Nanoseconds>] { backoff.ranges(retries) }

  /// The first delay and the factor of the nearest exponential growth; `nil` if there are no delays.
  var nearest: (initial: Nanoseconds, factor: Double)? {
    switch growth {
    case .none: nil
    case .other: start
    case .constant(let delay): (delay, 1)
    case .linear(_, let initial): (initial, 2)
    case .exponential(let factor, let initial), .smoothed(let factor, let initial):
      (initial, factor)
    }
  }

  /// Whether the growth is exponential, or none.
  var isExponential: Bool {
    switch growth {
    case .none, .constant, .exponential: true
    case .linear, .smoothed, .other: false
    }
  }
}
