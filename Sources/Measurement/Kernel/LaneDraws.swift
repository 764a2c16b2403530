import VirtualTime

/// The words that one purpose of one attempt draws, for many calls at a time, as `Philox.block` gives them.
///
/// Of the seven rounds, half of the first two does not depend on the call and is done once. A number of 32 bits
/// stands in each lane of 64; its upper half may hold anything, because the multiplication does not look at it.
struct LaneDraws {
  /// The vectors that the rounds need, in their order.
  ///
  /// They lie in memory because a compiler that knows them to be constant makes slower code.
  private let constants: UnsafeMutablePointer<WordLanes>
  private static let count = 14
  private static let lower: UInt64 = 0xFFFF_FFFF
  private static let left: UInt64 = 0xD251_1F53
  private static let right: UInt64 = 0xCD9E_8D57

  /// Takes memory, which `free` gives back.
  init() {
    constants = .allocate(capacity: Self.count)
    constants.initialize(repeating: .zero, count: Self.count)
  }

  /// Gives the memory back.
  func free() {
    constants.deallocate()
  }

  /// Makes ready the draws of calls whose numbers have the same upper half.
  func prepare(key: DrawKey, callHigh: UInt64, attempt: Int, purpose: Draws.Purpose) {
    var first = UInt32(truncatingIfNeeded: key.bits)
    var second = UInt32(truncatingIfNeeded: key.bits >> 32)
    var keys: [UInt64] = []
    for _ in 0..<7 {
      keys += [UInt64(first), UInt64(second)]
      first &+= 0x9E37_79B9
      second &+= 0xBB67_AE85
    }
    let firstRight = Self.right &* UInt64(attempt)
    let x0 = ((firstRight >> 32) ^ callHigh ^ keys[0]) & Self.lower
    let secondLeft = Self.left &* x0
    let hoisted = [
      UInt64(purpose.rawValue) << 24 ^ keys[1], (firstRight & Self.lower) ^ keys[2],
      (secondLeft >> 32) ^ keys[3], secondLeft & Self.lower,
    ]
    for (index, word) in (hoisted + keys[4...]).enumerated() {
      constants[index] = WordLanes(repeating: word)
    }
  }

  /// Draws the first two words for each of the calls.
  @inline(never)
  func fill(_ first: Column, _ second: Column, for calls: Column, count: Int) {
    for index in stride(from: 0, to: count, by: 4) {
      (first[lanes: index], second[lanes: index]) = block(calls[lanes: index])
    }
  }

  /// Draws the first word for each of the calls.
  @inline(never)
  func fill(_ first: Column, for calls: Column, count: Int) {
    for index in stride(from: 0, to: count, by: 4) {
      first[lanes: index] = block(calls[lanes: index]).0
    }
  }

  @inline(__always)
  private func block(_ calls: WordLanes) -> (WordLanes, WordLanes) {
    let left = (calls & WordLanes(repeating: Self.lower)) &* WordLanes(repeating: Self.left)
    let half = (left &>> WordLanes(repeating: 32)) ^ constants[0]
    let right = (half & WordLanes(repeating: Self.lower)) &* WordLanes(repeating: Self.right)
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
  private struct State {
    var a: WordLanes
    var b: WordLanes
    var c: WordLanes
    var d: WordLanes

    /// Does a round under its two keys.
    @inline(__always)
    mutating func mix(_ first: WordLanes, _ second: WordLanes) {
      let left = (a & WordLanes(repeating: lower)) &* WordLanes(repeating: LaneDraws.left)
      let right = (c & WordLanes(repeating: lower)) &* WordLanes(repeating: LaneDraws.right)
      a = (right &>> WordLanes(repeating: 32)) ^ b ^ first
      b = right
      c = (left &>> WordLanes(repeating: 32)) ^ d ^ second
      d = left
    }

    /// The two words of 64 bits that they are.
    @inline(__always) var words: (WordLanes, WordLanes) {
      let shift = WordLanes(repeating: 32)
      let mask = WordLanes(repeating: lower)
      return ((a & mask) | (b &<< shift), (c & mask) | (d &<< shift))
    }
  }
}
