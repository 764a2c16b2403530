import Retry
import RetryNumerics
import Testing
import VirtualTime

/// An operation that fails as a list says, the last outcome repeated, and notes when it was called.
final class Flaky: Sendable {
  /// The clock for the times.
  let clock: VirtualClock
  private let outcomes: [Script.Outcome]
  private let latency: Duration
  private let calls = Locked<[Int64]>([])

  init(
    _ outcomes: [Script.Outcome], latency: Duration = .zero, clock: VirtualClock = VirtualClock()
  ) {
    self.outcomes = outcomes
    self.latency = latency
    self.clock = clock
  }

  /// The milliseconds at which it was called.
  var instants: [Int64] { calls.withLock { $0 } }

  /// Notes a call, and returns the number of it or fails.
  func result() -> Result<Int, RequestError> {
    let number = calls.withLock { calls in
      calls.append(clock.milliseconds)
      return calls.count
    }
    if Endless.goesOn(to: number) { return .success(number) }
    return switch outcomes[min(number, outcomes.count) - 1] {
    case .success: .success(number)
    case .failure(let error): .failure(error)
    }
  }

  /// Takes its time, and then returns the number of the call or fails.
  func call() async throws(RequestError) -> Int {
    let result = result()
    if latency > .zero { try? await clock.sleep(for: latency) }
    return try result.get()
  }
}

extension VirtualClock {
  /// The milliseconds since the start.
  var milliseconds: Int64 { now.sinceStart.count / 1_000_000 }

  /// Waits for so many milliseconds, or less if cancelled.
  func wait(_ milliseconds: Int) async {
    try? await sleep(for: .milliseconds(milliseconds))
  }
}

/// A virtual clock as what runs callbacks.
struct ClockScheduler: RetryScheduler {
  let clock: VirtualClock

  var uptime: Duration { clock.now.sinceStart.duration }

  func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    clock.schedule(after: Nanoseconds(delay), work)
  }
}
