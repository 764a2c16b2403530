import RetryNumerics

extension Backoff: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case schedule, steps
  }

  /// Decodes a backoff; one that no program can create is refused.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(knowing: Key.self)
    let schedule = try values.decode(Schedule.self, forKey: .schedule)
    let steps = try values.decodeIfPresent([Step].self, forKey: .steps) ?? []
    guard schedule.isSound, steps.allSatisfy(\.isSound) else {
      throw DecodingError.dataCorruptedError(
        forKey: .schedule, in: values,
        debugDescription:
          "the backoff has a negative time, a factor below one, a share beyond one, or no delays")
    }
    self.init(schedule, steps)
  }

  /// Encodes the backoff; one with a closure cannot be encoded.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(schedule, forKey: .schedule)
    if !steps.isEmpty { try values.encode(steps, forKey: .steps) }
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

extension Backoff.Schedule {
  fileprivate var isSound: Bool {
    switch self {
    case .none, .computed: true
    case .constant(let delay), .fibonacci(let delay): delay >= .zero
    case .linear(let increment, let initial): increment >= .zero && initial >= .zero
    case .exponential(let factor, let initial): factor >= 1 && initial >= .zero
    case .decorrelated(let base, let factor): factor >= 1 && base >= .zero
    case .ratcheting(let base, let factor, let maximum):
      factor >= 1 && base >= .zero && maximum >= .zero
    case .smoothed(let factor, let initial): factor >= 1 && initial >= .zero
    case .delays(let list): !list.isEmpty && list.allSatisfy { $0 >= .zero }
    case .joined(let parts):
      !parts.isEmpty
        && parts.allSatisfy(\.isSound)
    case .caused(let cause, let delays, let usual):
      cause != .transient && delays.isSound && usual.isSound
    }
  }
}

extension Backoff.Part {
  fileprivate var isSound: Bool { count >= 0 && schedule.isSound && steps.allSatisfy(\.isSound) }
}

extension Backoff.Step {
  fileprivate var isSound: Bool {
    switch self {
    case .maximum(let bound), .minimum(let bound), .additiveJitter(let bound): bound >= .zero
    case .fullJitter, .equalJitter: true
    case .proportionalJitter(let share): (0...1).contains(share)
    case .scaledJitter(let low, let high): 0 <= low && low <= high && high.isFinite
    case .wholeJitter(let unit), .truncated(let unit), .rounded(let unit): unit > .zero
    }
  }
}
