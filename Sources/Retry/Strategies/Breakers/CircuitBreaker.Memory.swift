import RetryNumerics

extension CircuitBreaker {
  /// What a breaker knows of its service, to go on with after a restart of the program.
  ///
  /// The calls of a window are not in it: a closed breaker with a rate begins to count anew.
  ///
  /// ```swift
  /// let breaker = Breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))))
  /// let memory = breaker.memory  // written to a file when the program ends
  /// breaker.restore(memory, after: .seconds(3))  // the program was down for three seconds
  /// ```
  public struct Memory: Hashable, Sendable {
    /// What the breaker does with calls.
    public enum Phase: String, Hashable, Sendable, Codable {
      /// It lets calls through.
      case closed
      /// It refuses calls for a time, or lets a few probes through when that is over.
      case open
      /// It refuses calls until it is closed by hand.
      case isolated
    }

    /// What the breaker does with calls.
    public let phase: Phase
    /// The storage of `left`.
    let remaining: Nanoseconds
    /// The failures in a row.
    let failures: Int
    /// The openings in a row, which may make the next one longer.
    let openings: Int

    /// How long it refuses calls.
    public var left: Duration { remaining.duration }
  }
}

extension CircuitBreaker.Memory: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case phase
    case remaining = "left"
    case failures, openings
  }

  /// Decodes what was written; a negative number counts as zero.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(knowing: CodingKeys.self)
    phase = try values.decode(Phase.self, forKey: .phase)
    remaining = Nanoseconds(
      delay: try values.decodeIfPresent(Duration.self, forKey: .remaining) ?? .zero)
    failures = max(try values.decodeIfPresent(Int.self, forKey: .failures) ?? 0, 0)
    openings = max(try values.decodeIfPresent(Int.self, forKey: .openings) ?? 0, 0)
  }

  /// Encodes it, with a time that one can read.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(phase, forKey: .phase)
    try values.encode(remaining, forKey: .remaining)
    try values.encode(failures, forKey: .failures)
    try values.encode(openings, forKey: .openings)
  }
}
