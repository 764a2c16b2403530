import PolicyFiles
import RetryNumerics
import Testing

/// What is written for policies that are made at random: who changes it means to.
@Suite("What is exported, byte by byte")
struct ExportTests {
  /// The digests of what was written, by the example of each target.
  private static let digests: [String: String] = [
    "cenkalti.go": "ca844fbe720c029b",
    "envoy.yaml": "3494ca90dbb45d3d",
    "grpc.json": "a449a629a7d910cb",
    "istio.yaml": "fef32c63406938b7",
    "otel.yaml": "c065f5f0ec93a6ec",
    "policy.cs": "ebc02397ad47f828",
    "policy.go": "0cbb4bcbfb6db6df",
    "policy.py": "f8ad51b156c90f80",
    "policy.swift": "55bfbee1a83e0715",
    "policy.ts": "4bfa71d907c17e21",
    "resilience4j.yaml": "4d0be25d29b029ac",
    "rules.json": "c13aa0870560f7da",
  ]

  @Test("is what it was, with its losses", arguments: PolicyTarget.allCases)
  func unchanged(target: PolicyTarget) {
    var digest = Digest()
    for seed in 0..<150 as Range<UInt64> {
      for isAccompanied in [false, true] {
        var chance = RandomStrategy(seed: seed)
        let strategy = isAccompanied ? chance.accompanied() : chance.strategy()
        let file = target.file(of: strategy, written: "seed \(seed)")
        digest.add(file.text)
        for loss in file.losses { digest.add(loss) }
      }
    }
    #expect(
      digest.text == Self.digests[target.example],
      "look at what has changed, and keep \"\(target.example)\": \"\(digest.text)\"")
  }
}
