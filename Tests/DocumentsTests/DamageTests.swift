import Documents
import Testing

@Suite("Damaged documents")
struct DamageTests {
  /// A text of each kind.
  enum Sample: String, CaseIterable, Sendable {
    case json = #"""
      {"methodConfig": [{"name": [{"service": "a.B"}], "x\ud83d\ude00": [-1.5e3, null, true],
      	"retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.1s", "retryableStatusCodes": []}}]}
      """#
    case yaml = """
      %YAML 1.1
      --- # é😀
      base: &base {numRetries: 3, 'it''s': "\\x41\\
          b"}
      route:
        <<: *base
        retryOn: !!str 503,connect-failure
        text: |+1
          a

        more: >-
         b
      ? x y
      : - k
      ...
      ---
      - - x
        - y: ~
      """
    case properties = """
      # é😀
      resilience4j.retry.instances.a.max-attempts=3
      resilience4j.retry.instances[b.c].wait: 500\\u006ds
      list[0].x 1
      list[1].x = a\\
         b
      """

    func outcome(_ bytes: some Sequence<UInt8>) -> String {
      DocumentsTests.outcome(bytes, isProperties: self == .properties)
    }
  }

  /// Returns whether a text was refused; then there is a place and a reason.
  private func isRefused(_ outcome: String) -> Bool {
    guard outcome.hasPrefix("line ") else { return false }
    #expect(outcome.wholeMatch(of: /line [1-9]\d*, column [1-9]\d*: .+/) != nil, "\(outcome)")
    return true
  }

  @Test("each beginning of a text is read or refused with a place", arguments: Sample.allCases)
  func beginnings(sample: Sample) {
    let bytes = Array(sample.rawValue.utf8)
    for count in 0...bytes.count {
      let isRefused = isRefused(sample.outcome(bytes[..<count]))
      if sample == .json { #expect(isRefused == (0 < count && count < bytes.count)) }
      if count == bytes.count { #expect(!isRefused, "\(sample.outcome(bytes))") }
    }
  }

  @Test("no damage breaks the reader", arguments: Sample.allCases)
  func damage(sample: Sample) {
    let bytes = Array(sample.rawValue.utf8)
    let signs = Array("\n\t :-?{}[],&*!|>'\"%@#\\<.=\u{0}".utf8) + [0xC3, 0xFF]
    for seed in 0..<2000 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      var damaged = bytes
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        let sign = signs.randomElement(using: &random) ?? 0
        switch Int.random(in: 0...3, using: &random) {
        case 0: damaged.remove(at: place)
        case 1: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 2: damaged[place] = sign
        default: damaged.insert(sign, at: place)
        }
      }
      _ = isRefused(sample.outcome(damaged))
    }
  }
}
