import RetryNumerics

/// A source of randomness that calls share.
struct SharedGenerator: RandomNumberGenerator, Sendable {
  /// Draws a number; `nil` asks the system, which needs no lock.
  private let draw: (@Sendable () -> UInt64)?

  init(_ generator: some RandomNumberGenerator & Sendable) {
    if let shared = generator as? SharedGenerator {
      self = shared
    } else if generator is SystemRandomNumberGenerator {
      draw = nil
    } else {
      let state = Locked(generator)
      draw = { state.withLock { $0.next() } }
    }
  }

  /// Whether somebody may know its draws, so that each has to be made.
  var isOwn: Bool { draw != nil }

  func next() -> UInt64 {
    if let draw { return draw() }
    var system = SystemRandomNumberGenerator()
    return system.next()
  }
}
