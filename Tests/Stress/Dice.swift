/// Random draws that a seed determines: SplitMix64.
struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  mutating func micros(_ range: ClosedRange<Int>) -> Duration { .microseconds(int(range)) }

  mutating func share() -> Double { Double.random(in: 0...1, using: &self) }

  mutating func some<Value>(_ percent: Int, _ value: (inout Dice) -> Value) -> Value? {
    chance(percent) ? value(&self) : nil
  }

  /// Returns dice of their own, for what runs at the same time.
  mutating func split() -> Dice { Dice(seed: next()) }
}
