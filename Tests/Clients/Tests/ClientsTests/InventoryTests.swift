import Clients
import Retry
import RetryTesting
import Testing

/// A warehouse whose articles fail in ways that their numbers tell.
private final class NumberedWarehouse: Warehouse {
  private let requests = Guarded<[Int: Int]>([:])
  private let wait: @Sendable () async throws -> Void

  init(wait: @escaping @Sendable () async throws -> Void) { self.wait = wait }

  var total: Int { requests.withLock { $0.values.reduce(0, +) } }

  /// Fails once for each tenth article, and never knows each hundredth.
  func count(of article: Int) async throws -> Int {
    let number = requests.withLock { requests in
      requests[article, default: 0] += 1
      return requests[article, default: 0]
    }
    try await wait()
    if article.isMultiple(of: 100) { return -1 }
    if article.isMultiple(of: 10), number == 1 { throw Disconnected() }
    return article
  }
}

@Suite struct InventoryTests {
  private let never = CircuitBreaker(consecutiveFailures: .max, opening: .init(.seconds(10)))

  /// Asks for the articles 1 to 10,000 at once.
  private func askForAll<C>(_ inventory: Inventory<C>) async {
    await withTaskGroup(of: Void.self) { group in
      for article in 1...10_000 {
        group.addTask { _ = try? await inventory.count(of: article) }
      }
    }
  }

  /// What is counted when each call has its three attempts.
  private func expectAll<C>(_ inventory: Inventory<C>, _ warehouse: NumberedWarehouse) async {
    let (tally, counts, load) = await (inventory.tally, inventory.counts, inventory.load)
    #expect((tally.answered, tally.failed, tally.refused) == (9900, 100, 0))
    // Each tenth article takes a second attempt, and each hundredth a third.
    #expect(tally.requests == 10_000 + 1000 + 100)
    #expect(tally.impossible == 300)
    #expect(warehouse.total == tally.requests)
    #expect(counts.count == 9900)
    #expect(counts.allSatisfy { $0 == $1 })
    #expect((load.running, load.waiting, load.breaker) == (0, 0, .closed))
  }

  @Test func `ten thousand calls share the places of a bulkhead, and none is lost`() throws {
    let clock = VirtualClock()
    let warehouse = NumberedWarehouse { try await clock.sleep(for: .milliseconds(10)) }
    let inventory = Inventory(
      warehouse, limit: ConcurrencyLimit(100, queue: 10_000), breaker: never, clock: clock)
    try clock.run {
      await askForAll(inventory)
      await expectAll(inventory, warehouse)
      #expect(await inventory.tally.mostAtOnce == 100)
    }
    // The last article has its first answer after 100 rounds of 10 ms, and each retry takes 110.
    #expect(clock.now.time == .milliseconds(1000 + 110 + 110))
  }

  @Test func `on many threads, none is lost either`() async {
    let warehouse = NumberedWarehouse { await Task.yield() }
    let inventory = Inventory(
      warehouse, limit: ConcurrencyLimit(100, queue: 10_000), breaker: never)
    await askForAll(inventory)
    await expectAll(inventory, warehouse)
    #expect(await inventory.tally.mostAtOnce <= 100)
  }

  @Test func `what does not fit into the queue is refused at once`() throws {
    let clock = VirtualClock()
    let warehouse = NumberedWarehouse { try await clock.sleep(for: .milliseconds(10)) }
    let inventory = Inventory(
      warehouse, limit: ConcurrencyLimit(100, queue: 400), breaker: never, clock: clock)
    let tally = try clock.run {
      await askForAll(inventory)
      return await inventory.tally
    }
    #expect(tally.answered + tally.failed == 10_000)
    #expect(tally.refused == 9500)
    #expect(tally.mostAtOnce == 100)
  }

  @Test func `a breaker that opens refuses all the others`() throws {
    let clock = VirtualClock()
    let warehouse = DownWarehouse(clock: clock)
    let inventory = Inventory(
      warehouse, limit: ConcurrencyLimit(100, queue: 10_000),
      breaker: CircuitBreaker(consecutiveFailures: 50, opening: .init(.seconds(10))), clock: clock)
    let (tally, load) = try clock.run {
      await askForAll(inventory)
      return await (inventory.tally, inventory.load)
    }
    // The breaker is outside, so those that waited for a place already had passed it.
    #expect(tally.requests == 10_000)
    #expect((tally.failed, tally.refused) == (10_000, 10_000))
    #expect(load.breaker == .open(until: .seconds(10) + .milliseconds(10)))
  }

  @Test func `an actor changes its state in the judge of a call`() throws {
    let clock = VirtualClock()
    let warehouse = NumberedWarehouse {}
    let inventory = Inventory(warehouse, limit: ConcurrencyLimit(1), breaker: never, clock: clock)
    try clock.run {
      await #expect(throws: ImpossibleCount(article: 100)) { try await inventory.count(of: 100) }
      #expect(await inventory.tally.impossible == 3)
    }
    #expect(clock.now.time == .milliseconds(200))
  }
}

/// A warehouse that is down, and takes a moment to say so.
private struct DownWarehouse: Warehouse {
  let clock: VirtualClock

  func count(of article: Int) async throws -> Int {
    try await clock.sleep(for: .milliseconds(10))
    throw Disconnected()
  }
}
