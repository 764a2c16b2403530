import CAllocations
import Retry

/// What a call through a pipeline costs, beside the bare call of the same operation.
struct Pipelines {
  private let options: Options

  /// A way to make a call, and the nanoseconds and allocations that it took in each round.
  private struct Way {
    let name: String
    let run: (Int) async throws -> Void
    var samples: [(time: Double, allocations: Double)] = []
  }

  init(_ options: Options) {
    self.options = options
  }

  /// Prints the time and the allocations of each way; the ways take turns.
  func report() async throws {
    print(
      "\npipelines around an operation that succeeds at once, medians of \(options.rounds) rounds")
    print("ns".padded(-9) + "of bare".padded(-10) + "allocations".padded(-14) + "  way")
    var ways = Self.ways
    let calls = Int(min(options.calls, 50_000))
    for _ in 0..<options.rounds {
      for index in ways.indices {
        let before = allocations_so_far()
        let time = try await ContinuousClock().measure { try await ways[index].run(calls) }
        let count = allocations_so_far() - before
        ways[index].samples.append(
          (time / .nanoseconds(1) / Double(calls), Double(count) / Double(calls)))
      }
    }
    let bare = median(ways[0].samples.map(\.time))
    for way in ways {
      let time = median(way.samples.map(\.time))
      print(
        text(time, 1).padded(-9) + text(time / bare, 1).padded(-10)
          + text(median(way.samples.map(\.allocations)), 2).padded(-14) + "  " + way.name)
    }
  }

  @inline(never)
  private static func answer(_ number: Int) async throws -> Int {
    number
  }

  private static let policy = RetryPolicy<any Error>(
    attempts: 4, backoff: .exponential(initial: .milliseconds(100)).fullJitter())
  private static let breaker = CircuitBreaker(
    failureRate: 0.5, over: .calls(100), minimumCalls: 10, opening: .init(.seconds(5)))
  private static let limiter = RateLimiter.tokenBucket(
    1_000_000_000, per: .seconds(1), burst: 1_000_000_000)

  private static var ways: [Way] {
    let retrying = Retrying(policy)
    let breaker = Breaker(breaker)
    let limiter = Limiter(limiter)
    let bulkhead = Bulkhead(ConcurrencyLimit(10))
    let budget = SharedBudget(.ratio(0.1))
    let five = Pipeline(Fallback { _ in -1 }, retrying, breaker, limiter, bulkhead)
    let timed = Pipeline(
      Fallback { _ in -1 }, Timeout(.seconds(5)), Retrying(policy, budget: budget), breaker,
      Timeout(.seconds(1)))
    return [
      Way(name: "bare") { for n in 0..<$0 { _ = try await answer(n) } },
      Way(name: "retry(policy)") {
        for n in 0..<$0 { _ = try await retry(policy) { try await answer(n) } }
      },
      way("retrying", Pipeline(retrying)), way("breaker", Pipeline(breaker)),
      way("limiter", Pipeline(limiter)), way("bulkhead", Pipeline(bulkhead)),
      way("retrying with a budget", Pipeline(Retrying(policy, budget: budget))),
      Way(name: "five: fallback, retrying, breaker, limiter, bulkhead") {
        for n in 0..<$0 { _ = try await five.call { _ in try await answer(n) } }
      },
      Way(name: "the same five, in a stored property") {
        let client = AnyPipeline(five)
        for n in 0..<$0 { _ = try await client.call { _ in try await answer(n) } }
      },
      Way(name: "the same five, observed") { calls in
        let client = five.observed { _ in }
        for n in 0..<calls { _ = try await client.call { _ in try await answer(n) } }
      },
      Way(name: "timeout") { calls in
        let client = Pipeline(Timeout(.seconds(1)))
        for n in 0..<calls { _ = try await client.call { _ in try await answer(n) } }
      },
      Way(name: "five: fallback, timeout, retrying with a budget, breaker, timeout") {
        for n in 0..<$0 { _ = try await timed.call { _ in try await answer(n) } }
      },
    ]
  }

  private static func way<Parts: InPlaceLayer>(
    _ name: String, _ client: Pipeline<Parts>
  ) -> Way {
    Way(name: name) { for n in 0..<$0 { _ = try await client.call { _ in try await answer(n) } } }
  }
}
