import Retry
import Testing
import VirtualTime

@Suite("A document that is read again")
struct DocumentUpdateTests {
  private struct Down: Error {}

  private let clock = VirtualClock()
  private static let breaker = CircuitBreaker(consecutiveFailures: 2, opening: .init(.seconds(10)))

  private static func document(
    attempts: Int = 1, budget: RetryBudget? = nil, _ layers: PolicyDocument.Layer...
  ) -> PolicyDocument {
    PolicyDocument(rules: RetryRules(attempts: attempts), budget: budget, aroundAttempt: layers)
  }

  /// Makes a call that fails, and returns the error and the attempts.
  private func fail(_ client: Pipeline<DocumentLayers>) throws -> (any Error, Int) {
    try clock.run {
      nonisolated(unsafe) var attempts = 0
      do {
        try await client.call { _ in
          attempts += 1
          throw Down()
        }
        return (CancellationError(), attempts)
      } catch {
        return (error, attempts)
      }
    }
  }

  @Test("a breaker keeps its failures and its opening under new settings, in all copies")
  func breaker() throws {
    let client = Self.document(.breaker(Self.breaker)).pipeline(clock: clock)
    let copy = client
    #expect(try fail(client).0 is Down)
    client.update(Self.document(.timeout(.seconds(9)), .breaker(Self.breaker)))
    #expect(try fail(copy).0 is Down)
    #expect(try (fail(copy).0 as? StrategyRefusal)?.reason == .open)
    client.update(Self.document(.breaker(Self.breaker), .breaker(Self.breaker)))
    #expect(try (fail(copy).0 as? StrategyRefusal)?.reason == .open)
    // Without a breaker there is no memory to keep.
    client.update(Self.document())
    client.update(Self.document(.breaker(Self.breaker)))
    #expect(try fail(copy).0 is Down)
    #expect(copy.document == Self.document(.breaker(Self.breaker)))
  }

  @Test("the rules are the new ones, and a budget keeps what was spent")
  func budget() throws {
    let budget = RetryBudget.bucket(3, perCall: 0)
    let client = Self.document(attempts: 3, budget: budget).pipeline(clock: clock)
    #expect(try fail(client).1 == 3)
    client.update(Self.document(attempts: 5, budget: budget))
    // One of the three retries is left.
    let (error, attempts) = try fail(client)
    #expect(attempts == 2 && error is StrategyRefusal)
    client.update(Self.document(attempts: 5))
    #expect(try fail(client).1 == 5)
  }

  @Test("a breaker that moves keeps its opening, unless there is one in its place")
  func moved() throws {
    let layer = PolicyDocument.Layer.breaker(Self.breaker)
    let (rules, none) = (RetryRules(attempts: 1), [PolicyDocument.Layer]())
    let client = Self.document(layer).pipeline(clock: clock)
    for _ in 0..<2 { _ = try fail(client) }
    client.update(PolicyDocument(rules: rules, aroundCall: [layer], aroundAttempt: none))
    #expect(try (fail(client).0 as? StrategyRefusal)?.reason == .open)
    client.update(PolicyDocument(rules: rules, aroundCall: [layer], aroundAttempt: [layer]))
    #expect(try (fail(client).0 as? StrategyRefusal)?.reason == .open)
    // The open one is that around the call.
    client.update(PolicyDocument(rules: rules, aroundAttempt: [layer]))
    #expect(try fail(client).0 is Down)
  }

  @Test("draws go on where they were")
  func draws() throws {
    let jitter = RetryRules(attempts: 2, backoff: .constant(.seconds(10)).fullJitter())
    let document = PolicyDocument(rules: jitter)
    func times(isUpdated: Bool) throws -> [Duration] {
      let clock = VirtualClock()
      let client = document.pipeline(clock: clock, using: SplitMix64(seed: 7))
      return try (0..<3).map { _ in
        if isUpdated { client.update(document) }
        _ = try clock.run { try? await client.call { _ in throw Down() } }
        return clock.now.time
      }
    }
    #expect(try times(isUpdated: true) == times(isUpdated: false))
  }

  @Test("a call that has begun ends under the rules that it began with")
  func callUnderWay() throws {
    let client = Self.document(attempts: 3).pipeline(clock: clock)
    let attempts = try clock.run {
      nonisolated(unsafe) var attempts = 0
      _ = try? await client.call { _ in
        attempts += 1
        client.update(Self.document(attempts: 9))
        throw Down()
      }
      return attempts
    }
    #expect(attempts == 3)
    #expect(try fail(client).1 == 9)
  }
}
