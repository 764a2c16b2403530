import RetryNumerics
import VirtualTime

extension Source {
  /// Returns a source that makes an attempt of an operation at each subscription.
  package static func operation(_ operation: Operation) -> Source {
    Source(.operation(operation), subject: operation.name)
  }
}

extension Builder {
  /// Builds the stage of an operation, with the script of this run if there is one.
  mutating func stage(for operation: Operation) -> OperationStage {
    let actor = actors.position(of: operation.name)
    if let script = site.scripts[operation.name], let operation = operation.following(script) {
      return OperationStage(
        operation, actor: actor, place: nil, disruptions: nil, scripted: script.map { _ in nil })
    }
    let disruptions = site.shared.disruptions(of: operation, actors[actor].key)
    var scripted: [Stage?] = []
    let place = operation.resource.map { site.shared.place(of: $0, actors.key(of: $0.name)) }
    let backend = operation.calls.map { site.shared.backend($0, actors.blank, site) }
    for answer in operation.script { scripted.append(answer.answer.source.map { stage(for: $0) }) }
    return OperationStage(
      operation, actor: actor, place: place, disruptions: disruptions, scripted: scripted,
      backend: backend)
  }
}

final class OperationStage: Stage {
  private let operation: Operation
  /// The name of the operation.
  var name: String { operation.name }
  private let actor: Int
  /// The resource shared with other calls, if any.
  private let place: RunningResource?
  /// What its service calls, if anything.
  let backend: RunningBackend?
  /// The outages and bursts in time.
  private let disruptions: RunningDisruptions?
  /// The ticket of the current attempt at the resource, if any.
  var ticket = noTicket
  private static let noTicket: Int64 = -1
  /// The latency of the response.
  private var wayBack = Nanoseconds.zero
  /// The stages of scripted answers that are sources.
  private let scripted: [Stage?]
  private var number = 0
  private var began = Instant.start
  private var isUnderWay = false
  /// Whether the value was sent; a later cancellation does not cancel the attempt.
  private var hasAnswered = false
  private var verdict = Operation.Verdict.hangs
  /// Whether the answer of the current attempt, if it is a success, never arrives.
  private var isLost = false
  /// Whether the current attempt at a server has been counted as an effect.
  private var hasEffect = false
  /// Whether answers are lost, or effects or costs counted.
  let hasSideEffects: Bool

  init(
    _ operation: Operation, actor: Int, place: RunningResource?, disruptions: RunningDisruptions?,
    scripted: [Stage?], backend: RunningBackend? = nil
  ) {
    self.backend = backend
    self.operation = operation.detached
    hasSideEffects = operation.features.contains(.sideEffects)
    self.actor = actor
    self.place = place
    self.disruptions = disruptions
    self.scripted = scripted
    super.init()
    for stage in scripted { stage?.attach(to: self) }
  }

  override func start(_ run: inout Run) {
    number = run.beginAttempt(of: actor)
    began = run.now
    isUnderWay = true
    hasAnswered = false
    if run.isTraced { run.record(.attempt(attempt(run.number))) }
    var draws = run.actors.draws(of: actor, in: run.number, for: .attempt)
    let isDown = disruptions?.isDown(at: began) ?? false
    let isInBurst = isInBurst(&run)
    let luck = draws.unit()
    let latency = operation.latency.sample(using: &draws)
    verdict = operation.verdict(luck: luck, number: number, isDown: isDown, isInBurst: isInBurst) {
      () throws(Fault) in try share(of: number, run)
    }
    if hasSideEffects { beginEffects(isServed: place != nil && !isDown, &run) }
    let after = operation.time(of: verdict, latency: latency)
    if let place, !isDown { return submit(to: place, after ?? .zero, draws, &run) }
    if isSilent { return }
    guard let after else { return fire(&run) }
    startTimer(after: after, &run)
  }

  /// Whether the attempt succeeds, apart from a failure of the service.
  private var wouldSucceed: Bool {
    switch operation.answer(verdict) {
    case .ok, .value, .empty: true
    case .fault, .never, .source: false
    }
  }

  /// Draws whether the answer is lost, pays the price, and counts the effect of an attempt that no server decides on.
  ///
  /// The effect of a successful attempt happens even if its caller does not wait for the answer.
  private func beginEffects(isServed: Bool, _ run: inout Run) {
    hasEffect = false
    if let cost = operation.cost { run.pay(cost) }
    if !operation.isIdempotent { run.countEffects(!isServed && wouldSucceed ? 1 : 0) }
    guard operation.lost > 0 else { return isLost = false }
    var draws = run.actors.draws(of: actor, in: run.number, for: .loss)
    isLost = draws.unit() < operation.lost
  }

