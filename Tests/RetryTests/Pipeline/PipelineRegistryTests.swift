import Retry
import RetryNumerics
import Testing
import VirtualTime

@Suite("A pipeline for each key")
struct PipelineRegistryTests {
  private let clock = VirtualClock()
  private let made = Log()

  private func registry(limit: Int = 2, idle: Duration? = nil) -> PipelineRegistry<String, String> {
    PipelineRegistry(limit: limit, idle: idle, clock: clock) { [made] host in
      made.add(host)
      return host
    }
  }

  @Test("each is made once, and the least recently used is dropped for another")
  func limit() {
    let hosts = registry()
    for host in ["a", "b", "a", "c", "a"] { #expect(hosts[host] == host) }
    #expect(made.lines == ["a", "b", "c"])
    #expect(hosts.items.map(\.key) == ["c", "a"])
    _ = hosts["b"]
    #expect(made.lines == ["a", "b", "c", "b"])
  }

  @Test("one that is not used for a time is dropped, and each use begins that time anew")
  func idle() {
    let hosts = registry(limit: 9, idle: .seconds(10))
    _ = (hosts["a"], hosts["b"])
    clock.advance(by: .seconds(9))
    _ = hosts["a"]
    clock.advance(by: .seconds(9))
    #expect(hosts.items.map(\.key) == ["a"])
    _ = hosts["b"]
    #expect(made.lines == ["a", "b", "b"])
    hosts.remove("a")
    #expect(hosts.items.map(\.key) == ["b"])
  }

  @Test("hosts have breakers of their own")
  func breakers() async throws {
    struct Down: Error {}
    let opening = CircuitBreaker(consecutiveFailures: 1, opening: .init(.seconds(10)))
    let hosts = PipelineRegistry { (_: String) in Pipeline(Breaker(opening)) }
    _ = try? await hosts["a"].call { _ in throw Down() }
    await #expect(throws: StrategyRefusal.self) { try await hosts["a"].call { _ in } }
    try await hosts["b"].call { _ in }
  }

  @Test("a change reaches those that are kept, and one that is being made is made again")
  func change() {
    final class Item: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let number = Locked(1)
    let registry = Locked<PipelineRegistry<String, Item>?>(nil)
    let changed = Log()
    let items = PipelineRegistry<String, Item> { key in
      let made = Item(number.withLock(\.self))
      if key == "slow", made.number == 1 {
        number.withLock { $0 = 2 }
        registry.withLock(\.self)?.forEach { key, _ in changed.add(key) }
      }
      return made
    }
    registry.withLock { $0 = items }
    #expect(items["quick"].number == 1)
    #expect(items["slow"].number == 2)
    #expect(changed.lines == ["quick"])
    #expect(items.items.map(\.key) == ["quick", "slow"])
  }

  @Test("calls that ask for a key at once get the same")
  func atOnce() async {
    final class Item: Sendable {}
    let items = PipelineRegistry { (_: Int) in Item() }
    let all = await withTaskGroup(of: Item.self) { group in
      for _ in 0..<100 { group.addTask { items[7] } }
      return await group.reduce(into: Set()) { $0.insert(ObjectIdentifier($1)) }
    }
    #expect(all.count == 1)
  }
}
