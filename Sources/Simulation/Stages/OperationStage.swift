import RetryNumerics
import VirtualTime

final class OperationStage: Stage {
  let part: OperationPart
  /// The ticket of the current attempt at the resource, if any.
  var ticket = noTicket
  private static let noTicket: Int64 = -1
  /// The latency of the response.
  private var wayBack = Nanoseconds.zero
  /// The stages of scripted answers that are sources.
  private let scripted: [Stage?]
  /// How the client's program sends the attempts, if a program is named.
  private let sending: Sending?
  /// Whether a program is named; asked first, since it costs less than to look at the program.
  private let isSent: Bool
  private(set) var number = 0
  private var began = Instant.start
  private var isUnderWay = false
  /// Whether the value was sent; a later cancellation does not cancel the attempt.
  private var hasAnswered = false
  private var verdict = Answering.Verdict.hangs
  /// What becomes of the answer of the current attempt, if it is a success.
  private var loss = Losses.Loss.none
  /// Whether the current attempt at a server has been counted as an effect.
  private var hasEffect = false

  init(_ part: OperationPart, scripted: [Stage?], _ program: RunningProgram?) {
    (self.part, self.scripted, sending) = (part, scripted, program.map(Sending.init))
    isSent = program != nil
    super.init()
    for stage in scripted { stage?.attach(to: self) }
  }

  var name: String { part.operation.name }

  override func start(_ run: inout Run) {
    number = run.beginAttempt(of: part.actor)
    began = run.now
    if !isUnderWay { run.attemptsUnderWay += 1 }
    isUnderWay = true
    hasAnswered = false
    if run.isTraced { run.record(.attempt(attempt(run.number))) }
    if isSent, waitsForProgram(&run) { return }
    send(&run)
  }

  /// Begins an attempt of a program; returns whether it waits for its turn.
  @inline(never)
  private func waitsForProgram(_ run: inout Run) -> Bool {
    guard let sending, case let wait = sending.begin(run), wait > .zero else { return false }
    if run.isTraced { run.record(.note("\(sending.name) makes it wait \(wait.brief)")) }
    startTimer(after: wait, &run)
    return true
  }

  @inline(__always)
  private func send(_ run: inout Run) {
    var draws = run.actors.draws(of: part.actor, in: run.number, for: .attempt)
    var latency: Nanoseconds
    (verdict, latency) = part.log == nil ? draw(&draws, &run) : logged(&draws, run)
    if isSent { latency = latency + overhead(run) }
    let isDown = if case .down = verdict { true } else { false }
    if part.hasSideEffects { beginEffects(isServed: part.place != nil && !isDown, &run) }
    let after = part.answering.time(of: verdict, latency: latency)
    if let place = part.place, !isDown { return submit(to: place, after ?? .zero, draws, &run) }
    if isSilent { return }
    guard let after else { return fire(&run) }
    startTimer(after: after, &run)
  }

  /// Draws what the program adds to the latency.
  @inline(never)
  private func overhead(_ run: borrowing Run) -> Nanoseconds {
    sending?.overhead(run.actors.draws(of: part.actor, in: run.number, for: .program)) ?? .zero
  }

  /// Whether the attempt succeeds, apart from a failure of the service.
  private var wouldSucceed: Bool {
    switch part.answering.answer(verdict) {
    case .ok, .value, .empty: true
    case .fault, .never, .source: false
    }
  }

  /// Draws whether the answer is lost, pays the price, and counts the effect of an attempt that no server decides on.
  ///
  /// The effect of a successful attempt happens even if its caller does not wait for the answer.
  private func beginEffects(isServed: Bool, _ run: inout Run) {
    hasEffect = false
    if let cost = part.operation.cost { run.pay(cost) }
    if !part.operation.isIdempotent { run.countEffects(!isServed && wouldSucceed ? 1 : 0) }
    guard part.operation.lost != .none else { return }
    var draws = run.actors.draws(of: part.actor, in: run.number, for: .loss)
    loss = part.operation.lost.loss(uniform: draws.unit())
  }

  /// Counts the effect of an attempt that a server has accepted; it will happen unless the attempt leaves the queue.
  func accepted(failing: Bool, _ run: inout Run) {
    guard !part.operation.isIdempotent, wouldSucceed else { return }
    if case .ok = verdict, failing { return }
    hasEffect = true
    run.countEffects(1)
  }

