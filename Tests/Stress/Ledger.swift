import Retry
import RetryNumerics

/// What happened in one trial, and the first property that did not hold.
final class Ledger: Sendable {
  /// What happened to one call.
  private struct Call: Sendable {
    var answers = 0
    var running = 0
    var attempts = 0
    /// The values that its operations returned, by number.
    var values: Set<Int> = []
    /// Whether an operation threw a `CancellationError` by itself.
    var hasThrownCancellation = false
    var isCancelled = false
  }

  private struct State: Sendable {
    var calls: [Int: Call] = [:]
    var serial = 0
    var find: String?
  }

  /// The numbers that the last line of the run adds up.
  struct Sums: Sendable {
    var (pipelines, calls, attempts, cancelled) = (0, 0, 0, 0)
  }

  private let state = Locked(State())
  /// Whether the parts of the trial are printed.
  private let isTold: Bool

  init(isTold: Bool) { self.isTold = isTold }

  /// Prints a part of the trial, for whoever looks for the cause of a find.
  func tell(_ part: @autoclosure () -> String) {
    if isTold { say(part()) }
  }

  /// Notes a property that does not hold, unless another one came first.
  func broken(_ property: @autoclosure () -> String) {
    let text = property()
    state.withLock { $0.find = $0.find ?? text }
  }

  func check(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { broken(property()) }
  }

  /// The first property that did not hold.
  var find: String? { state.withLock { $0.find } }

  var sums: Sums {
    state.withLock { state in
      let calls = state.calls.values
      var sums = Sums()
      sums.pipelines = 1
      sums.calls = calls.count
      sums.attempts = calls.reduce(0) { $0 + $1.attempts }
      sums.cancelled = calls.count { $0.isCancelled }
      return sums
    }
  }
}

extension Ledger {
  /// Notes that an operation starts.
  func begin(_ call: Int, mayBeLate: Bool = false) {
    let isLate = state.withLock { state in
      state.calls[call, default: Call()].attempts += 1
      state.calls[call, default: Call()].running += mayBeLate ? 0 : 1
      return state.calls[call, default: Call()].answers > 0
    }
    check(!isLate || mayBeLate, "no operation starts after its call was answered")
  }

  func end(_ call: Int) {
    state.withLock { $0.calls[call, default: Call()].running -= 1 }
  }

  /// Returns a new value, and remembers that an operation of the call returns it.
  func value(of call: Int, isBad: Bool) -> Reply {
    state.withLock { state in
      state.serial += 1
      state.calls[call, default: Call()].values.insert(state.serial)
      return Reply(call: call, serial: state.serial, isBad: isBad)
    }
  }

  func willThrowCancellation(_ call: Int) {
    state.withLock { $0.calls[call, default: Call()].hasThrownCancellation = true }
  }

  /// Notes that the caller gives the call up, which has to come before it does so.
  func willCancel(_ call: Int) {
    state.withLock { $0.calls[call, default: Call()].isCancelled = true }
  }

  /// Notes the answer to a call, of which none of its operations may be left.
  func answered(_ call: Int, awaitsOperations: Bool = true) {
    let (answers, running) = state.withLock { state in
      state.calls[call, default: Call()].answers += 1
      let call = state.calls[call, default: Call()]
      return (call.answers, call.running)
    }
    check(answers == 1, "a call is answered once")
    if awaitsOperations { check(running == 0, "no operation runs after its call was answered") }
  }

  /// The number of operations that the call has started.
  func attempts(of call: Int) -> Int {
    state.withLock { $0.calls[call, default: Call()].attempts }
  }

  func returned(_ reply: Reply, by call: Int) -> Bool {
    state.withLock { $0.calls[call, default: Call()].values.contains(reply.serial) }
  }

  /// Whether the call may end with a `CancellationError`.
  func mayBeCancelled(_ call: Int) -> Bool {
    state.withLock { state in
      let call = state.calls[call, default: Call()]
      return call.isCancelled || call.hasThrownCancellation
    }
  }

  /// Whether each call was answered and nothing of any runs.
  func checkAllDone() {
    let (unanswered, running) = state.withLock { state in
      (
        state.calls.values.count { $0.answers == 0 },
        state.calls.values.reduce(0) { $0 + $1.running }
      )
    }
    check(unanswered == 0, "each call is answered")
    check(running == 0, "as many operations end as start")
  }
}

/// A value of an operation.
struct Reply: Sendable {
  let call: Int
  let serial: Int
  /// Whether it is judged as an error.
  var isBad = false
}

/// An error of an operation.
struct Fault: CausedError {
  enum Kind: Sendable { case plain, limited, fatal, throttling }

  let call: Int
  let kind: Kind
  var hint: Duration?

  var retryCause: RetryCause { kind == .throttling ? .throttling : .transient }
}

/// The error of a timeout that has its own.
struct Late: Error {}
