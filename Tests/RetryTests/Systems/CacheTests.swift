import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

@Suite("Cache")
struct CacheTests {
  private let clock = VirtualClock()

  private func cache(limit: Int? = nil, lifetime: Duration? = nil) -> Cache<String, Int> {
    Cache(countLimit: limit, lifetime: lifetime, clock: clock)
  }

  @Test("values are inserted, read, replaced and removed, and the keys match")
  func basics() {
    let cache = cache()
    cache["a"] = 1
    cache.insert(2, forKey: "b")
    cache["a"] = 3
    #expect(cache["a"] == 3)
    #expect(cache.value(forKey: "b") == 2)
    #expect(cache.value(forKey: "c") == nil)
    #expect(Set(cache.keys) == ["a", "b"])
    cache["a"] = nil
    cache.removeValue(forKey: "c")
    #expect(cache.keys == ["b"])
    cache.removeAll()
    #expect(cache.count == 0)
    #expect(cache["b"] == nil)
  }

  @Test("a value expires exactly at the end of its lifetime")
  func expires() {
    let cache = cache(lifetime: .seconds(10))
    cache["a"] = 1
    clock.advance(by: Nanoseconds(9_999_999_999))
    cache["b"] = 2
    #expect(cache.keys == ["a", "b"])
    #expect(cache["a"] == 1)
    clock.advance(by: Nanoseconds(1))
    #expect(cache["a"] == nil)
    #expect(cache.keys == ["b"])
    #expect(cache.count == 1)
    cache["a"] = 3
    #expect(cache["a"] == 3)
  }

  @Test("values are listed with their remaining lifetimes")
  func items() {
    let cache = cache(lifetime: .seconds(10))
    clock.advance(by: Nanoseconds(4_000_000_000))
    cache["a"] = 1
    clock.advance(by: Nanoseconds(3_000_000_000))
    #expect(cache.items.map(\.key) == ["a"])
    #expect(cache.items.map(\.remaining) == [.seconds(7)])
  }

  @Test("the least recently used value is evicted")
  func evicts() {
    let cache = cache(limit: 3)
    for (number, key) in ["a", "b", "c"].enumerated() { cache[key] = number }
    _ = cache["a"]
    cache["d"] = 3
    #expect(cache.keys == ["c", "a", "d"])
    cache["c"] = 9
    cache["e"] = 4
    #expect(cache.keys == ["d", "c", "e"])
    #expect(cache["a"] == nil)
  }

  @Test("a limit of zero keeps nothing", arguments: [0, -1])
  func noRoom(limit: Int) {
    let cache = cache(limit: limit)
    cache["a"] = 1
    #expect(cache["a"] == nil)
    #expect(cache.countLimit == 0)
  }

  @Test("it behaves like a list of all values under any operations")
  func model() {
    for seed in UInt64(0)..<200 {
      var generator = SplitMix64(seed: seed)
      let clock = VirtualClock()
      let (limit, lifetime) = (Int.random(in: 1...6, using: &generator), 5)
      let cache = Cache<Int, Int>(countLimit: limit, lifetime: .seconds(lifetime), clock: clock)
      // The least recently used first.
      var list: [(key: Int, value: Int, end: Int)] = []
      var now = 0
      for step in 0..<200 {
        let key = Int.random(in: 0..<8, using: &generator)
        let place = list.firstIndex { $0.key == key }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0...2:
          if let place { list.remove(at: place) }
          list.append((key, step, now + lifetime))
          if list.count > limit { list.removeFirst() }
          cache[key] = step
        case 3...5:
          let fresh = place.filter { list[$0].end > now }
          #expect(cache[key] == fresh.map { list[$0].value })
          if let fresh { list.append(list.remove(at: fresh)) }
        case 6:
          if let place { list.remove(at: place) }
          cache[key] = nil
        default:
          if step.isMultiple(of: 20) {
            list.removeAll { $0.end <= now }
            cache.removeExpired()
          }
          now += 1
          clock.advance(by: Nanoseconds(1_000_000_000))
        }
        #expect(cache.keys == list.filter { $0.end > now }.map(\.key))
      }
    }
  }

  @Test("many threads can use it concurrently")
  func manyThreads() async {
    let cache = Cache<Int, Int>(countLimit: 50, lifetime: .seconds(3600))
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<2000 {
            let key = (step &* 31 &+ task) % 100
            cache[key] = step
            _ = cache[(key + 1) % 100]
            if step.isMultiple(of: 100) { cache.removeExpired() }
          }
        }
      }
    }
    #expect(cache.count == 50)
    #expect(Set(cache.keys).count == 50)
  }
}

extension Optional {
  /// Returns the value if it fits.
  fileprivate func filter(_ fits: (Wrapped) -> Bool) -> Wrapped? {
    flatMap { fits($0) ? $0 : nil }
  }
}
