import Dispatch
import RetryNumerics

/// A thread that waits for a call and meanwhile runs what the call gives it.
///
/// It is the executor of a task that stays on it, and runs attempts of one that does not.
final class WaitingThread: TaskExecutor {
  private enum Work: Sendable {
    case run(@Sendable () -> Void)
    /// An attempt that the thread makes by itself, and whom it tells how that ended.
    case attempt(CallAttempt, CheckedContinuation<Void, any Error>)
  }

  private struct State: Sendable {
    var work: [Work] = []
    /// Whether an attempt has been given to it that has not ended.
    var isTaken = false
    var isOver = false
  }

  private let state = Locked(State())
  private let alarm = DispatchSemaphore(value: 0)

  /// Runs a job of a task that stays on the thread.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add(.run { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) })
  }

  /// Has the thread make an attempt by itself, whose value it keeps.
  func attempt(_ attempt: CallAttempt) async throws {
    try await withCheckedThrowingContinuation { add(.attempt(attempt, $0)) }
  }

  private func add(_ work: Work) {
    state.withLock { $0.work.append(work) }
    alarm.signal()
  }

  /// Runs an attempt that blocks, on another thread if this one is at another.
  func perform<Value: Sendable>(
    _ attempt: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree {
        add(
          .run { [self] in
            let result = Result { try attempt() }
            state.withLock { $0.isTaken = false }
            continuation.resume(with: result)
          })
      } else {
        // A queue of its own gets a thread even if all of the shared ones wait for something.
        DispatchQueue(label: "Retry.attempt").async {
          continuation.resume(with: Result { try attempt() })
        }
      }
    }
  }

  func end() {
    state.withLock { $0.isOver = true }
    alarm.signal()
  }

  /// Waits for the end of the task that makes the call; a handle cancels it.
  func wait(
    for call: Task<Void, Never>, handle: RetryHandle?, attempt: (CallAttempt) throws -> Void
  ) {
    let number = handle?.whenCancelled { call.cancel() }
    defer { if let number { handle?.forget(number) } }
    while true {
      let (work, isOver) = state.withLock { state in
        (state.work.isEmpty ? nil : state.work.removeFirst(), state.isOver)
      }
      switch work {
      case .run(let work)?: work()
      case .attempt(let context, let reply)?: reply.resume(with: Result { try attempt(context) })
      case nil:
        if isOver { return }
        alarm.wait()
      }
    }
  }
}
