import Clients
import Retry
import RetryTesting
import Testing

/// An exchange that is busy a number of times, and takes its time.
private struct BusyExchange: Exchange {
  let clock: VirtualClock
  var latency = Duration.zero
  let failures: Countdown

  init(_ failures: Int, latency: Duration = .zero, clock: VirtualClock) {
    self.failures = Countdown(failures)
    (self.latency, self.clock) = (latency, clock)
  }

  func price(of symbol: String) async throws(QuoteError) -> Int {
    if latency > .zero { try? await clock.sleep(for: latency) }
    if symbol == "NONE" { throw .unknownSymbol }
    if failures.count() { throw .busy }
    return 4200
  }
}

/// Counts down to zero.
private final class Countdown: Sendable {
  private let left: Guarded<Int>

  init(_ start: Int) { left = Guarded(start) }

  /// Counts, unless it has reached zero, and returns whether it did.
  func count() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }
}

/// A generator of one number.
private struct Constant: RandomNumberGenerator {
  let number: UInt64

  func next() -> UInt64 { number }
}

/// A generator with a seed: SplitMix64.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// What a watch has seen.
private final class Starts: Sendable {
  private let seen = Guarded<[Duration]>([])

  var times: [Duration] { seen.withLock(\.self) }

  @Sendable func add(_: Int, _ time: Duration) { seen.withLock { $0.append(time) } }
}

@Suite struct QuoteServiceTests {
  private let clock = VirtualClock()
  private let starts = Starts()

  /// Returns a service that waits for the least time that its jitter allows.
  private func service(
    _ failures: Int, latency: Duration = .zero
  ) -> QuoteService<VirtualClock, Constant> {
    QuoteService(
      exchange: BusyExchange(failures, latency: latency, clock: clock), clock: clock,
      using: Constant(number: 0), watch: starts.add)
  }

  @Test func `the delays double up to five seconds, and at least half of each is waited`() throws {
    let service = service(4)
    let price = try clock.run { try await service.price(of: "ACME") }
    #expect(price == 4200)
    #expect(starts.times == [0, 500, 1500, 3500, 6000].map { .milliseconds($0) })
  }

  @Test func `after five attempts the service gives up`() throws {
    let service = service(.max)
    let end = RetryFailure.failed(
      QuoteError.busy, reason: .attemptsExhausted(limit: 5), attempts: 5)
    #expect(throws: end) { try clock.run { try await service.price(of: "ACME") } }
    #expect(clock.now.time == .seconds(6))
  }

  @Test func `a symbol that is unknown is asked for once`() throws {
    let service = service(0)
    let end = RetryFailure.failed(QuoteError.unknownSymbol, reason: .notRetryable, attempts: 1)
    #expect(throws: end) { try clock.run { try await service.price(of: "NONE") } }
    #expect(starts.times == [.zero])
  }

  @Test func `no attempt begins that would miss the deadline`() throws {
    // The fourth attempt would begin after 6 + 0.5 + 6 + 1 + 6 + 2 = 21.5 seconds.
    let service = service(.max, latency: .seconds(6))
    let end = RetryFailure.failed(QuoteError.busy, reason: .deadline(.refuse), attempts: 3)
    #expect(throws: end) { try clock.run { try await service.price(of: "ACME") } }
    #expect(starts.times == [.zero, .milliseconds(6500), .milliseconds(13_500)])
    #expect(clock.now.time == .milliseconds(19_500))
  }

  @Test func `a task that is cancelled ends the wait, and tells the last error`() throws {
    let service = service(.max)
    let end = RetryFailure.cancelled(last: QuoteError.busy, attempts: 3)
    try clock.run {
      await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await service.price(of: "ACME") }
        try? await clock.sleep(for: .seconds(3))
        group.cancelAll()
        await #expect(throws: end) { try await group.next() }
      }
    }
    #expect(clock.now.time == .seconds(3))
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a seed repeats its delays, and each is within its bounds`(seed: UInt64) throws {
    let runs = try (1...2).map { _ in
      let (clock, starts) = (VirtualClock(), Starts())
      let service = QuoteService(
        exchange: BusyExchange(4, clock: clock), clock: clock, using: Seeded(state: seed),
        watch: starts.add)
      _ = try clock.run { try await service.price(of: "ACME") }
      return starts.times
    }
    #expect(runs[0] == runs[1])
    let delays = zip(runs[0], runs[0].dropFirst()).map { $1 - $0 }
    for (delay, most) in zip(delays, [1, 2, 4, 5]) {
      #expect((.seconds(most) / 2 ... .seconds(most)).contains(delay))
    }
  }

  @Test func `prices that are asked for at once are waited for at once`() throws {
    let service = service(2, latency: .seconds(1))
    let prices = try clock.run { await service.prices(of: ["A", "B", "C", "NONE"]) }
    #expect(prices == ["A": 4200, "B": 4200, "C": 4200])
    #expect(clock.now.time == .milliseconds(2500))
  }
}
