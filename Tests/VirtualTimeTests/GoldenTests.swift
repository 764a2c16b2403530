import RetryNumerics
import Testing

/// Digests that must never change: they make debug, release and every machine draw the same bytes.
@Suite("Golden samples")
struct GoldenTests {
  static let digests: [String: UInt64] = [
    "constant": 0x89DC_3FA5_C0B6_1825,
    "uniform": 0x748D_6EC5_3395_9539,
    "mixture": 0x808A_D95B_9525_0BDE,
    "empirical": 0xE3CC_E225_0DEE_0675,
    "exponential": 0x13E3_6D28_C81F_FC79,
    "normal": 0x4619_D0F0_C674_A117,
    "half normal": 0xD117_25BA_E0E2_8430,
    "lognormal": 0x8CE1_B857_0C2D_B461,
    "pareto": 0xF3CC_A376_3734_421C,
    "floor": 0x40EAFB8201180C87,
  ]

  /// Returns the FNV-1a hash of the samples, each as eight bytes, the lowest first.
  private func digest(_ samples: [Nanoseconds]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for sample in samples {
      for shift in stride(from: 0, to: 64, by: 8) {
        hash = (hash ^ UInt64(truncatingIfNeeded: sample.count >> shift) & 0xFF) &* 0x100_0000_01b3
      }
    }
    return hash
  }

  @Test("the first ten thousand samples never change", arguments: try Sampled.all())
  func samples(_ sampled: Sampled) {
    #expect(digest(sampled.samples(10_000)) == Self.digests[sampled.name])
  }
}
