/// The random words for one purpose of one attempt of one call.
///
/// Each is a pure function of the seed, the name, the call, the attempt, the purpose and its index:
/// a retry added at the end changes no earlier draw, and any call can be repeated alone.
@usableFromInline
@frozen
package struct Draws: RandomNumberGenerator, Sendable {
  @usableFromInline
  package enum Purpose: UInt8, CaseIterable, Sendable {
    /// The latency and the outcome of an attempt.
    case attempt
    case jitter
    /// The state of a whole call, such as a burst of faults.
    case weather
    /// The answers of a simulated person.
    case person
    /// Calls of `random` in a closure.
    case closure
    case cache
    case arrival
    case outage
    /// The phases of bursts in time.
    case burst
    /// The phases of a server's outages.
    case server
    /// The losses of answers.
    case loss
    case key
    case caller
    /// The time that an attempt takes in a client's program.
    case program
    /// The places in a log at which calls and blocks begin.
    case log
  }

  @usableFromInline let key: UInt64
  @usableFromInline let call: UInt64
  /// The attempt in the lower half; above it the number of the next block, the purpose, and a pinned draw on top.
  @usableFromInline var place: UInt64
  /// The second word of the last block.
  @usableFromInline var spare: UInt64 = 0
  @usableFromInline var hasSpare = false

  /// Creates a stream at its first word; words are computed on demand.
  ///
  /// A stream has 2²⁵ words and then repeats.
  @inlinable
  package init(_ key: DrawKey, call: UInt64, attempt: UInt32, purpose: Purpose) {
    self.key = key.bits
    self.call = call
    // The purpose has six bits, so the two on top are free for the mark of a pinned draw.
    place = UInt64(purpose.rawValue) << 56 | UInt64(attempt)
    // With all gaps pinned to the shortest, every call would arrive at once.
    if purpose != .arrival { place |= key.mark }
  }

  /// A stream for code that draws nothing.
  @inlinable
  package static var none: Draws {
    Draws(DrawKey(bits: 0), call: 0, attempt: 0, purpose: .closure)
  }

  package var hasDrawn: Bool { hasSpare || place & 0x00FF_FFFF_0000_0000 != 0 }

  @inlinable
  package mutating func next() -> UInt64 {
    if hasSpare {
      hasSpare = false
      return spare
    }
    return nextBlock()
  }

  /// Draws the next word when the second one of a block is not left, as at the start.
  @inlinable
  @inline(__always)
  package mutating func nextBlock() -> UInt64 {
    if place >= 1 << 62 { return PinnedDraw.word(at: place) }
    let (first, second) = Philox.block(call, place, key: key)
    let blocks: UInt64 = 0x00FF_FFFF_0000_0000
    // The number of the block wraps around rather than run into the purpose.
    place = (place & ~blocks) | ((place &+ (1 << 32)) & blocks)
    spare = second
    hasSpare = true
    return first
  }
}
