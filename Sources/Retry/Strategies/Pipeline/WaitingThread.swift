import Dispatch
import RetryNumerics

/// A thread that waits for a call and meanwhile runs what the call gives it.
///
/// It is the executor of a task that stays on it, and runs attempts of one that does not.
final class WaitingThread: TaskExecutor {
  private struct State: Sendable {
    var work: [@Sendable () -> Void] = []
    /// Whether an attempt has been given to it that has not ended.
    var isTaken = false
    var isOver = false
  }

  private let state = Locked(State())
  private let alarm = DispatchSemaphore(value: 0)

  /// Runs a job of a task that stays on the thread.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func add(_ work: @escaping @Sendable () -> Void) {
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
        add { [self] in
          let result = Result { try attempt() }
          state.withLock { $0.isTaken = false }
          continuation.resume(with: result)
        }
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
  func wait(for call: Task<Void, Never>, handle: RetryHandle?) {
    let number = handle?.whenCancelled { call.cancel() }
    defer { if let number { handle?.forget(number) } }
    while true {
      let (work, isOver) = state.withLock { state in
        (state.work.isEmpty ? nil : state.work.removeFirst(), state.isOver)
      }
      if let work {
        work()
      } else if isOver {
        return
      } else {
        alarm.wait()
      }
    }
  }
}
