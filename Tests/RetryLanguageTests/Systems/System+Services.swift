import Retry
import RetryNumerics
import RetrySystems
import Simulation
import VirtualTime

extension System {
  /// Strategies that ask a person, and tasks that a person cancels.
  static let people: [System] = [
    System(
      "S8", "fetch.ask(after: 1, every: 3s, person: person(retries: 100%, thinks: 5s))",
      comesTo: "fetch 0, fetch 3100, fetch 8200, fetch 13300 | 13400 success 7"
    ) { bench in
      let handler = RetryHandler(automaticRetries: 1, ask: asking(bench, .retry))
      try bench.run {
        try await handler.run(clock: bench.clock) { () async throws(Fault) in
          try await bench.fetch.call()
        }
      }
    },
    System(
      "S8 shares one question",
      """
      let you = person(retries: 100%, thinks: 5s)
      merge(photos.ask(after: 0, person: you), friends.ask(after: 0, person: you))
      """,
      comesTo: "friends 0, photos 0, friends 5100, photos 5100 | 5700 success 2",
      library: together(.retry)),
    System(
      "S8 cancels each with its own error",
      """
      let you = person(retries: 0%, thinks: 5s)
      merge(
        photos.ask(after: 0, person: you).catch { e in just(e) },
        friends.ask(after: 0, person: you).catch { e in just(e) })
      """,
      comesTo: "friends 0, photos 0 | 5100 success refused", library: together(.cancel)),
    System(
      "S10", "Task.retrying(maxRetryCount: 3, retryDelay: 1s) { fetch }",
      comesTo: "fetch 0, fetch 1100, fetch 2200, fetch 3300 | 3400 success 7",
      library: task(cancelled: .never)),
    System(
      "S10 cancelled in a wait",
      "Task.retrying(maxRetryCount: 3, retryDelay: 1s) { fetch }.cancel(at: 1500ms)",
      comesTo: "fetch 0, fetch 1100 | 1500 cancelled",
      library: task(cancelled: Instant(Nanoseconds(1_500_000_000)))),
    System(
      "S10 cancelled in an attempt",
      "Task.retrying(maxRetryCount: 3, retryDelay: 1s) { fetch }.cancel(at: 1150ms)",
      comesTo: "fetch 0, fetch 1100 | 1150 cancelled",
      library: task(cancelled: Instant(Nanoseconds(1_150_000_000)))),
    System(
      "S10 cancelled before it begins",
      "Task.retrying(maxRetryCount: 3, retryDelay: 1s) { fetch }.cancel(at: 0s)",
      comesTo: " | 0 cancelled", library: task(cancelled: Instant(.zero))),
  ]

  /// Someone who thinks for five seconds and gives an answer.
  private static func asking(
    _ bench: Bench, _ answer: RetryAnswer
  ) -> @Sendable (any Error, @escaping @Sendable (RetryAnswer) -> Void) -> Void {
    { _, reply in bench.clock.schedule(after: Nanoseconds(5_000_000_000)) { reply(answer) } }
  }

  /// Two operations under one handler, whose errors are shown as values.
  private static func together(
    _ answer: RetryAnswer
  ) -> @Sendable (Bench) async throws -> Void {
    { bench in
      let handler = RetryHandler(automaticRetries: 0, ask: asking(bench, answer))
      let operations: [Scripted<Fault>] = [
        bench.op("photos", 100, .failure(Fault("offline")), .success(1)),
        bench.op("friends", 600, .failure(Fault("refused")), .success(2)),
      ]
      try bench.clock.run {
        await withTaskGroup { group in
          for operation in operations {
            group.addTask {
              do throws(RetryFailure<Fault>) {
                let value = try await handler.run(clock: bench.clock) { () async throws(Fault) in
                  try await operation.call()
                }
                bench.end("success \(value)")
              } catch {
                bench.end("success \(error.underlying)")
              }
            }
          }
        }
      }
    }
  }

