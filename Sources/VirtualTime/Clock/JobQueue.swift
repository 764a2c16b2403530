import RetryNumerics

/// An executor that queues jobs until its owner runs them, in FIFO order.
///
/// ```swift
/// let clock = VirtualClock()
/// let task = Task(executorPreference: clock.executor) { 42 }
/// clock.advanceUntilIdle()
/// ```
public final class JobQueue: TaskExecutor {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    var taken = 0

    mutating func take() -> UnownedJob? {
      guard taken < waiting.count else { return nil }
      let job = waiting[taken]
      taken += 1
      // Fewer jobs are moved than were taken, so the amortized time per job is constant.
      if taken * 2 > waiting.count {
        waiting.removeFirst(taken)
        taken = 0
      }
      return job
    }
  }

  private let jobs = Locked(Jobs())

  /// Appends a job; it may come from any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.waiting.append(job) }
  }

  /// Runs the first job on the calling thread; returns whether there was one.
  func runNext() -> Bool {
    guard let job = jobs.withLock({ $0.take() }) else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }
}
