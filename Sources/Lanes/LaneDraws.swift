package import VirtualTime

/// The random words for one purpose of one attempt, for many calls at a time; equal to those of `Philox.block`.
///
/// Of the seven rounds, half of the first two does not depend on the call and is done once. A number of 32 bits
/// is in each lane of 64; its upper half may hold anything, because the multiplication ignores it.
@usableFromInline
package struct LaneDraws {
  /// The vectors that the rounds need, in order.
  ///
  /// They are in memory because the compiler generates slower code if it sees that they are constant.
  @usableFromInline let constants: UnsafeMutablePointer<WordLanes>
  private static let count = 14
  @inlinable static var lower: UInt64 { 0xFFFF_FFFF }
  @inlinable static var left: UInt64 { 0xD251_1F53 }
  @inlinable static var right: UInt64 { 0xCD9E_8D57 }

  /// Allocates memory, which `free` releases.
  package init() {
    constants = .allocate(capacity: Self.count)
    constants.initialize(repeating: .zero, count: Self.count)
  }

  package func free() {
    constants.deallocate()
  }

  /// Prepares the draws of calls whose numbers have the same upper half.
  package func prepare(key: DrawKey, callHigh: UInt64, attempt: Int, purpose: Draws.Purpose) {
    let upperKey = key.bits >> 32
    let firstRight = Self.right &* UInt64(attempt)
    let secondLeft = Self.left &* (((firstRight >> 32) ^ callHigh ^ key.bits) & Self.lower)
    let hoisted = (
      UInt64(purpose.rawValue) << 24 ^ upperKey, (firstRight & Self.lower) ^ Self.key(key.bits, 1),
      (secondLeft >> 32) ^ Self.upperKey(upperKey, 1), secondLeft & Self.lower
    )
    constants[0] = WordLanes(repeating: hoisted.0)
    constants[1] = WordLanes(repeating: hoisted.1)
    constants[2] = WordLanes(repeating: hoisted.2)
    constants[3] = WordLanes(repeating: hoisted.3)
    for round in 2..<7 {
      constants[2 * round] = WordLanes(repeating: Self.key(key.bits, round))
      constants[2 * round + 1] = WordLanes(repeating: Self.upperKey(upperKey, round))
    }
  }

  /// Returns the first key of a round, counted from 0.
  private static func key(_ bits: UInt64, _ round: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: bits) &+ 0x9E37_79B9 &* UInt32(round))
  }

  /// Returns the second key of a round, counted from 0.
  private static func upperKey(_ bits: UInt64, _ round: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: bits) &+ 0xBB67_AE85 &* UInt32(round))
  }

  /// Draws the first two words of eight calls.
  @inlinable
  @inline(__always)
  func block(_ calls: WordLanes) -> (WordLanes, WordLanes) {
    let left =
      (calls & WordLanes(repeating: LaneDraws.lower)) &* WordLanes(repeating: LaneDraws.left)
    let half = (left &>> WordLanes(repeating: 32)) ^ constants[0]
    let right =
      (half & WordLanes(repeating: LaneDraws.lower)) &* WordLanes(repeating: LaneDraws.right)
    var state = State(
      a: (right &>> WordLanes(repeating: 32)) ^ constants[1], b: right,
      c: left ^ constants[2], d: constants[3])
    state.mix(constants[4], constants[5])
    state.mix(constants[6], constants[7])
    state.mix(constants[8], constants[9])
    state.mix(constants[10], constants[11])
    state.mix(constants[12], constants[13])
    return state.words
  }

  /// The four words of 32 bits.
  @usableFromInline
  struct State {
    /// The lower half of the first word.
    @usableFromInline var a: WordLanes
    /// The upper half of the first word.
    @usableFromInline var b: WordLanes
    /// The lower half of the second word.
    @usableFromInline var c: WordLanes
    /// The upper half of the second word.
    @usableFromInline var d: WordLanes

    @inlinable
    @inline(__always)
    init(a: WordLanes, b: WordLanes, c: WordLanes, d: WordLanes) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    @inlinable
    @inline(__always)
    mutating func mix(_ first: WordLanes, _ second: WordLanes) {
      let left = (a & WordLanes(repeating: LaneDraws.lower)) &* WordLanes(repeating: LaneDraws.left)
      let right =
        (c & WordLanes(repeating: LaneDraws.lower)) &* WordLanes(repeating: LaneDraws.right)
      a = (right &>> WordLanes(repeating: 32)) ^ b ^ first
      b = right
      c = (left &>> WordLanes(repeating: 32)) ^ d ^ second
      d = left
    }

    @inlinable @inline(__always) var words: (WordLanes, WordLanes) {
      let shift = WordLanes(repeating: 32)
      let mask = WordLanes(repeating: LaneDraws.lower)
      return ((a & mask) | (b &<< shift), (c & mask) | (d &<< shift))
    }
  }
}
