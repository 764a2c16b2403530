import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

@testable import Conformance

@Suite("The policy that a client may have")
struct LikenessTests {
  @Test(
    "is fitted to its delays",
    arguments: [
      "attempts: 4, backoff: exponential(factor: 2, initial: 100ms).fullJitter()",
      "attempts: 4, backoff: exponential(factor: 2, initial: 100ms)",
      "attempts: 5, backoff: constant(250ms)",
      "attempts: 4, backoff: exponential(factor: 3, initial: 50ms).equalJitter()",
      "attempts: 4, backoff: linear(increment: 200ms, initial: 200ms).proportionalJitter(0.2)",
    ])
  func fitted(rules: String) throws {
    let strategy = try ConformanceTests.strategy("policy(\(rules))")
    let attempts = VirtualClient(strategy: strategy).calls(60, of: try ConformanceTests.source())
    let best = try #require(FittedRules(attempts).best(isCut: false))
    #expect("\(best.rules)" == rules && best.rival == nil)
    // What is told can be typed.
    _ = try ConformanceTests.strategy("policy(\(best.rules))")
  }

  @Test("is named with a rival where few delays tell no growth")
  func rival() throws {
    let rules =
      "attempts: 3, backoff: exponential(factor: 2, initial: 100ms).proportionalJitter(0.5)"
    let strategy = try ConformanceTests.strategy("policy(\(rules))")
    let attempts = VirtualClient(strategy: strategy).calls(9, of: try ConformanceTests.source())
    let best = try #require(FittedRules(attempts).best(isCut: false))
    #expect("\(best.rules) \(best.rival.map { "\($0)" } ?? "")".contains("linear"))
    #expect(best.rival != nil, "\(best.rules)")
  }

  @Test("is that of the library which does all that was seen")
  func presets() throws {
    let known = Preset.all.compactMap { preset in
      (try? Preset.policy(of: preset.call()).get()).map { (name: preset.name, strategy: $0) }
    }
    for name in ["polly", "resilience4j", "avast", "jpillora", "backoff-rs"] {
      let strategy = try #require(known.first { $0.name == name }?.strategy)
      let attempts = VirtualClient(strategy: strategy).calls(40, of: try ConformanceTests.source())
      let ranking = Likeness.ranking(of: attempts, among: known, isCut: false)
      let passed = ranking.filter { $0.verdict == .passed }.map(\.name)
      #expect(passed.contains(name), "\(name): \(passed)")
    }
  }
}
