import RetryNumerics

extension Backoff.Schedule: Codable {
  /// The name of a schedule.
  private enum Kind: String, CodingKey, CaseIterable {
    case none, constant, linear, exponential, fibonacci, decorrelated, ratcheting, smoothed, delays,
      joined, caused
  }

  private enum LinearKey: String, CodingKey, CaseIterable { case increment, initial }
  private enum GrowthKey: String, CodingKey, CaseIterable { case factor, initial }
  private enum FibonacciKey: String, CodingKey, CaseIterable { case initial }
  private enum RangeKey: String, CodingKey, CaseIterable { case base, factor }
  private enum RatchetKey: String, CodingKey, CaseIterable { case base, factor, maximum }
  private enum CauseKey: String, CodingKey, CaseIterable { case by, delays, otherwise }

  @usableFromInline
  package init(from decoder: any Decoder) throws {
    let coded = try CodedCase<Kind>(decoder, of: "a schedule")
    switch coded.kind {
    case .none:
      try coded.nothing()
      self = .none
    case .constant: self = .constant(try coded.value())
    case .linear:
      let values = try coded.values(LinearKey.self)
      self = .linear(
        increment: try values.decode(Nanoseconds.self, forKey: .increment),
        initial: try values.decode(Nanoseconds.self, forKey: .initial))
    case .exponential:
      let (factor, initial) = try Self.growth(coded.values(GrowthKey.self))
      self = .exponential(factor: factor, initial: initial)
    case .fibonacci:
      let values = try coded.values(FibonacciKey.self)
      self = .fibonacci(initial: try values.decode(Nanoseconds.self, forKey: .initial))
    case .decorrelated:
      let values = try coded.values(RangeKey.self)
      self = .decorrelated(
        base: try values.decode(Nanoseconds.self, forKey: .base),
        factor: try values.decodeIfPresent(Double.self, forKey: .factor) ?? 3)
    case .ratcheting:
      let values = try coded.values(RatchetKey.self)
      self = .ratcheting(
        base: try values.decode(Nanoseconds.self, forKey: .base),
        factor: try values.decodeIfPresent(Double.self, forKey: .factor) ?? 3,
        maximum: try values.decode(Nanoseconds.self, forKey: .maximum))
    case .smoothed:
      let (factor, initial) = try Self.growth(coded.values(GrowthKey.self))
      self = .smoothed(factor: factor, initial: initial)
    case .delays: self = .delays(try coded.value())
    case .joined: self = .joined(try coded.value())
    case .caused:
      let values = try coded.values(CauseKey.self)
      self = .caused(
        by: try values.decode(RetryCause.self, forKey: .by),
        delays: try values.decode(Backoff.Part.self, forKey: .delays),
        otherwise: try values.decode(Backoff.Part.self, forKey: .otherwise))
    }
  }

  private static func growth(
    _ values: KeyedDecodingContainer<GrowthKey>
  ) throws -> (factor: Double, initial: Nanoseconds) {
    (
      try values.decodeIfPresent(Double.self, forKey: .factor) ?? 2,
      try values.decode(Nanoseconds.self, forKey: .initial)
    )
  }

  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .none: try encoder.encode(Kind.none)
    case .constant(let delay): try encoder.encode(Kind.constant, delay)
    case .linear(let increment, let initial):
      var values = encoder.values(of: Kind.linear, keyedBy: LinearKey.self)
      try values.encode(increment, forKey: .increment)
      try values.encode(initial, forKey: .initial)
    case .exponential(let factor, let initial), .smoothed(let factor, let initial):
      let kind = if case .smoothed = self { Kind.smoothed } else { Kind.exponential }
      var values = encoder.values(of: kind, keyedBy: GrowthKey.self)
      try values.encode(factor, forKey: .factor)
      try values.encode(initial, forKey: .initial)
    case .fibonacci(let initial):
      var values = encoder.values(of: Kind.fibonacci, keyedBy: FibonacciKey.self)
      try values.encode(initial, forKey: .initial)
    case .decorrelated(let base, let factor):
      var values = encoder.values(of: Kind.decorrelated, keyedBy: RangeKey.self)
      try values.encode(base, forKey: .base)
      try values.encode(factor, forKey: .factor)
    case .ratcheting(let base, let factor, let maximum):
      var values = encoder.values(of: Kind.ratcheting, keyedBy: RatchetKey.self)
      try values.encode(base, forKey: .base)
      try values.encode(factor, forKey: .factor)
      try values.encode(maximum, forKey: .maximum)
    case .delays(let list): try encoder.encode(Kind.delays, list)
    case .joined(let parts): try encoder.encode(Kind.joined, parts)
    case .caused(let cause, let delays, let usual):
      var values = encoder.values(of: Kind.caused, keyedBy: CauseKey.self)
      try values.encode(cause, forKey: .by)
      try values.encode(delays, forKey: .delays)
      try values.encode(usual, forKey: .otherwise)
    case .computed:
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "a backoff with a closure cannot be encoded"))
    }
  }
}

