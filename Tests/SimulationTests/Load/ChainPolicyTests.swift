import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

/// Policies that only count failures keep little, and decide as their rules say.
@Suite("Plain policies")
struct ChainPolicyTests {
  private static let backoffs: [Backoff] = [
    .none, .constant(.milliseconds(20)),
    .linear(increment: .milliseconds(5), initial: .milliseconds(1)),
    .exponential(factor: 2, initial: .milliseconds(100)).fullJitter(),
    .exponential(factor: 3, initial: .milliseconds(7)).equalJitter().maximum(.milliseconds(40)),
    .fibonacci(initial: .milliseconds(9)).proportionalJitter(0.3).minimum(.milliseconds(8)),
    .constant(.milliseconds(3)).additiveJitter(.milliseconds(1)),
  ]

  private func tables(
    _ rules: RetryRules, inLoad: Bool = true
  ) throws -> (tables: ChainTables, failure: Int32) {
    let operation = Source.operation(try Operation("fetch", faults: .rates(FaultRates(0.5))))
    let call = operation.timeout(ms(300)).retry(RetryStrategy(rules: rules))
    let chain = try Chain(call, limits: Limits())
    return (ChainTables(chain, seed: 7, inLoad: inLoad), Int32(chain.ends.rates[0]))
  }

  @Test("decide as the rules do", arguments: backoffs, [Exhaustion.fail, .complete])
  func decisions(backoff: Backoff, exhausted: Exhaustion) throws {
    let rules = RetryRules(attempts: 5, backoff: backoff, exhausted: exhausted)
    let (tables, failure) = try tables(rules)
    let move = tables.move(1, failure)
    try tables.policies[0]._withUnsafeGuaranteedRef { policy in
      try #require(policy.isPlain)
      for call in 0..<100 as Range<UInt64> {
        var (count, cell) = (ChainRun.Count(), ChainRun.Cell())
        for _ in 1...6 {
          let reply = policy.decide(move.isRetried, call, &count)
          #expect(reply == policy.decide(move, call, &cell, at: 0))
        }
      }
    }
  }

  @Test("keep eight bytes of a client, and timeouts none")
  func bytes() throws {
    let plain = RetryRules(attempts: 4, backoff: Self.backoffs[3])
    #expect(try tables(plain).tables.partBytes == 8)
    // Alone, a call keeps when its timeout expires.
    #expect(try tables(plain, inLoad: false).tables.partBytes == 16)
    let late = RetryRules(attempts: 4, backoff: Self.backoffs[3], deadline: .seconds(1))
    let remembering = RetryRules(
      attempts: 4, backoff: .decorrelated(base: .milliseconds(10), factor: 3))
    for rules in [late, remembering] {
      #expect(try tables(rules).tables.partBytes == MemoryLayout<ChainRun.Cell>.stride)
    }
  }

  @Test("fill one line of the cache together with the head of a record")
  func line() {
    #expect(MemoryLayout<ChainRun.Row>.stride + MemoryLayout<ChainRun.Count>.stride == 64)
  }
}
