/// The time for which another program may have something run.
enum Patience {
  private static let longest = Duration.seconds(60)

  /// Starts a clock, and returns what tells that a minute has passed.
  static func begin() -> @Sendable () -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + longest
    return { clock.now >= end }
  }
}