extension Backoff.Part: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case schedule, steps, count
  }

  @usableFromInline
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(knowing: Key.self)
    schedule = try values.decode(Backoff.Schedule.self, forKey: .schedule)
    steps = try values.decodeIfPresent([Backoff.Step].self, forKey: .steps) ?? []
    count = try values.decodeIfPresent(Int.self, forKey: .count) ?? .max
  }

  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(schedule, forKey: .schedule)
    if !steps.isEmpty { try values.encode(steps, forKey: .steps) }
    // The largest number means that it never ends.
    if count != .max { try values.encode(count, forKey: .count) }
  }
}

extension Backoff.Step: Codable {
  /// The name of a step.
  private enum Kind: String, CodingKey, CaseIterable {
    case maximum, minimum, fullJitter, equalJitter, proportionalJitter, scaledJitter,
      additiveJitter, wholeJitter, truncated, rounded
  }

  private enum ScaleKey: String, CodingKey, CaseIterable {
    case low, high
    case olderLow = "_0"
    case olderHigh = "_1"
  }

  @usableFromInline
  package init(from decoder: any Decoder) throws {
    let coded = try CodedCase<Kind>(decoder, of: "a step")
    switch coded.kind {
    case .maximum: self = .maximum(try coded.value())
    case .minimum: self = .minimum(try coded.value())
    case .fullJitter:
      try coded.nothing()
      self = .fullJitter
    case .equalJitter:
      try coded.nothing()
      self = .equalJitter
    case .proportionalJitter: self = .proportionalJitter(try coded.value())
    case .scaledJitter:
      let values = try coded.values(ScaleKey.self)
      self = .scaledJitter(
        try values.decode(forKey: .low, older: .olderLow),
        try values.decode(forKey: .high, older: .olderHigh))
    case .additiveJitter: self = .additiveJitter(try coded.value())
    case .wholeJitter: self = .wholeJitter(try coded.value())
    case .truncated: self = .truncated(try coded.value())
    case .rounded: self = .rounded(try coded.value())
    }
  }

  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .maximum(let bound): try encoder.encode(Kind.maximum, bound)
    case .minimum(let bound): try encoder.encode(Kind.minimum, bound)
    case .fullJitter: try encoder.encode(Kind.fullJitter)
    case .equalJitter: try encoder.encode(Kind.equalJitter)
    case .proportionalJitter(let share): try encoder.encode(Kind.proportionalJitter, share)
    case .scaledJitter(let low, let high):
      var values = encoder.values(of: Kind.scaledJitter, keyedBy: ScaleKey.self)
      try values.encode(low, forKey: .low)
      try values.encode(high, forKey: .high)
    case .additiveJitter(let extra): try encoder.encode(Kind.additiveJitter, extra)
    case .wholeJitter(let unit): try encoder.encode(Kind.wholeJitter, unit)
    case .truncated(let unit): try encoder.encode(Kind.truncated, unit)
    case .rounded(let unit): try encoder.encode(Kind.rounded, unit)
    }
  }
}
