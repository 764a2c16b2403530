import Testing
import VirtualTime

@Suite("Philox")
struct PhiloxTests {
  struct Case: Sendable {
    let rounds: Int
    let counter: [UInt64]
    let key: UInt64
    let block: [UInt64]
  }

  /// The published vectors; each pair of words of 32 bits is one of 64, the first word lower.
  static let published: [Case] = [
    Case(
      rounds: 7, counter: [0, 0], key: 0, block: [0x0d89_3f64_5f6f_b709, 0x4f73_0a48_4f12_1f81]),
    Case(
      rounds: 7, counter: [.max, .max], key: .max,
      block: [0x4516_5e59_5207_ddc2, 0x8c52_f662_4d8e_e751]),
    Case(
      rounds: 7, counter: [0x85a3_08d3_243f_6a88, 0x0370_7344_1319_8a2e],
      key: 0x299f_31d0_a409_3822, block: [0x190a_87f0_4dfc_caba, 0xb6b5_242a_c473_62ba]),
    Case(
      rounds: 10, counter: [0, 0], key: 0, block: [0xe169_c58d_6627_e8d5, 0x9b00_dbd8_bc57_ac4c]),
    Case(
      rounds: 10, counter: [.max, .max], key: .max,
      block: [0x41c8_3b0e_408f_276d, 0x6d54_51fd_a20b_c7c6]),
    Case(
      rounds: 10, counter: [0x85a3_08d3_243f_6a88, 0x0370_7344_1319_8a2e],
      key: 0x299f_31d0_a409_3822, block: [0x94fd_cceb_d16c_fe09, 0x2412_6ea1_5001_e420]),
  ]

  @Test("the published test vectors match", arguments: published)
  func knownAnswers(_ known: Case) {
    let (low, high) = Philox.block(
      known.counter[0], known.counter[1], key: known.key, rounds: known.rounds)
    #expect([low, high] == known.block)
  }
}
