import Dispatch
import Retry
import RetryNumerics

/// A random pipeline, and calls of it at the same time.
struct PipelineTrial: Sendable {
  let ledger: Ledger
  private let caller: Caller
  private let allowed: AllowedErrors
  private let hasFallback: Bool
  private let events: EventAudit?
  private let updates: [@Sendable () -> Void]
  private let checks: [@Sendable () async -> Void]
  private let preparations: [@Sendable () async -> Void]
  private let queue: DispatchQueue

  private enum Way { case inTask, blocking, callbacks }

  /// Makes the pipeline of some dice.
  init(_ dice: inout Dice, _ ledger: Ledger) {
    self.ledger = ledger
    var blueprint = Blueprint(ledger)
    let isDocument = dice.chance(15)
    if !isDocument { for _ in 0..<dice.int(1...6) { blueprint.add(&dice) } }
    hasFallback = !isDocument && dice.chance(15)
    events =
      dice.chance(50)
      ? EventAudit(ledger, isInPlace: blueprint.isInPlace && !isDocument) : nil
    let observer: PipelineObserver? = events.map { events in { @Sendable in events.receive($0) } }
    caller =
      isDocument
      ? blueprint.document(&dice, observedBy: observer)
      : blueprint.caller(&dice, hasFallback: hasFallback, observedBy: observer)
    (allowed, updates, checks) = (blueprint.allowed, blueprint.updates, blueprint.checks)
    preparations = blueprint.preparations
    queue = dice.chance(50) ? .global() : DispatchQueue(label: "stress")
  }

  /// Makes the calls, and checks what has to hold once they are done.
  func run(_ dice: inout Dice) async {
    for prepare in preparations { await prepare() }
    let failures = [10, 50, 90][dice.int(0...2)]
    let count = dice.int(1...5)
    ledger.tell("\(count) calls, \(failures)% fail, \(hasFallback ? "with a fallback" : "")")
    await withTaskGroup { group in
      for call in 1...count {
        let (own, cancelled) = (dice.split(), dice.some(25) { $0.micros(0...600) })
        let script = CallScript(
          call: call, ledger: ledger, cancelled: cancelled, failures: failures, dice: own)
        let way: Way = dice.chance(80) ? .inTask : dice.chance(50) ? .callbacks : .blocking
        group.addTask { await make(script, way) }
      }
      if !updates.isEmpty {
        let rounds = dice.int(1...3)
        let own = dice.split()
        group.addTask { await update(rounds, own) }
      }
    }
    ledger.checkAllDone()
    for check in checks { await check() }
  }

  private func update(_ rounds: Int, _ dice: Dice) async {
    var dice = dice
    for _ in 0..<rounds {
      try? await Task.sleep(for: dice.micros(0...200))
      for update in updates { update() }
    }
  }

  private func make(_ script: CallScript, _ way: Way) async {
    let context = CallContext(tag: script.call)
    ledger.tell("call \(script.call) \(way)")
    let result: Result<Reply, any Error>
    switch way {
    case .inTask:
      result = await script.inTask { [caller] in try await caller.inTask(context, script) }
    case .blocking:
      result = await script.blocking { [caller] in
        try caller.blocking(context, $0, script)
      }
    case .callbacks:
      result = await script.byCallbacks { [caller, queue] in
        caller.byCallbacks(context, queue, script, $0)
      }
    }
    ledger.answered(script.call)
    events?.close(script.call, isBlocking: way == .blocking)
    allowed.check(result, of: script.call, hasFallback: hasFallback)
  }
}

extension CallScript {
  /// Makes a call in a task that may be cancelled.
  func inTask<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, any Error> {
    let task = Task(operation: body)
    await cancel { task.cancel() }
    return await task.result
  }

  /// Makes a call on a thread that it blocks.
  func blocking<Value: Sendable>(
    _ body: @escaping @Sendable (RetryHandle) throws -> Value
  ) async -> Result<Value, any Error> {
    let handle = RetryHandle()
    async let result: Result<Value, any Error> = withCheckedContinuation { continuation in
      DispatchQueue(label: "stress.blocking").async {
        continuation.resume(returning: Result { try body(handle) })
      }
    }
    await cancel { handle.cancel() }
    return await result
  }

  /// Makes a call with callbacks, of which only the first completion may come.
  func byCallbacks<Value: Sendable>(
    _ body:
      @escaping @Sendable (@escaping @Sendable (Result<Value, any Error>) -> Void)
      -> RetryHandle
  ) async -> Result<Value, any Error> {
    let (results, sink) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    let count = Locked(0)
    let handle = body { [ledger] result in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      ledger.check(isFirst, "a call is completed once")
      sink.yield(result)
      sink.finish()
    }
    await cancel { handle.cancel() }
    for await result in results { return result }
    return .failure(CancellationError())
  }

  private func cancel(_ action: () -> Void) async {
    guard let cancelled else { return }
    try? await Task.sleep(for: cancelled)
    ledger.willCancel(call)
    action()
  }
}

extension Blueprint {
  /// What calls a pipeline of a document, which other ones replace.
  mutating func document(
    _ dice: inout Dice, observedBy observer: PipelineObserver?
  ) -> Caller {
    let documents = (0..<dice.int(1...3)).map { _ in dice.document() }
    let plain = documents[0].pipeline(
      using: dice.split(), on: { ($0 as? Fault)?.kind != .fatal },
      hint: { ($0 as? Fault)?.hint })
    let pipeline = observer.map { plain.observed(by: $0) } ?? plain
    for document in documents { ledger.tell("document \(document)") }
    for document in documents { updates.append { pipeline.update(document) } }
    allowed.refusals = [.budget, .breaker, .rateLimiter, .concurrencyLimit, .throttle]
    allowed.timeout = true
    allowed.retrying = true
    allowed.completion = documents.contains { $0.rules.exhausted == .complete }
    return dice.chance(50) ? Caller(pipeline) : Caller(AnyPipeline(pipeline))
  }
}
