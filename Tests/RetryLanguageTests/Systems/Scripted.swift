import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// An operation of a program that takes its time and then follows a script.
struct Scripted<Failure: Error>: Sendable {
  let bench: Bench
  let name: String
  let latency: Duration
  /// The results of its attempts; the last one repeats.
  let script: [Result<Int, Failure>]

  /// Records an attempt and returns its result.
  func begin() -> Result<Int, Failure> {
    let attempt = bench.begin(name)
    // Time is virtual here: nothing else would end a call that does not give up.
    guard attempt <= 1000 else {
      Issue.record("a call goes on for ever")
      return .success(attempt)
    }
    return script[min(attempt, script.count) - 1]
  }

  /// Makes an attempt in a task.
  func call() async throws(Failure) -> Int {
    let result = begin()
    try? await bench.clock.sleep(for: latency)
    return try result.get()
  }

  /// Makes an attempt on the thread of the caller.
  func block() -> Result<Int, Failure> {
    let result = begin()
    bench.clock.advance(by: Nanoseconds(latency))
    return result
  }

  /// Makes an attempt that reports when its time has passed.
  func call(_ report: @escaping @Sendable (Result<Int, Failure>) -> Void) {
    let result = begin()
    bench.clock.schedule(after: Nanoseconds(latency)) { report(result) }
  }
}

extension Bench {
  /// An operation that is scripted like those of the texts.
  func op<Failure: Error>(
    _ name: String, _ milliseconds: Int = 100, _ script: Result<Int, Failure>...
  ) -> Scripted<Failure> {
    Scripted(bench: self, name: name, latency: .milliseconds(milliseconds), script: script)
  }

  /// Three timeouts, and then a 7.
  var fetch: Scripted<Fault> {
    op("fetch", 100, .failure(.timeout), .failure(.timeout), .failure(.timeout), .success(7))
  }

  /// Refused for want of a token, then a timeout, and then a 7.
  var page: Scripted<Fault> {
    op("page", 100, .failure(Fault("auth")), .failure(.timeout), .success(7))
  }

  /// What obtains a token.
  var login: Scripted<Fault> { op("login", 300, .success(1)) }

  /// Runs a task on the clock to its end, and notes how it ended.
  func run(_ body: @escaping @Sendable () async throws -> some Sendable) throws {
    try clock.run {
      do {
        self.end("success \(try await body())")
      } catch {
        self.end(error)
      }
    }
  }

  /// Notes that the call ended with an error.
  func end(_ error: any Error) {
    switch error {
    case is CancellationError: end("cancelled")
    case RetryFailure<Fault>.completedWithoutValue: end("completed")
    default: end("failure \(error)")
    }
  }

  /// Notes how the call ended.
  func end(_ result: Result<Int, some Error>) {
    switch result {
    case .success(let value): end("success \(value)")
    case .failure(let error): end(error)
    }
  }
}

extension Bench: RetryScheduler, RetryTimer {
  var uptime: Duration { clock.now.sinceStart.duration }

  func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    clock.schedule(after: Nanoseconds(delay), work)
  }

  func wait(for delay: Duration, unless handle: RetryHandle) {
    clock.advance(by: Nanoseconds(delay))
  }
}

/// A clock whose only sleeper is one task, which is cancelled at a time.
///
/// `Task.retrying` starts its own task, which runs outside the executor of a virtual clock.
struct LonelyClock: Clock {
  let bench: Bench
  let cancelled: VirtualTime.Instant

  /// The time; a task that looks at it too late, as one that is watched does, is cancelled, the first time before it begins.
  var now: VirtualTime.Instant {
    if bench.clock.now >= cancelled { withUnsafeCurrentTask { $0?.cancel() } }
    return bench.clock.now
  }

  var minimumResolution: Swift.Duration { bench.clock.minimumResolution }

  func sleep(until deadline: VirtualTime.Instant, tolerance: Swift.Duration?) async throws {
    bench.clock.advance(by: min(deadline, cancelled).nanoseconds(since: now))
    _ = now
    try Task.checkCancellation()
  }
}
