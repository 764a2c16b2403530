import Retry
import RetryLanguage
import RetrySystems
import Simulation
import VirtualTime

extension System {
  /// Operations that are wrapped, and chains of results.
  static let wrappers: [System] = [
    System(
      "S1", "fetch.fallible(maxAttempts: 2, retryDelay: 50ms)",
      comesTo: "fetch 0, fetch 150, fetch 300 | 400 failure timeout"
    ) { bench in
      let fetch = FallibleSyncOperation<Void, Int>(
        maxAttempts: 2, retryDelay: .milliseconds(50)
      ) { bench.fetch.block().mapError { $0 } }
      fetch.execute(with: (), timer: bench) { bench.end($0) }
    },
    System(
      "S2", "fetch.fallible(maxAttempts: 3, retryDelay: 3s)",
      comesTo: "fetch 0, fetch 3100, fetch 6200, fetch 9300 | 9400 success 7"
    ) { bench in
      // The policy is that of the usual queue; the virtual clock stands in for the queue itself.
      let policy = FallibleAsyncOperation<Void, Int>(
        maxAttempts: 3, retryDelay: .seconds(3)
      ) { _, _ in }.policy
      let fetch = FallibleAsyncOperation<Void, Int>(scheduler: bench, policy: policy) { _, report in
        bench.fetch.call { report($0.mapError { $0 }) }
      }
      fetch.execute(with: ()) { bench.end($0) }
      bench.clock.advanceUntilIdle()
    },
    System(
      "S3 around one stage", "read.flatMap { bytes in write.retry(2) }",
      comesTo: "read 0, write 40, write 90 | 140 success 7"
    ) { bench in
      let (read, write) = chain(bench)
      bench.end(
        read.block().flatMap { _ in
          .retryingBlocking(RetryPolicy(attempts: 2), timer: bench) { write.block() }
        })
    },
    System(
      "S3 around the chain", "read.flatMap { bytes in write }.retry(2)",
      comesTo: "read 0, write 40, read 90, write 130 | 180 success 7"
    ) { bench in
      let (read, write) = chain(bench)
      bench.end(
        Result.retryingBlocking(RetryPolicy(attempts: 2), timer: bench) {
          read.block().flatMap { _ in write.block() }
        })
    },
  ]

  /// The stages of a chain.
  private static func chain(_ bench: Bench) -> (read: Scripted<Fault>, write: Scripted<Fault>) {
    let read: Scripted<Fault> = bench.op("read", 40, .success(1))
    return (read, bench.op("write", 50, .failure(Fault("full")), .success(7)))
  }

  /// What a policy does around `fetch`.
  private static func running(
    _ policy: RetryPolicy<Fault>
  ) -> @Sendable (Bench) async throws -> Void {
    { bench in
      try bench.run {
        try await retry(policy, clock: bench.clock) { () async throws(Fault) in
          try await bench.fetch.call()
        }
      }
    }
  }

  /// The operators of RxSwift and Combine.
  static let reactive: [System] = [
    System(
      "S4", "fetch.retry()",
      comesTo: "fetch 0, fetch 100, fetch 200, fetch 300 | 400 success 7",
      library: running(RetryPolicy(attempts: nil))),
    System(
      "S5", "fetch.retry(3)", comesTo: "fetch 0, fetch 100, fetch 200 | 300 failure timeout",
      library: running(RetryPolicy(attempts: 3))),
    System(
      "S6", "fetch.retryWhen { attempts in attempts.delay(200ms) }",
      comesTo: "fetch 0, fetch 300, fetch 600, fetch 900 | 1000 success 7",
      library: running(RetryPolicy(attempts: nil, backoff: .constant(.milliseconds(200))))),
    System(
      "S7", "fetch.retryWhen { a in a.scan(0) { n, e in n + 1 }.takeWhile { $0 <= 2 } }",
      comesTo: "fetch 0, fetch 100, fetch 200 | 300 completed",
      library: running(RetryPolicy(retries: 2, exhausted: .complete))),
    System(
      "S9", "fetch.map { $0 * 6 }.retry(3)", dialect: .combine,
      comesTo: "fetch 0, fetch 100, fetch 200, fetch 300 | 400 success 42"
    ) { bench in
      try bench.run {
        try await retry(RetryPolicy<Fault>(retries: 3), clock: bench.clock) {
          () async throws(Fault) in try await bench.fetch.call() * 6
        }
      }
    },
    System(
      "S9 repeats what stands above it", "read.flatMap { data in write }.retry(3)",
      dialect: .combine, comesTo: "read 0, write 40, read 90, write 130 | 180 success 7"
    ) { bench in
      let (read, write) = chain(bench)
      try bench.run {
        try await retry(RetryPolicy<Fault>(retries: 3), clock: bench.clock) {
          () async throws(Fault) in
          _ = try await read.call()
          return try await write.call()
        }
      }
    },
  ]
}
