import Dispatch
import Retry
import RetryNumerics

/// What the operations of one call do, one draw for each attempt.
final class CallScript: Sendable {
  private enum Pace: Sendable {
    case atOnce
    case yielding(Int)
    case sleeping(Duration)
    /// Goes on although it is cancelled.
    case stubborn(Duration)
    /// Ends only when it is cancelled.
    case hanging
  }

  private enum End: Sendable {
    case value, badValue, cancellation
    case fault(Fault), retryable(Fault, Duration?), notRetryable(Fault)
  }

  let call: Int
  let ledger: Ledger
  /// After what time the caller cancels the call, if it does.
  let cancelled: Duration?
  private let failures: Int
  private let dice: Locked<Dice>

  init(call: Int, ledger: Ledger, cancelled: Duration?, failures: Int, dice: Dice) {
    (self.call, self.ledger, self.cancelled, self.failures) = (call, ledger, cancelled, failures)
    self.dice = Locked(dice)
    ledger.tell("call \(call), cancelled after \(cancelled.map { "\($0)" } ?? "never")")
  }

  private func draw(mayHang: Bool) -> (Pace, End) {
    dice.withLock { [call, failures] dice in
      let pace: Pace =
        switch dice.int(0...99) {
        case 0..<45: .atOnce
        case 45..<70: .yielding(dice.int(1...4))
        case 70..<85: .sleeping(dice.micros(1...300))
        case 85..<92: .stubborn(dice.micros(1...150))
        default: mayHang ? .hanging : .atOnce
        }
      guard dice.chance(failures) else { return (pace, dice.chance(10) ? .badValue : .value) }
      let kinds: [Fault.Kind] = [.plain, .plain, .plain, .limited, .fatal, .throttling]
      let fault = Fault(
        call: call, kind: kinds[dice.int(0...5)], hint: dice.some(20) { $0.micros(-1...200) })
      let end: End =
        switch dice.int(0...99) {
        case 0..<80: .fault(fault)
        case 80..<88: .retryable(fault, dice.some(50) { $0.micros(0...100) })
        case 88..<94: .notRetryable(fault)
        default: .cancellation
        }
      return (pace, end)
    }
  }

  private func finish(_ end: End) throws -> Reply {
    switch end {
    case .value: return ledger.value(of: call, isBad: false)
    case .badValue: return ledger.value(of: call, isBad: true)
    case .cancellation:
      ledger.willThrowCancellation(call)
      throw CancellationError()
    case .fault(let fault): throw fault
    case .retryable(let fault, let delay): throw Retryable(fault, after: delay)
    case .notRetryable(let fault): throw NotRetryable(fault)
    }
  }
}

extension CallScript {
  /// Makes an attempt in a task; only one that something will cancel may hang.
  func perform(mayHang: Bool) async throws -> Reply {
    ledger.begin(call)
    defer { ledger.end(call) }
    let (pace, end) = draw(mayHang: mayHang || cancelled != nil)
    switch pace {
    case .atOnce: break
    case .yielding(let count): for _ in 0..<count { await Task.yield() }
    case .sleeping(let time): try await Task.sleep(for: time)
    case .stubborn(let time):
      let began = ContinuousClock.now
      while .now - began < time { await Task.yield() }
    case .hanging: try await waitForCancellation()
    }
    return try finish(end)
  }

  /// Makes an attempt that blocks its thread.
  func block(_ attempt: CallAttempt, mayHang: Bool? = nil) throws -> Reply {
    ledger.begin(call)
    defer { ledger.end(call) }
    let (pace, end) = draw(mayHang: mayHang ?? (attempt.timeLeft != nil || cancelled != nil))
    let alarm = DispatchSemaphore(value: 0)
    switch pace {
    case .atOnce, .yielding: break
    case .sleeping(let time), .stubborn(let time):
      attempt.onCancel { alarm.signal() }
      _ = alarm.wait(timeout: .now() + .nanoseconds(Int(Nanoseconds(time).count)))
    case .hanging:
      attempt.onCancel { alarm.signal() }
      alarm.wait()
    }
    return try finish(end)
  }

  /// Makes an attempt that reports its end, perhaps late, twice or never.
  func report(
    _ attempt: CallAttempt, _ report: @escaping @Sendable (Result<Reply, any Error>) -> Void,
    mayBeLate: Bool = false
  ) {
    ledger.begin(call, mayBeLate: mayBeLate)
    // Who may be late is not awaited, so it does not count as running.
    let mayHang = attempt.timeLeft != nil || cancelled != nil
    let (pace, end) = draw(mayHang: mayHang)
    let result = Result { try finish(end) }
    // One that hangs runs until it is told that it was given up.
    if !mayBeLate, case .hanging = pace {
      return attempt.onCancel { [self] in
        ledger.end(call)
        report(result)
      }
    }
    defer { if !mayBeLate { ledger.end(call) } }
    switch pace {
    case .atOnce: report(result)
    case .yielding(let count): for _ in 0..<count { report(result) }
    case .sleeping(let time), .stubborn(let time):
      Task {
        try? await Task.sleep(for: time)
        report(result)
      }
    case .hanging: break
    }
  }

  /// Returns the error that a value counts as.
  static func judge(_ reply: Reply) -> (any Error)? {
    reply.isBad ? Fault(call: reply.call, kind: .plain) : nil
  }
}