  /// A task that retries `fetch` until it is cancelled.
  private static func task(cancelled: Instant) -> @Sendable (Bench) async throws -> Void {
    { bench in
      let clock = LonelyClock(bench: bench, cancelled: cancelled)
      // One that is watched looks at the clock before it begins.
      let task = Task.retrying(
        maxRetryCount: 3, retryDelay: .seconds(1), clock: clock, observer: { _ in }
      ) {
        let result = bench.fetch.begin()
        try await clock.sleep(until: clock.now.advanced(by: .milliseconds(100)), tolerance: nil)
        return try result.get()
      }
      bench.end(await task.result)
    }
  }

  /// Services and filters.
  static let services: [System] = [
    System(
      "S11", "RetryFilter(attempts: 2).andThen(AuthFilter(refresh: login)).andThen(page)",
      comesTo: "page 0, login 100, page 400, page 500 | 600 success 7"
    ) { bench in
      let service = retrying(bench, 2).andThen(signing(bench)).andThen(asked(bench))
      try bench.run { try await service.apply() }
    },
    System(
      "S11 grouped otherwise",
      "RetryFilter(attempts: 2).andThen(AuthFilter(refresh: login).andThen(page))",
      comesTo: "page 0, login 100, page 400, page 500 | 600 success 7"
    ) { bench in
      let service = retrying(bench, 2).andThen(signing(bench).andThen(asked(bench)))
      try bench.run { try await service.apply() }
    },
    System(
      "S12", "RetryFilter(attempts: 3, delay: 50ms).andThen(fetch)",
      comesTo: "fetch 0, fetch 150, fetch 300 | 400 failure timeout"
    ) { bench in
      let filter = RetryFilter<Void, Int>(
        attempts: 3, delay: .milliseconds(50), clock: bench.clock)
      let service = filter.andThen { _ in try await bench.fetch.call() }
      try bench.run { try await service.apply() }
    },
    System(
      "S13 with the login outside",
      "AuthFilter(refresh: login).andThen(RetryFilter(attempts: 1)).andThen(page)",
      comesTo: "page 0, login 100, page 400 | 500 failure timeout"
    ) { bench in
      let service = signing(bench).andThen(retrying(bench, 1)).andThen(asked(bench))
      try bench.run { try await service.apply() }
    },
    System(
      "S13 as it is told, the login outside",
      "AuthFilter(refresh: login).andThen(RetryFilter(attempts: 3)).andThen(page)",
      comesTo: "page 0, page 100, page 200 | 300 success 7"
    ) { bench in
      let service = signing(bench).andThen(retrying(bench, 3)).andThen(asked(bench))
      try bench.run { try await service.apply() }
    },
    System(
      "S13 as it is told, the retries outside",
      "RetryFilter(attempts: 3).andThen(AuthFilter(refresh: login)).andThen(page)",
      comesTo: "page 0, login 100, page 400, page 500 | 600 success 7"
    ) { bench in
      let service = retrying(bench, 3).andThen(signing(bench)).andThen(asked(bench))
      try bench.run { try await service.apply() }
    },
    System(
      "S13 with the retries used up first",
      "AuthFilter(refresh: login).andThen(RetryFilter(attempts: 2)).andThen(page)",
      comesTo: "page 0, page 100 | 200 failure timeout"
    ) { bench in
      let service = signing(bench).andThen(retrying(bench, 2)).andThen(asked(bench))
      try bench.run { try await service.apply() }
    },
  ]

  private static func retrying(_ bench: Bench, _ attempts: Int) -> RetryFilter<Void, Int> {
    RetryFilter(attempts: attempts, clock: bench.clock)
  }

  private static func signing(_ bench: Bench) -> AuthFilter<Void, Int> {
    AuthFilter(on: { $0 as? Fault == Fault("auth") }, refresh: { _ = try await bench.login.call() })
  }

  private static func asked(_ bench: Bench) -> ClosureService<Void, Int> {
    ClosureService { _ in try await bench.page.call() }
  }
}
