import RetryNumerics
import Testing
import VirtualTime

/// Returns one draw, with everything that it depends on.
private func word(
  seed: UInt64 = 0, name: String = "fetch", call: UInt64 = 0, attempt: UInt32 = 0,
  purpose: Draws.Purpose = .attempt, index: Int = 0
) -> UInt64 {
  var draws = Draws(
    DrawKey(seed: seed, name: name), call: call, attempt: attempt, purpose: purpose)
  for _ in 0..<index { _ = draws.next() }
  return draws.next()
}

@Suite("Draws")
struct DrawsTests {
  @Test("a stream consists of the generator's blocks at its counters")
  func blocks() {
    let key = DrawKey(seed: 9, name: "fetch")
    var draws = Draws(key, call: 0x1_0000_0002, attempt: 3, purpose: .jitter)
    for block in 0..<3 as Range<UInt64> {
      let (first, second) = Philox.block(
        0x1_0000_0002, 3 | (1 << 24 | block) << 32, key: key.bits)
      #expect(draws.next() == first)
      #expect(draws.next() == second)
    }
  }

  @Test("the same draw never changes")
  func golden() {
    #expect(DrawKey(seed: 0, name: "").bits == 0x33FE_8BD4_F9C5_7863)
    #expect(DrawKey(seed: 42, name: "fetch").bits == 0x6DF8_FE9A_DBD8_FD45)
    let long = DrawKey(seed: 42, name: "a longer name of an operation")
    #expect(long.bits == 0x75D0_E4DC_60BE_CCA1)
    #expect(
      word(seed: 42, call: 4711, attempt: 2, purpose: .person, index: 3) == 0x01CF_84E8_7F41_95B4)
  }

  @Test("keys with different seeds or names differ")
  func keys() {
    let names = ["", "\0", "\0\0", "a", "b", "ab", "ba", "12345678", "12345678\0", "é", "e\u{301}"]
    var keys = Set<DrawKey>()
    for seed in 0..<1000 as Range<UInt64> {
      for name in names { keys.insert(DrawKey(seed: seed, name: name)) }
    }
    #expect(keys.count == 1000 * names.count)
  }

  @Test("one bit of the seed or the name changes about half of the key")
  func avalanche() {
    var changed = 0
    for seed in 0..<1000 as Range<UInt64> {
      let key = DrawKey(seed: seed, name: "fetch").bits
      let bit: UInt64 = 1 << (seed % 64)
      changed += (key ^ DrawKey(seed: seed ^ bit, name: "fetch").bits).nonzeroBitCount
      changed += (key ^ DrawKey(seed: seed, name: "fetci").bits).nonzeroBitCount
    }
    #expect(abs(Double(changed) - 64_000) < 5 * (128_000.0 / 4).squareRoot())
  }

  @Test("streams that differ in one respect share no word")
  func distinct() {
    var words = Set<UInt64>()
    for index in 0..<100 {
      for purpose in Draws.Purpose.allCases {
        for attempt in 0..<10 as Range<UInt32> {
          words.insert(word(attempt: attempt, purpose: purpose, index: index))
        }
      }
    }
    #expect(words.count == 100 * Draws.Purpose.allCases.count * 10)
  }
}

@Suite("Quality of draws")
struct DrawQualityTests {
  /// One of the things on which a draw depends, varied alone.
  enum Axis: String, CaseIterable, Sendable {
    case call, highCall, attempt, purpose, name, seed, index

    /// Returns so many draws along the axis.
    func draws(_ count: Int) -> [Double] {
      if self == .index {
        var draws = Draws(
          DrawKey(seed: 5, name: "axis"), call: 0, attempt: 0, purpose: .attempt)
        return (0..<count).map { _ in draws.unit() }
      }
      return (0..<count).map(draw)
    }

    private func draw(_ step: Int) -> Double {
      let bits = UInt64(step)
      let seed = self == .seed ? bits : 5
      let name = self == .name ? "axis \(step)" : "axis"
      let call = self == .call ? bits : self == .highCall ? bits << 32 : bits / 6
      let all = Draws.Purpose.allCases
      var draws = Draws(
        DrawKey(seed: seed, name: name),
        call: self == .purpose || self == .call || self == .highCall ? call : 0,
        attempt: self == .attempt ? UInt32(step) : 0,
        purpose: self == .purpose ? all[step % all.count] : .attempt)
      return draws.unit()
    }
  }

  @Test("draws fill a hundred bins evenly along every axis", arguments: Axis.allCases)
  func chiSquare(axis: Axis) {
    var bins = [Double](repeating: 0, count: 100)
    for unit in axis.draws(100_000) { bins[Int(unit * 100)] += 1 }
    let chiSquare = bins.reduce(0) { $0 + ($1 - 1000) * ($1 - 1000) / 1000 }
    // 99 degrees of freedom: all but one in a million lie between these.
    #expect(chiSquare > 43 && chiSquare < 181)
  }

  @Test(
    "mean, variance and serial correlation are those of random numbers", arguments: Axis.allCases)
  func moments(axis: Axis) {
    let count = 100_000.0
    let centred = axis.draws(Int(count)).map { $0 - 0.5 }
    let mean = centred.reduce(0, +) / count
    let variance = centred.reduce(0) { $0 + $1 * $1 } / count
    let neighbours = zip(centred, centred.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / count
    let root = count.squareRoot()
    #expect(abs(mean) < 5 * (1.0 / 12).squareRoot() / root)
    #expect(abs(variance - 1.0 / 12) < 5 * (1.0 / 180).squareRoot() / root)
    #expect(abs(neighbours) < 5.0 / 12 / root)
  }
}