  /// The current attempt as closures see it, which begins when it is sent.
  func attempt(at run: borrowing Run) -> Attempt {
    Attempt(
      operation: part.operation.name, number: number, call: run.number,
      began: run.now.advanced(by: run.arrival))
  }

  @inline(__always)
  private var isSilent: Bool {
    if case .never = part.answering.answer(verdict) { true } else { false }
  }

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
    if loseAnswer(&run) { return }
    let time = time + wayBack
    if time == .zero { fire(&run) } else { startTimer(after: time, &run) }
  }

  /// Puts an error in the place of an answer that is lost; returns whether nothing arrives.
  @inline(__always)
  private func loseAnswer(_ run: inout Run) -> Bool {
    part.hasSideEffects && wouldSucceed && loseSuccess(&run)
  }

  private func loseSuccess(_ run: inout Run) -> Bool {
    switch loss {
    case .none: return false
    case .silent:
      run.loseAnswer(.nothing)
      return true
    case .error(let index):
      run.loseAnswer(.error)
      verdict = .other(part.operation.lost.errors.rates[Int(index)].fault)
      return false
    }
  }

  /// Handles a refusal after the attempt had been accepted.
  func resourceRefused(_ fault: Fault, _ run: inout Run) {
    ticket = Self.noTicket
    if hasEffect { run.countEffects(-1) }
    hasEffect = false
    end(.failed(fault), &run)
  }

  private func attempt(_ call: UInt64) -> Attempt {
    Attempt(operation: part.operation.name, number: number, call: call, began: began)
  }

  override func fire(_ run: inout Run) {
    if isSent, goesOnSending(&run) { return }
    if loseAnswer(&run) { return }
    switch part.answering.answer(verdict) {
    case .ok: succeed(with: part.operation.returns, &run)
    case .value(let value): succeed(with: value, &run)
    case .fault(let fault): end(.failed(fault), &run)
    case .empty: end(.completed, &run)
    case .never: break
    case .source: goOn(&run)
    }
  }

  /// Does what the program waited to do, apart since the stack can be deep; returns false if that was the answer.
  @inline(never)
  private func goesOnSending(_ run: inout Run) -> Bool {
    switch sending?.goOn(run) {
    case .starts?: start(&run)
    case .sends?: send(&run)
    case .answers?, nil: return false
    }
    return true
  }

  private func succeed(with value: Value, _ run: inout Run) {
    let epoch = epoch
    hasAnswered = true
    if isSent { sending?.answered(run) }
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

  @inline(__always)
  private func end(_ signal: Signal, _ run: inout Run) {
    if run.isTraced { run.recordEnd(of: attempt(run.number), signal) }
    leave(&run)
    if isSent, isSentAgain(after: signal, &run) { return }
    finish(signal, &run)
  }

  /// Ends the use of a connection; returns whether the request is sent again, because the connection was dead.
  ///
  /// Only idempotent requests are, since the first may have arrived.
  @inline(never)
  private func isSentAgain(after signal: Signal, _ run: inout Run) -> Bool {
    guard let sending else { return false }
    guard case .failed(let fault) = signal, sending.isDead(fault) else {
      sending.answered(run)
      return false
    }
    guard part.operation.isIdempotent, sending.isSentAgain() else { return false }
    if run.isTraced {
      run.record(.note("\(sending.name) sends it again, since its connection was dead"))
    }
    startTimer(after: .zero, &run)
    return true
  }

  private func leave(_ run: inout Run) {
    if isUnderWay { run.attemptsUnderWay -= 1 }
    isUnderWay = false
  }

  override func release(_ run: inout Run) {
    if isUnderWay, run.isTraced {
      let attempt = attempt(run.number)
      run.record(hasAnswered ? .success(attempt) : .cancelled(attempt))
    }
    if isSent { sending?.giveUp(run) }
    leave(&run)
    if ticket != Self.noTicket {
      let isDropped = part.place?.abandon(self, &run) ?? false
      if isDropped, hasEffect { run.countEffects(-1) }
      ticket = Self.noTicket
    }
    for stage in scripted { stage?.cancel(&run) }
  }

  override var inputs: [Stage] { scripted.compactMap(\.self) }

  override var title: String { part.operation.name }

  override func activity(from zero: Instant) -> String {
    isUnderWay
      ? "attempt \(number), running since \(began.counted(from: zero).sinceStart.brief)" : "idle"
  }

  override var wait: Wait {
    isTimed ? .endOfTime : .answer(operation: part.operation.name, attempt: number)
  }
}
