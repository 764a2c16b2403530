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

  private static let broken = Fault("broken")
  private static let busy = Fault("busy", retryAfter: ms(5))

  private func chain(_ rules: RetryRules, on filter: FaultFilter = FaultFilter()) throws -> Chain {
    let rates = try FaultRates([(Self.broken, 0.3), (Self.busy, 0.2)])
    let operation = Source.operation(try Operation("fetch", faults: .rates(rates)))
    let call = operation.timeout(ms(300)).retry(RetryStrategy(rules: rules, on: filter))
    return try Chain(call, limits: Limits())
  }

  private func tables(_ chain: Chain, inLoad: Bool = true) -> ChainTables {
    ChainTables(chain, seed: 7, inLoad: inLoad, counting: FunctionCalls(limits: Limits(), nil))
  }

  /// Compares the decisions of the table with those of the rules, over mixed errors.
  private func compare(
    _ rules: RetryRules, on filter: FaultFilter = FaultFilter(),
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let chain = try chain(rules, on: filter)
    let tables = tables(chain)
    let moves = chain.ends.rates.map { tables.move(1, Int32($0)) }
    let policy = tables.policies[0].object
    try #require(policy.isPlain, sourceLocation: location)
    for call in 0..<100 as Range<UInt64> {
      var (count, cell) = (ChainRun.Count(), ChainRun.Cell())
      for failure in 0..<7 {
        let move = moves[(Int(call) >> failure) % moves.count]
        let reply = policy.decide(move.isRetried, call, &count)
        #expect(
          reply == policy.decide(move, call, &cell, at: 0), sourceLocation: location)
      }
    }
  }

  @Test("decide as the rules do", arguments: backoffs, [Exhaustion.fail, .complete])
  func decisions(backoff: Backoff, exhausted: Exhaustion) throws {
    for attempts in [0, 1, 2, 5] {
      let rules = RetryRules(
        attempts: attempts, backoff: backoff, hintRule: nil, exhausted: exhausted)
      try compare(rules)
      try compare(rules, on: FaultFilter(on: [FaultPattern("broken")]))
      try compare(rules, on: FaultFilter(unless: [FaultPattern("broken")]))
    }
  }

  @Test("are not plain where an error asks for a delay of its own")
  func hints() throws {
    let rules = RetryRules(attempts: 3, backoff: Self.backoffs[1])
    let tables = tables(try chain(rules))
    let isPlain = tables.policies[0].with(\.isPlain)
    #expect(!isPlain)
  }

  @Test("keep eight bytes of a client, and timeouts none")
  func bytes() throws {
    let plain = RetryRules(attempts: 4, backoff: Self.backoffs[3], hintRule: nil)
    #expect(tables(try chain(plain)).partBytes == 8)
    // Alone, a call keeps when its timeout expires.
    #expect(tables(try chain(plain), inLoad: false).partBytes == 16)
    let late = RetryRules(attempts: 4, backoff: Self.backoffs[3], deadline: .seconds(1))
    let remembering = RetryRules(
      attempts: 4, backoff: .decorrelated(base: .milliseconds(10), factor: 3))
    for rules in [late, remembering] {
      #expect(tables(try chain(rules)).partBytes == MemoryLayout<ChainRun.Cell>.stride)
    }
  }

  @Test("fill one line of the cache together with the head of a record")
  func line() {
    #expect(MemoryLayout<ChainRun.Row>.stride + MemoryLayout<ChainRun.Count>.stride == 64)
  }
}