  /// Counts the effect of an attempt that a server has accepted; it will happen unless the attempt leaves the queue.
  func accepted(failing: Bool, _ run: inout Run) {
    guard !operation.isIdempotent, wouldSucceed else { return }
    if case .ok = verdict, failing { return }
    hasEffect = true
    run.countEffects(1)
  }

  /// Returns the failure probability that the closure of the operation gives an attempt.
  private func share(of number: Int, _ run: Run) throws(Fault) -> Double {
    guard case .computed(_, _, let share) = operation.faults else { return 0 }
    var draws = run.actors.draws(of: actor, in: run.number, for: .closure)
    let attempt = Attempt(
      operation: operation.name, number: number, call: run.number,
      began: began.advanced(by: run.arrival))
    return try share(attempt, &draws)
  }

  /// Whether the attempt never responds.
  private var isSilent: Bool {
    if case .never = operation.answer(verdict) { true } else { false }
  }

  /// Submits the attempt to the shared resource.
  private func submit(
    to place: RunningResource, _ wayBack: Nanoseconds, _ draws: Draws, _ run: inout Run
  ) {
    self.wayBack = wayBack
    guard case .refused(let fault, let time) = place.submit(self, draws: draws, &run) else {
      return
    }
    guard time > .zero else { return end(.failed(fault), &run) }
    verdict = .other(fault)
    startTimer(after: time, &run)
  }

  /// Handles the end of the service, which may have failed, and whose answer takes a time of its own.
  ///
  /// A failure of the operation, on its side of the network, hides that of the service.
  func resourceAnswered(_ fault: Fault?, after time: Nanoseconds = .zero, _ run: inout Run) {
    ticket = Self.noTicket
    if isSilent { return }
    if let fault, case .ok = verdict { verdict = .other(fault) }
    if isLost, wouldSucceed { return lose(&run) }
    let time = time + wayBack
    if time == .zero { fire(&run) } else { startTimer(after: time, &run) }
  }

  /// Does nothing about an answer that is lost.
  private func lose(_ run: inout Run) {
    if run.isTraced { run.record(.note("the answer is lost")) }
  }

  /// Handles a refusal after the attempt had been accepted.
  func resourceRefused(_ fault: Fault, _ run: inout Run) {
    ticket = Self.noTicket
    if hasEffect { run.countEffects(-1) }
    hasEffect = false
    end(.failed(fault), &run)
  }

  /// The current attempt.
  private func attempt(_ call: UInt64) -> Attempt {
    Attempt(operation: operation.name, number: number, call: call, began: began)
  }

  /// Returns whether the attempt starts in a burst.
  private func isInBurst(_ run: inout Run) -> Bool {
    guard case .burst(let burst) = operation.faults else {
      return disruptions?.isInBurst(at: began) ?? false
    }
    var draws = run.actors.draws(of: actor, in: run.number, for: .weather)
    let isBad = burst.isBad(after: run.actors[actor].isInBurst, luck: draws.unit())
    run.actors[actor].isInBurst = isBad
    return isBad
  }

  override func fire(_ run: inout Run) {
    if isLost, wouldSucceed { return lose(&run) }
    switch operation.answer(verdict) {
    case .ok: succeed(with: operation.returns, &run)
    case .value(let value): succeed(with: value, &run)
    case .fault(let fault): end(.failed(fault), &run)
    case .empty: end(.completed, &run)
    case .never: break
    case .source: goOn(&run)
    }
  }

  private func succeed(with value: Value, _ run: inout Run) {
    let epoch = epoch
    hasAnswered = true
    emit(value, &run)
    if isLive(since: epoch) { end(.completed, &run) }
  }

  /// Continues with the source that the script names for this attempt.
  private func goOn(_ run: inout Run) {
    scripted[min(number, scripted.count) - 1]?.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if signal.isEnd {
      end(signal, &run)
    } else {
      forward(signal, &run)
    }
  }

  private func end(_ signal: Signal, _ run: inout Run) {
    if run.isTraced { run.recordEnd(of: attempt(run.number), signal) }
    isUnderWay = false
    finish(signal, &run)
  }

  override func release(_ run: inout Run) {
    if isUnderWay, run.isTraced {
      let attempt = attempt(run.number)
      run.record(hasAnswered ? .success(attempt) : .cancelled(attempt))
    }
    isUnderWay = false
    if ticket != Self.noTicket {
      let isDropped = place?.abandon(self, &run) ?? false
      if isDropped, hasEffect { run.countEffects(-1) }
      ticket = Self.noTicket
    }
    for stage in scripted { stage?.cancel(&run) }
  }

  override var inputs: [Stage] { scripted.compactMap(\.self) }

  override var title: String { operation.name }

  override var activity: String {
    isUnderWay ? "attempt \(number), running since \(began.sinceStart.brief)" : "idle"
  }

  override var wait: Wait {
    isTimed ? .endOfTime : .answer(operation: operation.name, attempt: number)
  }
}
