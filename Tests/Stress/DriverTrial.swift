import Dispatch
import Retry
import RetryNumerics

/// Calls under a policy, by each of the drivers.
struct DriverTrial: Sendable {
  let ledger: Ledger
  private let allowed: AllowedErrors

  init(_ ledger: Ledger) {
    self.ledger = ledger
    var allowed = AllowedErrors(ledger: ledger)
    allowed.retrying = true
    self.allowed = allowed
  }

  /// Makes a few calls at the same time, and checks their ends.
  func run(_ dice: inout Dice) async {
    let failures = [10, 50, 90][dice.int(0...2)]
    await withTaskGroup { group in
      for call in 1...dice.int(1...3) {
        let (own, cancelled) = (dice.split(), dice.some(25) { $0.micros(0...400) })
        let script = CallScript(
          call: call, ledger: ledger, cancelled: cancelled, failures: failures, dice: own)
        let policy = dice.policy(asksNobody: false)
        let (kind, isObserved) = (dice.int(0...5), dice.chance(50))
        group.addTask { await make(script, policy, kind, isObserved) }
      }
    }
    ledger.checkAllDone()
  }

  private func make(
    _ script: CallScript, _ policy: RetryPolicy<any Error>, _ kind: Int, _ isObserved: Bool
  ) async {
    // A sequence tells failures only, and the simplest driver nothing.
    let audit = isObserved && kind < 4 ? DriverAudit(ledger) : nil
    let observer: RetryObserver<any Error>? = audit.map { audit in
      { @Sendable in audit.receive($0) }
    }
    let numbers = Numbers(ledger, most: Self.most(policy.rules))
    ledger.tell("driver \(kind), \(policy)")
    let result: Result<Reply, any Error>
    switch kind {
    case 0: result = await retrying(script, policy, observer, numbers)
    case 1: result = await running(script, policy, observer, numbers)
    case 2: result = await blocking(script, policy, observer, numbers)
    case 3: result = await started(script, policy, observer, numbers)
    case 4: result = await simple(script)
    default: result = await sequence(script, policy)
    }
    ledger.answered(script.call, awaitsOperations: kind != 3)
    audit?.close()
    var allowed = allowed
    allowed.completion = policy.rules.exhausted == .complete
    // Only the drivers with policies look into what the thrower says.
    allowed.retrying = kind != 4
    allowed.check(result, of: script.call, hasFallback: false)
  }

  private static func most(_ rules: RetryRules) -> Int? {
    let hasTime = rules.limitRule == .both && rules.deadline != nil
    return hasTime || rules.question != nil ? nil : rules.attempts
  }

  private func retrying(
    _ script: CallScript, _ policy: RetryPolicy<any Error>, _ observer: RetryObserver<any Error>?,
    _ numbers: Numbers
  ) async -> Result<Reply, any Error> {
    await script.inTask {
      try await retry(
        policy, observer: observer, ask: { _ in numbers.answer() }, judging: CallScript.judge
      ) { attempt in
        numbers.check(attempt.number, attempt.lastError)
        return try await script.perform(mayHang: false)
      }
    }
  }

  private func running(
    _ script: CallScript, _ policy: RetryPolicy<any Error>, _ observer: RetryObserver<any Error>?,
    _ numbers: Numbers
  ) async -> Result<Reply, any Error> {
    await script.inTask {
      do {
        return try await policy.run(
          observer: observer, ask: { _ in numbers.answer() }, judging: CallScript.judge
        ) { attempt in
          numbers.check(attempt.number, attempt.lastError)
          return try await script.perform(mayHang: false)
        }
      } catch let failure as RetryFailure<any Error> {
        throw failure.underlying
      }
    }
  }

  private func blocking(
    _ script: CallScript, _ policy: RetryPolicy<any Error>, _ observer: RetryObserver<any Error>?,
    _ numbers: Numbers
  ) async -> Result<Reply, any Error> {
    await script.blocking { handle in
      do {
        return try policy.runBlocking(
          handle: handle, observer: observer, ask: { _ in numbers.answer() },
          judging: CallScript.judge
        ) { attempt in
          numbers.check(attempt.number, attempt.lastError)
          return try script.block(CallAttempt(), mayHang: false)
        }
      } catch let failure as RetryFailure<any Error> {
        throw failure.underlying
      }
    }
  }

