import Retry
import RetryNumerics
import Testing
import VirtualTime

/// When a call is cancelled that fails after 100 ms, waits for a second, and then succeeds.
enum Moment: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case beforeTheStart = "before the start"
  case inAnAttempt = "in the middle of an attempt"
  case inAWait = "in the middle of a wait"
  case afterTheEnd = "after the end"

  var testDescription: String { rawValue }

  /// The times that pass until then, each long enough for one thing to happen.
  var steps: [Int64] {
    switch self {
    case .beforeTheStart: []
    case .inAnAttempt: [50]
    case .inAWait: [100, 500]
    case .afterTheEnd: [100, 1000, 100, 500]
    }
  }

  /// The attempts started by that time.
  var attempts: Int {
    switch self {
    case .beforeTheStart: 0
    case .inAnAttempt, .inAWait: 1
    case .afterTheEnd: 2
    }
  }
}

/// An object that is captured by all closures of a call.
final class Guest: Sendable {}

/// A call to cancel, and what remains of it.
final class Scene: Sendable {
  /// A reference that keeps nothing alive.
  private struct Memory {
    weak var guest: Guest?
  }

  let clock = VirtualClock()
  /// The attempts that began.
  let attempts = Log()
  /// How the call ended, each time that it said so.
  let ends = Log()
  let moment: Moment
  private let memory = Locked(Memory())
  private let isOnQueue = Locked(false)

  init(_ moment: Moment) {
    self.moment = moment
  }

  /// Whether something still holds what the closures of the call captured.
  var isHeld: Bool { memory.withLock { $0.guest != nil } }

  /// Returns an object for the closures of the call to capture.
  func makeGuest() -> Guest {
    let guest = Guest()
    memory.withLock { $0.guest = guest }
    return guest
  }

  /// Notes an attempt, and returns its result: the first one fails.
  func begin(_ guest: Guest) -> Result<Int, RequestError> {
    attempts.add("\(type(of: guest))")
    let number = attempts.lines.count
    return number == 1 ? .failure(.timeout) : .success(number)
  }

  /// Makes an attempt of 100 ms, or less in a cancelled task.
  func attempt(_ guest: Guest) async throws(RequestError) -> Int {
    let result = begin(guest)
    await clock.wait(100)
    return try result.get()
  }

  /// Makes an attempt that reports twice after 100 ms, cancelled or not.
  func attempt(_ guest: Guest, report: @escaping @Sendable (Result<Int, RequestError>) -> Void) {
    let result = begin(guest)
    for _ in 0..<2 { clock.schedule(after: Nanoseconds(100_000_000)) { report(result) } }
  }

  /// Notes how the call ended.
  func end<Failure: Error>(_ result: Result<Int, Failure>, of guest: Guest) {
    switch result {
    case .success(let value): ends.add("success \(value)")
    case .failure(let error):
      let underlying = (error as? RetryFailure<RequestError>)?.underlying ?? error
      ends.add(underlying is CancellationError ? "cancelled" : "\(underlying)")
    }
  }

  /// Notes how the call ended, and whether the scheduler said so.
  func endOnQueue<Failure: Error>(_ result: Result<Int, Failure>, of guest: Guest) {
    if !isOnQueue.withLock({ $0 }) { ends.add("not on the queue") }
    end(result, of: guest)
  }
}

extension Scene: RetryScheduler {
  var uptime: Duration { clock.now.sinceStart.duration }

  func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    clock.schedule(after: Nanoseconds(delay)) {
      self.isOnQueue.withLock { $0 = true }
      work()
      self.isOnQueue.withLock { $0 = false }
    }
  }
}

/// The clock of a scene for a task that runs beyond the executor of the virtual clock.
///
/// Such a task may start at any time. If it must be cancelled before its start, that happens when it first reads
/// the clock.
struct SceneClock: Clock {
  let scene: Scene

  var minimumResolution: Duration { scene.clock.minimumResolution }

  var now: VirtualTime.Instant {
    if scene.moment == .beforeTheStart { withUnsafeCurrentTask { $0?.cancel() } }
    return scene.clock.now
  }

  func sleep(until deadline: VirtualTime.Instant, tolerance: Duration?) async throws {
    try await scene.clock.sleep(until: deadline)
  }
}
