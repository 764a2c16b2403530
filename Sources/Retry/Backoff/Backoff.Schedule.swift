public import RetryNumerics

extension Backoff {
  /// The rule that determines the delay for each retry.
  @usableFromInline
  package enum Schedule: Hashable, Codable, Sendable {
    /// No delay.
    case none
    /// The same delay each time.
    case constant(Nanoseconds)
    /// The initial delay plus the increment each time.
    case linear(increment: Nanoseconds, initial: Nanoseconds)
    /// The initial delay, multiplied by the factor each time.
    case exponential(factor: Double, initial: Nanoseconds)
    /// The initial delay times 1, 1, 2, 3, 5 and so on.
    case fibonacci(initial: Nanoseconds)
    /// A random delay between the base and the previous delay times the factor.
    case decorrelated(base: Nanoseconds, factor: Double)
    /// The delays of a non-empty list; the last one repeats.
    case delays([Nanoseconds])
    /// The result of a closure.
    case computed(Computed)
    /// The delays of several backoffs, one after another; there is at least one.
    case joined([Part])
  }

  /// A backoff that ends after a number of delays; the largest number means that it never ends.
  @usableFromInline
  package struct Part: Hashable, Codable, Sendable {
    /// The source of each delay before any steps.
    @usableFromInline package let schedule: Schedule
    /// The steps, in order.
    @usableFromInline package let steps: [Step]
    /// The number of delays.
    @usableFromInline package let count: Int
  }

  /// A closure that computes delays, with an identity, so that backoffs can be compared.
  @usableFromInline
  package final class Computed: Sendable {
    /// Returns the delay for a retry, counted from zero, a random word and the error, if the closure takes them.
    @usableFromInline let delay: @Sendable (Int, UInt64, (any Error)?) -> Duration
    /// Whether it takes a random word.
    @usableFromInline let draws: Bool
    /// Whether it takes the error.
    let seesErrors: Bool

    /// Creates the source of computed delays.
    init(
      draws: Bool = false, seesErrors: Bool = false,
      _ delay: @escaping @Sendable (Int, UInt64, (any Error)?) -> Duration
    ) {
      self.delay = delay
      self.draws = draws
      self.seesErrors = seesErrors
    }

    /// Whether its delays are known before the call.
    package var isFixed: Bool { !draws && !seesErrors }
  }
}

extension Backoff.Schedule {
  /// Returns the delay before a retry, counted from zero, without any steps applied; `nil` after the last.
  @inlinable
  package func delay(
    retry: Int, previous: Nanoseconds?, error: (any Error)?,
    using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds? {
    switch self {
    case .none: return Nanoseconds(0)
    case .constant(let delay): return delay
    case .linear(let increment, let initial): return initial + increment * Int64(retry)
    case .exponential(let factor, let initial):
      return initial.multiplied(by: factor, times: retry)
    case .fibonacci(let initial): return initial * fibonacciNumber(retry)
    case .decorrelated(let base, let factor):
      let end = (previous ?? base).multiplied(by: factor, atLeast: base)
      return base.drawn(upTo: end, using: &generator)
    case .delays(let list): return list[min(retry, list.count - 1)]
    case .computed(let closure):
      let word = closure.draws ? generator.next() : 0
      return max(Nanoseconds(closure.delay(retry, word, error)), Nanoseconds(0))
    case .joined(let parts):
      guard let (index, first) = Self.part(of: retry, in: parts) else { return nil }
      return Backoff.delay(
        parts[index].schedule, parts[index].steps, retry: retry - first,
        previous: retry == first ? nil : previous, error: error, using: &generator)
    }
  }

  /// Returns the position of the part that a retry belongs to, and the first retry of the part.
  @inlinable
  static func part(of retry: Int, in parts: [Backoff.Part]) -> (index: Int, first: Int)? {
    var first = 0
    for index in parts.indices {
      if retry - first < parts[index].count { return (index, first) }
      first += parts[index].count
    }
    return nil
  }

  /// Returns the range of possible delays before a retry, given the range of the previous delay.
  package func range(
    retry: Int, previous: ClosedRange<Nanoseconds>?
  ) -> ClosedRange<Nanoseconds>? {
    switch self {
    case .decorrelated(let base, let factor):
      return base...(previous?.upperBound ?? base).multiplied(by: factor, atLeast: base)
    case .computed(let closure) where !closure.isFixed:
      // The result of a random closure is not known in advance.
      return Nanoseconds.zero...Nanoseconds.never
    case .joined(let parts):
      guard let (index, first) = Self.part(of: retry, in: parts) else { return nil }
      return parts[index].range(
        retry: retry - first, previous: retry == first ? nil : previous)
    default:
      // No other schedule draws.
      var unused = SystemRandomNumberGenerator()
      return delay(retry: retry, previous: nil, error: nil, using: &unused).map { $0...$0 }
    }
  }

  /// The number of delays; `nil` if there is no end.
  package var count: Int? {
    guard case .joined(let parts) = self else { return nil }
    return parts.reduce(0) { sum, part in
      sum.flatMap { sum in
        let (both, overflow) = sum.addingReportingOverflow(part.count)
        return part.count == .max || overflow ? nil : both
      }
    }
  }

  /// Whether a delay depends on the error.
  var seesErrors: Bool {
    switch self {
    case .computed(let closure): closure.seesErrors
    case .joined(let parts): parts.contains(where: \.schedule.seesErrors)
    default: false
    }
  }
}

extension Backoff.Part {
  /// Returns the range of possible delays before a retry of this part.
  func range(retry: Int, previous: ClosedRange<Nanoseconds>?) -> ClosedRange<Nanoseconds>? {
    schedule.range(retry: retry, previous: previous).map { range in
      steps.reduce(range) { $1.range(of: $0) }
    }
  }
}