  private func started(
    _ script: CallScript, _ policy: RetryPolicy<any Error>, _ observer: RetryObserver<any Error>?,
    _ numbers: Numbers
  ) async -> Result<Reply, any Error> {
    await script.byCallbacks { completion in
      policy.start(
        on: DispatchQueue.global(), observer: observer,
        ask: { _, reply in reply(numbers.answer()) }, judging: { CallScript.judge($0) },
        operation: { attempt, report in
          numbers.check(attempt.number, attempt.lastError)
          // A call that is cancelled ends at once, whatever its attempt is at.
          script.report(CallAttempt(), report, mayBeLate: true)
        },
        completion: { result in completion(result.mapError(\.underlying)) })
    }
  }

  private func simple(_ script: CallScript) async -> Result<Reply, any Error> {
    await script.inTask {
      try await retry(maxAttempts: 4) {
        try await script.perform(mayHang: false)
      } strategy: { error in
        (error as? Fault)?.kind == .fatal ? .stop : .backoff(.microseconds(20))
      }
    }
  }

  /// Iterates over numbers that break off, and checks that none is lost and none comes twice.
  private func sequence(
    _ script: CallScript, _ policy: RetryPolicy<any Error>
  ) async -> Result<Reply, any Error> {
    await script.inTask { [ledger] in
      var (count, last) = (0, nil as Reply?)
      let replies = RetryingSequence(policy) { last in
        Replies(script: script, next: (last?.position ?? 0) + 1)
      }
      for try await element in replies {
        count += 1
        ledger.check(element.position == count, "a sequence goes on after its last element")
        last = element.reply
      }
      return last ?? ledger.value(of: script.call, isBad: false)
    }
  }
}

/// The numbers from one on, up to four, which may break off before each.
struct Replies: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = (position: Int, reply: Reply)

  let script: CallScript
  var next: Int

  func makeAsyncIterator() -> Replies { self }

  mutating func next() async throws -> Element? {
    guard next <= 4 else { return nil }
    let reply = try await script.perform(mayHang: false)
    defer { next += 1 }
    return (next, reply)
  }
}

/// The attempts of one call under a policy, which count from one.
final class Numbers: Sendable {
  private let state = Locked((last: 0, answers: 0))
  private let ledger: Ledger
  private let most: Int?

  init(_ ledger: Ledger, most: Int?) { (self.ledger, self.most) = (ledger, most) }

  func check(_ number: Int, _ lastError: (any Error)?) {
    let expected = state.withLock { state in
      state.last += 1
      return state.last
    }
    ledger.check(number == expected, "attempt \(expected) does not have the number \(number)")
    ledger.check(number <= most ?? .max, "attempt \(number) is within the limit of the policy")
    ledger.check((lastError == nil) == (number == 1), "a retry knows the error before it")
  }

  /// Allows a few retries.
  func answer() -> RetryAnswer {
    state.withLock { state in
      state.answers += 1
      return state.answers < 4 ? .retry : .cancel
    }
  }
}

/// Checks that the events of a call under a policy are in order, and that one of them is its end.
final class DriverAudit: Sendable {
  fileprivate struct State: Sendable {
    var (attempt, isUnderWay, isOver) = (0, false, false)
  }

  private let state = Locked(State())
  private let ledger: Ledger

  init(_ ledger: Ledger) { self.ledger = ledger }

  func receive(_ event: RetryEvent<any Error>) {
    let isInOrder = state.withLock { $0.receive(event) }
    ledger.check(isInOrder, "the event \(event) is in order")
  }

  func close() {
    ledger.check(state.withLock { $0.isOver }, "the last event of a call tells its end")
  }
}

extension DriverAudit.State {
  /// Takes an event; returns whether it may follow those before.
  fileprivate mutating func receive(_ event: RetryEvent<any Error>) -> Bool {
    if isOver { return false }
    let wasUnderWay = isUnderWay
    isUnderWay = false
    switch event.kind {
    case .started:
      attempt += 1
      isUnderWay = true
      return !wasUnderWay && event.attempt == attempt
    case .failed(_, .retry), .failed(_, .ask): return wasUnderWay && event.attempt == attempt
    case .failed, .succeeded, .escaped:
      isOver = true
      return wasUnderWay && event.attempt == attempt
    case .answered(let answer):
      isOver = answer == .cancel
      return !wasUnderWay
    case .refused:
      isOver = true
      return !wasUnderWay
    case .cancelled:
      isOver = true
      return event.attempt == attempt
    @unknown default: return true
    }
  }
}
