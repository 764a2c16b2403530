import Retry
import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

/// A way to start a call, which returns what cancels it.
struct CancelledForm: CustomTestStringConvertible, Sendable {
  typealias Start = @Sendable (Scene) -> @Sendable () -> Void

  let testDescription: String
  /// Whether the call runs on its own executor.
  var isForeign = false
  let start: Start

  /// A form whose call is in the hands of a task.
  init(
    task name: String,
    _ body: @escaping @Sendable (Scene, Guest) async throws -> Int
  ) {
    testDescription = name
    start = { scene in
      let guest = scene.makeGuest()
      let task = Task(executorPreference: scene.clock.executor) {
        let result = await Result { try await body(scene, guest) }
        scene.end(result, of: guest)
      }
      return { task.cancel() }
    }
  }

  /// A form whose call is in the hands of a handle.
  init(
    callbacks name: String, _ body: @escaping @Sendable (Scene, Guest) -> RetryHandle
  ) {
    testDescription = name
    start = { scene in
      let handle = body(scene, scene.makeGuest())
      return { handle.cancel() }
    }
  }

  /// A form that starts a task by itself.
  init(foreign name: String, _ body: @escaping Start) {
    testDescription = name
    isForeign = true
    start = body
  }
}

extension CancelledForm {
  private static let policy = RetryPolicy<RequestError>(retries: 3, backoff: .constant(.seconds(1)))
  private static let erased = RetryPolicy<any Error>(
    retries: 3, backoff: .constant(.seconds(1)))

  static let all: [CancelledForm] = drivers + systems

  static let drivers: [CancelledForm] = [
    CancelledForm(task: "retry(policy)") { scene, guest in
      try await retry(policy, clock: scene.clock) { () async throws(RequestError) in
        try await scene.attempt(guest)
      }
    },
    CancelledForm(task: "retry with a strategy") { scene, guest in
      try await retry(clock: scene.clock) {
        try await scene.attempt(guest)
      } strategy: { _ in
        .backoff(.seconds(1))
      }
    },
    CancelledForm(callbacks: "policy.start with callbacks") { scene, guest in
      policy.start(on: scene) { (report: @escaping @Sendable (Result<Int, RequestError>) -> Void) in
        scene.attempt(guest, report: report)
      } completion: { result in
        scene.endOnQueue(result, of: guest)
      }
    },
    CancelledForm(foreign: "Task.retrying") { scene in
      let guest = scene.makeGuest()
      // Only who is observed reads the clock before the first attempt, which is when the scene cancels it.
      let watch: RetryObserver<any Error> = { _ in }
      let observer = scene.moment == .beforeTheStart ? watch : nil
      let task = Task.retrying(clock: SceneClock(scene: scene), observer: observer) {
        try await scene.attempt(guest)
      }
      Task { scene.end(await task.result, of: guest) }
      return { task.cancel() }
    },
  ]

  static let systems: [CancelledForm] = [
    CancelledForm(callbacks: "FallibleAsyncOperation with a callback") { scene, guest in
      fallible(scene, guest).execute(with: 1) { scene.endOnQueue($0, of: guest) }
    },
    CancelledForm(task: "FallibleAsyncOperation in a task") { scene, guest in
      try await fallible(scene, guest).execute(with: 1)
    },
    CancelledForm(task: "RetryFilter") { scene, guest in
      try await RetryFilter(attempts: 3, delay: .seconds(1), clock: scene.clock)
        .andThen { (_: Void) in try await scene.attempt(guest) }.apply()
    },
    CancelledForm(task: "AuthFilter, whose wait is the login") { scene, guest in
      let filter = AuthFilter<Void, Int>(on: { $0 is RequestError }) {
        _ = guest
        try await scene.clock.sleep(for: .seconds(1))
      }
      return try await filter.andThen { (_: Void) in try await scene.attempt(guest) }.apply()
    },
    CancelledForm(task: "RetryHandler, whose wait is for a person") { scene, guest in
      let handler = handler(scene, guest)
      let result = await Result {
        try await handler.run(clock: scene.clock) { () async throws(RequestError) in
          try await scene.attempt(guest)
        }
      }
      #expect(handler.waitingCalls == 0)
      return try result.get()
    },
    CancelledForm(callbacks: "RetryHandler with callbacks") { scene, guest in
      handler(scene, guest).start(on: scene) {
        (report: @escaping @Sendable (Result<Int, RequestError>) -> Void) in
        scene.attempt(guest, report: report)
      } completion: { result in
        scene.endOnQueue(result, of: guest)
      }
    },
    CancelledForm(task: "Cache") { scene, guest in
      let cache = Cache<String, Int>(clock: scene.clock)
      return try await cache.value(forKey: "a", policy: policy) { () async throws(RequestError) in
        try await scene.attempt(guest)
      }.value
    },
  ]

  private static func fallible(
    _ scene: Scene, _ guest: Guest
  ) -> FallibleAsyncOperation<Int, Int> {
    FallibleAsyncOperation(scheduler: scene, policy: erased) { _, report in
      scene.attempt(guest) { report($0.mapError { $0 }) }
    }
  }

  /// A handler for a person who thinks for a second, and then says yes twice.
  private static func handler(_ scene: Scene, _ guest: Guest) -> RetryHandler {
    RetryHandler(automaticRetries: 0) { _, reply in
      scene.clock.schedule(after: Nanoseconds(1_000_000_000)) {
        for _ in 0..<2 { reply(.retry) }
        _ = guest
      }
    }
  }
}
