import RetryNumerics

/// A running call with callbacks.
///
/// Each step takes the job out of the state, then puts it back or ends it. User code therefore runs
/// outside the lock and may do anything, including cancelling the call.
final class CallbackRun<
  Success: Sendable, Failure: Error, Generator: RandomNumberGenerator & Sendable,
  Scheduler: RetryScheduler
>: Sendable {
  typealias Job = CallbackJob<Success, Failure, Generator>

  /// What the job is waiting for.
  private enum Phase: Equatable {
    /// The delay before an attempt.
    case delay(before: Int)
    /// The result of an attempt.
    case report(of: Int)
    /// The answer to the failure of an attempt.
    case answer(to: Int)
  }

  private struct State: Sendable {
    /// The job, unless a step owns it or it has ended.
    var job: Job?
    var phase: Phase
    /// Cancels the timer of the delay.
    var dropTimer: (@Sendable () -> Void)?
    var isCancelled: Bool = false
  }

  private let state = Locked(State(job: nil, phase: .delay(before: 1)))

  private let scheduler: Scheduler

  init(on scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  func start(_ job: Job) {
    wait(.zero, before: 1, job)
  }

  /// Ends the job immediately unless it has ended.
  func cancel() {
    let (job, dropTimer) = state.withLock { state in
      state.isCancelled = true
      defer { (state.job, state.dropTimer) = (nil, nil) }
      return (state.job, state.dropTimer)
    }
    dropTimer?()
    if let job { endCancelled(job) }
  }
}

extension CallbackRun {
  private func wait(_ delay: Nanoseconds, before attempt: Int, _ job: Job) {
    guard put(job, .delay(before: attempt)) else { return }
    let drop = scheduler.schedule(after: delay.duration) { self.begin(attempt) }
    // The timer may have fired, or the call may have been cancelled, before its handle was known.
    let isOver = state.withLock { state in
      guard state.job != nil, state.phase == .delay(before: attempt) else { return true }
      state.dropTimer = drop
      return false
    }
    if isOver { drop() }
  }

  /// Starts an attempt if the job is waiting for it.
  private func begin(_ attempt: Int) {
    guard var job = take(.delay(before: attempt)) else { return }
    job.start = job.start ?? scheduler.uptime
    let elapsed = elapsed(job)
    if let failure = job.call.begin(elapsed: elapsed, isCancelled: false) {
      return end(job, .failure(failure))
    }
    guard put(job, .report(of: attempt)) else { return }
    job.operation(job.call.context(elapsed: elapsed)) { self.finish(attempt, $0) }
  }

  /// Processes the result of an attempt if the job is waiting for it.
  private func finish(_ attempt: Int, _ result: Result<Success, Failure>) {
    guard var job = take(.report(of: attempt)) else { return }
    let elapsed = elapsed(job)
    switch AttemptEnd(result, judging: job.judge) {
    case .value(let value):
      job.call.succeed(elapsed: elapsed)
      end(job, .success(value))
    case .failure(let thrown):
      switch job.call.fail(thrown, elapsed: elapsed, isCancelled: false) {
      case .wait(let delay): wait(delay, before: attempt + 1, job)
      case .end(let failure): end(job, .failure(failure))
      case .ask:
        guard put(job, .answer(to: attempt)) else { return }
        job.ask(thrown.error) { self.answer($0, to: thrown.error, of: attempt) }
      }
    }
  }

  /// Processes the answer to a question if the job is waiting for it.
  private func answer(_ answer: RetryAnswer, to failure: Failure, of attempt: Int) {
    guard let job = take(.answer(to: attempt)) else { return }
    if let failure = job.call.answer(answer, to: failure, elapsed: elapsed(job)) {
      return end(job, .failure(failure))
    }
    wait(.zero, before: attempt + 1, job)
  }
}

extension CallbackRun {
  /// Takes the job out of the state if it is waiting for exactly this.
  private func take(_ phase: Phase) -> Job? {
    state.withLock { state in
      guard state.phase == phase else { return nil }
      defer { (state.job, state.dropTimer) = (nil, nil) }
      return state.job
    }
  }

  /// Puts the job back, or ends it if it has been cancelled; returns whether it is back.
  private func put(_ job: Job, _ phase: Phase) -> Bool {
    let isBack = state.withLock { state in
      guard !state.isCancelled else { return false }
      (state.job, state.phase) = (job, phase)
      return true
    }
    if !isBack { endCancelled(job) }
    return isBack
  }

  private func endCancelled(_ job: Job) {
    end(job, .failure(job.call.cancel(elapsed: elapsed(job))))
  }

  private func end(_ job: Job, _ outcome: Result<Success, RetryFailure<Failure>>) {
    // On the scheduler, never within the call that reports a result or cancels.
    _ = scheduler.schedule(after: .zero) { job.completion(outcome) }
  }

  /// The time since the start of the first attempt.
  private func elapsed(_ job: Job) -> Nanoseconds {
    job.start.map { Nanoseconds(scheduler.uptime - $0) } ?? .zero
  }
}
