import Retry
import RetryNumerics

/// A script in virtual time and the resulting timeline.
///
/// It is the timer of the blocking driver, the clock of the tasks and the scheduler of the callbacks.
final class World: Sendable {
  private struct State {
    var now: Duration
    var questions = 0
    var timeline = Timeline()
    var agenda: [Entry] = []
    var scheduled = 0
    var cancel: (@Sendable () -> Void)?
  }

  /// Work that is to be done later.
  struct Entry {
    let time: Duration
    let number: Int
    let work: @Sendable () -> Void
  }

  /// When the world began, so that nothing takes an absolute time for an elapsed one.
  static let origin = Duration.seconds(1000)

  let script: Script
  private let state = Locked(State(now: origin))

  init(_ script: Script) {
    self.script = script
  }

  /// The time on the clock of this world.
  var now: Duration { state.withLock { $0.now } }

  /// The time since the world began.
  private var elapsed: Nanoseconds { Nanoseconds(now - Self.origin) }

  /// What happened so far.
  var timeline: Timeline { state.withLock { $0.timeline } }

  /// The number of pending timers.
  var pending: Int { state.withLock { $0.agenda.count } }

  /// Has the call cancelled by an action when the script says so, at once if that is the start.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.cancel = action }
    _ = pass(.zero)
  }

  /// Lets time pass, up to the moment of a cancellation, and says whether none came.
  func pass(_ delay: Duration) -> Bool {
    let cancel = state.withLock { state in
      let end = state.now + delay
      guard let moment = script.cancelled.map({ Self.origin + $0 }), moment <= end,
        let cancel = state.cancel
      else {
        state.now = end
        return nil as (@Sendable () -> Void)?
      }
      state.now = moment
      state.cancel = nil
      return cancel
    }
    cancel?()
    return cancel == nil
  }

  /// Makes an attempt with its duration and returns its result.
  func attempt() -> Result<Int, RequestError> {
    let step = script.step(timeline.attempts.count + 1)
    let start = elapsed
    state.withLock { $0.now += step.latency }
    return record(step, from: start)
  }

  /// Makes an attempt that reports when its time has passed.
  func attempt(report: @escaping @Sendable (Result<Int, RequestError>) -> Void) {
    let step = script.step(timeline.attempts.count + 1)
    let start = elapsed
    _ = schedule(after: step.latency) { report(self.record(step, from: start)) }
  }

  /// Returns what a person says now.
  func answer() -> RetryAnswer {
    let number = state.withLock { state in
      state.questions += 1
      return state.questions
    }
    return script.answer(number)
  }

  /// Notes how the call ended, now.
  func end(_ ending: Timeline.Ending) {
    let end = elapsed
    state.withLock { ($0.timeline.end, $0.timeline.ending) = (end, ending) }
  }

  private func record(_ step: Script.Step, from start: Nanoseconds) -> Result<Int, RequestError> {
    let end = elapsed
    return state.withLock { state in
      state.timeline.attempts.append(
        Timeline.Attempt(start: start, end: end, outcome: step.outcome))
      let count = state.timeline.attempts.count
      if Endless.goesOn(to: count, most: 200) { return .success(count) }
      return switch step.outcome {
      case .success: .success(count)
      case .failure(let error): .failure(error)
      }
    }
  }
}

extension World: RetryTimer {
  var uptime: Duration { now }

  func wait(for delay: Duration, unless handle: RetryHandle) {
    _ = pass(delay)
  }
}

extension World: RetryScheduler {
  func schedule(
    after delay: Duration, work: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.scheduled += 1
      let entry = Entry(time: state.now + delay, number: state.scheduled, work: work)
      let place = state.agenda.firstIndex { $0.time > entry.time } ?? state.agenda.endIndex
      state.agenda.insert(entry, at: place)
      return entry.number
    }
    return { self.state.withLock { $0.agenda.removeAll { $0.number == number } } }
  }

  /// Does all work in the order of time, the work that it leads to included.
  func runAgenda() {
    while let next = state.withLock({ $0.agenda.first }) {
      // A cancellation that comes first may drop the work.
      guard pass(next.time - now) else { continue }
      let isPending = state.withLock { state in
        let place = state.agenda.firstIndex { $0.number == next.number }
        if let place { state.agenda.remove(at: place) }
        return place != nil
      }
      if isPending { next.work() }
    }
  }
}

/// A clock that shows the time of a world, and whose sleepers wake at once at the end of their sleep.
struct WorldClock: Clock {
  struct Instant: InstantProtocol {
    let time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  let world: World
  var now: Instant { Instant(time: world.now) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    _ = world.pass(deadline.time - world.now)
    try Task.checkCancellation()
  }
}
