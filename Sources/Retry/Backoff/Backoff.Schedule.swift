public import RetryNumerics

extension Backoff {
  /// The rule that determines the delay for each retry.
  @usableFromInline
  package enum Schedule: Hashable, Sendable {
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
    /// A random delay between the previous delay and that times the factor, up to a maximum.
    case ratcheting(base: Nanoseconds, factor: Double, maximum: Nanoseconds)
    /// The steps of a sum that grows exponentially, each from a random place in its period to one in the next.
    case smoothed(factor: Double, initial: Nanoseconds)
    /// The delays of a non-empty list; the last one repeats.
    case delays([Nanoseconds])
    case computed(Computed)
    /// The delays of several backoffs, one after another; there is at least one.
    case joined([Part])
    /// Other delays after errors of a cause.
    indirect case caused(by: RetryCause, delays: Part, otherwise: Part)
  }

  /// A backoff that ends after a number of delays; the largest number means that it never ends.
  @usableFromInline
  package struct Part: Hashable, Sendable {
    /// The source of each delay before any steps.
    @usableFromInline package let schedule: Schedule
    @usableFromInline package let steps: [Step]
    @usableFromInline package let count: Int

    package init(schedule: Schedule, steps: [Step], count: Int) {
      (self.schedule, self.steps, self.count) = (schedule, steps, count)
    }
  }

  /// A closure that computes delays, with an identity, so that backoffs can be compared.
  @usableFromInline
  package final class Computed: Sendable {
    /// Returns the delay for a retry, counted from zero, a random word and the error, if the closure takes them.
    @usableFromInline let delay: @Sendable (Int, UInt64, GivenError?) -> Duration
    @usableFromInline let draws: Bool
    let seesErrors: Bool
    /// What it computes, if that can be told.
    package let text: String?
    /// The range of the delay before a retry, if that is known before the call.
    let bounds: (@Sendable (Int) -> ClosedRange<Duration>)?

    init(
      draws: Bool = false, seesErrors: Bool = false, text: String? = nil,
      bounds: (@Sendable (Int) -> ClosedRange<Duration>)? = nil,
      _ delay: @escaping @Sendable (Int, UInt64, GivenError?) -> Duration
    ) {
      self.delay = delay
      self.draws = draws
      self.seesErrors = seesErrors
      self.text = text
      self.bounds = bounds
    }

    /// Whether its delays are known before the call.
    package var isFixed: Bool { !draws && !seesErrors }
  }
}

