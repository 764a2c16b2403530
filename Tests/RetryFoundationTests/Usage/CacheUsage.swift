import Foundation
import Retry
import RetryFoundation
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

// As in the source, but that a lifetime is a `Duration`, that the file is named in full, and that what
// decides between the API and the cache is a function of the cache.
@Suite("Usage of a cache with a fallback")
struct CacheUsage {
  private struct Offline: Error {}

  @Test("values are kept, expire, and are served if the API keeps failing")
  func fallsBack() throws {
    let clock = VirtualClock()
    let cache = Cache<String, [Int]>(countLimit: 50, lifetime: .seconds(60), clock: clock)
    cache["/news"] = [1, 2]
    cache.insert([3], forKey: "/weather")
    #expect(cache.value(forKey: "/news") == [1, 2])
    cache.removeValue(forKey: "/weather")
    #expect(cache["/weather"] == nil)
    let (fresh, stale) = try clock.run {
      let policy = RetryPolicy<any Error>(attempts: 3, backoff: .constant(.seconds(60)))
      let fresh = try await cache.value(forKey: "/news") { throw Offline() }
      try await clock.sleep(for: .seconds(60))
      let stale = try await cache.value(forKey: "/news", policy: policy) { throw Offline() }
      return (fresh.value, stale.value)
    }
    #expect(fresh == [1, 2])
    #expect(stale == [1, 2])
    #expect(clock.now.sinceStart.duration == .seconds(180))
    #expect(cache["/news"] == nil)
  }

  @Test("a cache is saved to disk and loaded while others use it")
  func saves() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let cache = Cache<Int, Int>(countLimit: 50, lifetime: .seconds(3600))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for step in 0..<50 { cache[(step + task) % 60] = step }
          try cache.save(to: file)
        }
      }
      try await group.waitForAll()
    }
    try cache.save(to: file)
    let loaded = try Cache<Int, Int>(contentsOf: file, lifetime: .seconds(3600))
    #expect(loaded.keys == cache.keys)
    #expect(loaded.count == 50)
  }
}
