import Retry
import RetryNumerics
import Testing
import VirtualTime

@testable import RetrySystems

@Suite("Fetches that calls share")
struct CacheSharingTests {
  /// A cache on a virtual clock, and a fetch that takes 100 ms and counts.
  private struct Scene: Sendable {
    let clock = VirtualClock()
    let cache: Cache<Int, Int>
    let fetches = Entries()

    init() {
      cache = Cache(lifetime: .seconds(1), clock: clock)
    }

    /// Begins to ask in a task of its own, which can be cancelled.
    func asking(_ key: Int, after milliseconds: Int = 0) -> Task<String, Never> {
      Task(executorPreference: clock.executor) { await ask(key, after: milliseconds) }
    }

    /// Asks for a key after a time, and tells what came of it and when.
    func ask(_ key: Int, after milliseconds: Int = 0, fails: Bool = false) async -> String {
      try? await clock.sleep(for: .milliseconds(milliseconds))
      do {
        let found = try await cache.sharedValue(forKey: key) { [clock, fetches] in
          let number = fetches.next()
          try await clock.sleep(for: .milliseconds(100))
          if fails { throw RequestError.timeout }
          return number
        }
        let isStale = if case .stale = found.origin { true } else { false }
        return "\(found.value)\(isStale ? " stale" : "") at \(clock.milliseconds)"
      } catch {
        return "\(error) at \(clock.milliseconds)"
      }
    }
  }

  /// Counts fetches.
  private final class Entries: Sendable {
    private let count = Locked(0)

    var all: Int { count.withLock { $0 } }

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  @Test("calls that miss a key at once share one fetch, and other keys have their own")
  func shared() throws {
    let scene = Scene()
    let ends = try scene.clock.run {
      async let first = scene.ask(7)
      async let second = scene.ask(7, after: 50)
      async let other = scene.ask(8, after: 60)
      async let late = scene.ask(7, after: 200)
      async let expired = scene.ask(7, after: 1150)
      return await [first, second, other, late, expired]
    }
    #expect(ends == ["1 at 100", "1 at 100", "2 at 160", "1 at 200", "3 at 1250"])
    #expect(scene.fetches.all == 3)
  }

  @Test(
    "a failure is told to all that wait, a stale value takes its place, and the next call fetches anew"
  )
  func failing() throws {
    let scene = Scene()
    let ends = try scene.clock.run {
      async let first = scene.ask(7, fails: true)
      async let second = scene.ask(7, after: 50)
      let failed = await [first, second]
      let good = await scene.ask(7)
      try await scene.clock.sleep(for: .seconds(2))
      async let third = scene.ask(7, fails: true)
      async let fourth = scene.ask(7, after: 50)
      return await failed + [good] + [third, fourth]
    }
    let failure = "failed after 1 attempt (timeout): the attempt limit is 1 at 100"
    #expect(ends == [failure, failure, "2 at 200", "2 stale at 2300", "2 stale at 2300"])
  }

  @Test(
    "a call that waits fetches itself if the one that fetches is cancelled, and a cancelled wait ends at once"
  )
  func cancelled() throws {
    let scene = Scene()
    let ends = try scene.clock.run {
      let first = scene.asking(7)
      let second = scene.asking(7, after: 20)
      let third = scene.asking(7, after: 30)
      await scene.clock.wait(40)
      third.cancel()
      await scene.clock.wait(10)
      first.cancel()
      return await [first.value, second.value, third.value]
    }
    #expect(
      ends == [
        "cancelled after 1 attempt (CancellationError()) at 50", "2 at 150",
        "cancelled after 1 attempt (CancellationError()) at 40",
      ])
    #expect(scene.clock.pendingSleepers == 0)
  }

  @Test("a call that comes after a cancelled fetch was taken over joins it")
  func takenOver() throws {
    let scene = Scene()
    let ends = try scene.clock.run {
      let first = scene.asking(7)
      let second = scene.asking(7, after: 10)
      let third = scene.asking(7, after: 30)
      await scene.clock.wait(20)
      first.cancel()
      return await [first.value, second.value, third.value]
    }
    #expect(
      ends == [
        "cancelled after 1 attempt (CancellationError()) at 20", "2 at 120", "2 at 120",
      ])
    #expect(scene.fetches.all == 2)
  }

  /// Counts how many fetches of a key run at once.
  private final class Overlaps: Sendable {
    private let state = Locked((running: [Int: Int](), most: 0))

    var most: Int { state.withLock { $0.most } }

    func begin(_ key: Int) {
      state.withLock { state in
        state.running[key, default: 0] += 1
        state.most = max(state.most, state.running[key, default: 0])
      }
    }

    func end(_ key: Int) { state.withLock { $0.running[key, default: 0] -= 1 } }
  }

  @Test("callers of which many are cancelled never fetch a key twice at once")
  func crowd() async throws {
    let cache = Cache<Int, Int>(lifetime: .zero)
    let fetches = Overlaps()
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<16 {
        group.addTask {
          for call in 0..<200 {
            let task = Task {
              try await cache.sharedValue(forKey: call % 2) {
                fetches.begin(call % 2)
                defer { fetches.end(call % 2) }
                for _ in 0..<10 { await Task.yield() }
                try Task.checkCancellation()
                return call
              }
            }
            // Some are cancelled while they fetch, so that others take over while more arrive.
            for _ in 0..<(caller + call) % 12 { await Task.yield() }
            if (caller + call).isMultiple(of: 2) { task.cancel() }
            _ = await task.result
          }
        }
      }
    }
    #expect(fetches.most == 1)
    #expect(cache.flights.withLock { $0.isEmpty })
  }
}