extension Backoff.Schedule {
  /// Returns the delay before a retry, counted from zero, without any steps applied; `nil` after the last.
  ///
  /// What is remembered of the retry before becomes `nil`, unless the schedule has something else than the delay to
  /// remember, or a part of it has.
  @inlinable
  package func delay(
    retry: Int, memory: inout Nanoseconds?, error: GivenError?,
    using generator: inout some RandomNumberGenerator
  ) -> Nanoseconds? {
    let previous = memory
    memory = nil
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
    case .ratcheting(let base, let factor, let maximum):
      guard let previous else { return min(base, maximum) }
      let low = min(previous, maximum)
      return low.drawn(
        upTo: min(low.multiplied(by: factor, atLeast: low), maximum), using: &generator)
    case .smoothed(let factor, let initial):
      let sum = initial.smoothSum(Double(retry) + generator.unit(), factor)
      memory = sum
      return sum == .never ? .never : sum - min(previous ?? Nanoseconds(0), sum)
    case .delays(let list): return list[min(retry, list.count - 1)]
    case .computed(let closure):
      let word = closure.draws ? generator.next() : 0
      return max(Nanoseconds(closure.delay(retry, word, error)), Nanoseconds(0))
    case .joined(let parts):
      guard let (index, first) = Self.part(of: retry, in: parts) else { return nil }
      // A part begins without a memory of the part before.
      memory = retry == first ? nil : previous
      return Backoff.delay(
        parts[index].schedule, parts[index].steps, retry: retry - first, memory: &memory,
        error: error, using: &generator)
    case .caused(let cause, let delays, let usual):
      let part = (error?.cause ?? .transient) == cause ? delays : usual
      guard retry < part.count else { return nil }
      memory = previous
      return Backoff.delay(
        part.schedule, part.steps, retry: retry, memory: &memory, error: error, using: &generator)
    }
  }

  /// Whether it remembers a sum after a retry, and not the delay.
  @inlinable
  func remembersSum(retry: Int) -> Bool {
    switch self {
    case .smoothed: return true
    case .joined(let parts):
      guard let (index, first) = Self.part(of: retry, in: parts) else { return false }
      return parts[index].schedule.remembersSum(retry: retry - first)
    case .caused(_, let delays, let usual):
      return delays.schedule.remembersSum(retry: retry) || usual.schedule.remembersSum(retry: retry)
    default: return false
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
    case .ratcheting(let base, let factor, let maximum):
      guard let previous else { return min(base, maximum)...min(base, maximum) }
      let (low, high) = (min(previous.lowerBound, maximum), min(previous.upperBound, maximum))
      return low...min(high.multiplied(by: factor, atLeast: high), maximum)
    case .smoothed(let factor, let initial):
      let most = initial.smoothSum(Double(retry) + 1, factor)
      let before = retry == 0 ? .zero : initial.smoothSum(Double(retry - 1), factor)
      return .zero...(most == .never ? .never : most - before)
    case .computed(let closure) where !closure.isFixed:
      // The result of a random closure is not known in advance, unless it says so.
      guard let known = closure.bounds?(retry) else {
        return Nanoseconds.zero...Nanoseconds.never
      }
      return Nanoseconds(known.lowerBound)...Nanoseconds(known.upperBound)
    case .joined(let parts):
      guard let (index, first) = Self.part(of: retry, in: parts) else { return nil }
      return parts[index].range(
        retry: retry - first, previous: retry == first ? nil : previous)
    case .caused(_, let delays, let usual):
      let ranges = [delays, usual].filter { retry < $0.count }.compactMap {
        $0.range(retry: retry, previous: previous)
      }
      guard let first = ranges.first else { return nil }
      return ranges.reduce(first) {
        min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
      }
    default:
      // No other schedule draws.
      var unused = SystemRandomNumberGenerator()
      var memory: Nanoseconds?
      return delay(retry: retry, memory: &memory, error: nil, using: &unused).map { $0...$0 }
    }
  }

  /// The number of delays; `nil` if there is no end.
  package var count: Int? {
    if case .caused(_, let delays, let usual) = self {
      let most = max(delays.count, usual.count)
      return most == .max ? nil : most
    }
    guard case .joined(let parts) = self else { return nil }
    return parts.reduce(0) { sum, part in
      sum.flatMap { sum in
        let (both, overflow) = sum.addingReportingOverflow(part.count)
        return part.count == .max || overflow ? nil : both
      }
    }
  }

  /// Whether a delay depends on the delays before it.
  package var remembers: Bool {
    switch self {
    case .decorrelated, .ratcheting, .smoothed: true
    case .joined(let parts): parts.contains(where: \.schedule.remembers)
    case .caused(_, let delays, let usual):
      delays.schedule.remembers || usual.schedule.remembers
    case .none, .constant, .linear, .exponential, .fibonacci, .delays, .computed: false
    }
  }

  /// Whether a delay depends on the error.
  var seesErrors: Bool {
    switch self {
    case .computed(let closure): closure.seesErrors
    case .joined(let parts): parts.contains(where: \.schedule.seesErrors)
    case .caused: true
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

extension Backoff.Computed: Hashable {
  @usableFromInline
  package static func == (left: Backoff.Computed, right: Backoff.Computed) -> Bool {
    left === right
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
