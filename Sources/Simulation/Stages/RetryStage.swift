import Retry
import RetryNumerics
package import VirtualTime

extension Source {
  /// Returns the source with retries under a strategy, and with the layers that come with it.
  package func retry(_ strategy: RetryStrategy) -> Source {
    let attempt = strategy.inner.reduce(self) { $1.around($0) }
    return strategy.outer.reduce(Source(.retry(strategy), on: [attempt])) { $1.around($0) }
  }

  /// Returns the source with unlimited retries.
  package func retry() -> Source {
    retry(RetryStrategy(rules: RetryRules(attempts: nil)))
  }

  /// Returns the source with a total number of attempts, without delay.
  ///
  /// As in RxSwift, zero attempts complete empty and the source is not subscribed.
  package func retry(attempts: Int) throws(InvalidArgument) -> Source {
    try InvalidArgument.checkCount(attempts, "attempts", of: "the number of attempts")
    if attempts == 0 { return .empty }
    return retry(RetryStrategy(rules: RetryRules(attempts: attempts)))
  }

  /// Returns the source with a number of retries after the first attempt, without delay.
  package func retry(retries: Int) throws(InvalidArgument) -> Source {
    try InvalidArgument.checkCount(retries, "retries", of: "the number of retries")
    let attempts = retries == .max ? retries : retries + 1
    return retry(RetryStrategy(rules: RetryRules(attempts: attempts)))
  }
}

/// What stays the same about the stages of `retry`.
final class RetryPart {
  let actor: Int
  let strategy: RetryStrategy
  let budget: Remembered<RetryBudget.State>?
  /// Whether an error may be that of a strategy that refused the call, which the policy does not retry.
  let mayBeRefused: Bool

  init(
    actor: Int, _ strategy: RetryStrategy, _ budget: Remembered<RetryBudget.State>?,
    mayBeRefused: Bool
  ) {
    (self.actor, self.strategy) = (actor, strategy.detached)
    self.budget = budget
    self.mayBeRefused = mayBeRefused && strategy.filter.on == nil
  }

  // Asked here, because the compiler copies the whole policy for a call through a reference to this part.

  func decide(
    after fault: Fault, elapsed: Nanoseconds, _ state: inout RetryState, _ draws: inout Draws
  ) -> RetryDecision {
    strategy.policy.decide(
      after: fault, given: { GivenError($0) }, elapsed: elapsed, state: &state, using: &draws)
  }

  func decide(
    after fault: Fault, elapsed: Nanoseconds, _ state: inout RetryState, _ draws: inout Draws,
    _ checks: inout RetryChecks
  ) -> RetryDecision {
    strategy.policy.decide(
      after: fault, given: { GivenError($0) }, elapsed: elapsed, state: &state, using: &draws,
      observer: &checks)
  }

  func mayStart(elapsed: Nanoseconds, _ state: RetryState) -> RefusalReason? {
    strategy.policy.mayStart(elapsed: elapsed, state)
  }
}

/// The stage of `retry`, which applies a policy to each error.
final class RetryStage: UnaryStage {
  private let part: RetryPart
  private let queues: QuestionQueues
  /// What the current attempt was allowed to spend.
  private var grant: RetryBudget.Grant?
  /// The client whose budget it is.
  private var owner = 0
  private var state = RetryState()
  private var began = Instant.start
  private var waitBegan: Instant?
  private var fault = Fault.unspecified
  /// The queue in which the stage waits for a person's answer.
  private var queue: QuestionQueue?
  private var gate = Gate()

  init(_ upstream: Stage, _ part: RetryPart, _ queues: QuestionQueues) {
    (self.part, self.queues) = (part, queues)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    state = RetryState()
    began = run.now
    waitBegan = nil
    if part.budget != nil { beginBudget(run) }
    runUpstream(&run)
  }

  private func runUpstream(_ run: inout Run) {
    guard gate.enter() else { return }
    repeat {
      upstream.subscribe(&run)
    } while gate.isCalledAgain(if: isLive && !run.isHalted)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard case .failed(let fault) = signal else {
      if part.budget != nil, signal.isEnd { endAttempt(.success) }
      return forward(signal, &run)
    }
    self.fault = fault
    let decision = decide(&run)
    // An error that no attempt can correct says nothing about how well the service is.
    if part.budget != nil { endAttempt(decision == .fail(.notRetryable) ? .ignored : .failure) }
    if case .retry = decision, part.budget != nil, !takeGrant(&run) {
      return finish(.failed(fault), &run)
    }
    obey(decision, &run)
  }

  private func decide(_ run: inout Run) -> RetryDecision {
    guard !part.mayBeRefused || !fault.isRefusal else {
      return note(.fail(.notRetryable), after: [RetryCheck(.error, endsCall: true)], &run)
    }
    run.actors.count(part.actor)
    var draws = run.actors.draws(of: part.actor, in: run.number, for: .jitter)
    guard run.isTraced else {
      return part.decide(after: fault, elapsed: elapsed(&run), &state, &draws)
    }
    var checks = RetryChecks()
    let decision = part.decide(after: fault, elapsed: elapsed(&run), &state, &draws, &checks)
    return note(decision, after: checks.all, &run)
  }

  private func note(
    _ decision: RetryDecision, after checks: @autoclosure () -> [RetryCheck], _ run: inout Run
  ) -> RetryDecision {
    if run.isTraced {
      let name = run.actors[part.actor].name
      run.record(.decision(Deliberation(of: name, on: fault, decision, after: checks())))
    }
    return decision
  }

  private func elapsed(_ run: inout Run) -> Nanoseconds {
    run.now.nanoseconds(since: began)
  }

  private func obey(_ decision: RetryDecision, _ run: inout Run) {
    switch decision {
    case .retry(let delay, _) where delay.nanoseconds == .zero:
      tryAgain(&run)
    case .retry(let delay, _):
      waitBegan = run.now
      startTimer(after: delay.nanoseconds, &run)
    case .fail:
      finish(.failed(fault), &run)
    case .complete:
      finish(.completed, &run)
    case .ask:
      waitBegan = run.now
      let queue = queues.queue(of: part.strategy.person, &run)
      self.queue = queue
      queue.ask(self, as: part.actor, about: fault, &run)
    }
  }

  override func fire(_ run: inout Run) {
    assert(waitBegan != nil, "the timer of '\(title)' fires while it does not wait")
    tryAgain(&run)
  }

  func hear(_ answer: PersonAnswer, _ run: inout Run) {
    precondition(queue != nil, "'\(title)' is answered '\(answer)' without having asked")
    queue = nil
    switch answer {
    case .retry: tryAgain(&run)
    case .cancel: finish(.failed(fault), &run)
    }
  }

  /// Resubscribes unless the deadline has passed.
  private func tryAgain(_ run: inout Run) {
    endWait(&run)
    state.began = elapsed(&run)
    if let refusal = part.mayStart(elapsed: state.began, state) {
      if run.isTraced { run.record(.overdue(strategy: run.actors[part.actor].name, refusal)) }
      finish(.failed(fault), &run)
    } else {
      runUpstream(&run)
    }
  }

  private func endWait(_ run: inout Run) {
    guard let began = waitBegan else { return }
    waitBegan = nil
    run.countWait(since: began)
  }

  override func release(_ run: inout Run) {
    endWait(&run)
    if let budget = part.budget {
      if upstream.isLive || grant != nil { endAttempt(.ignored) }
      budget[owner].callEnded()
    }
    if let queue {
      self.queue = nil
      queue.leave(self, &run)
    }
    upstream.cancel(&run)
  }

  override func activity(from zero: Instant) -> String {
    let failures = state.count == 0 ? "no failures yet" : "\(state.count) failed so far"
    if queue != nil { return "\(failures), asking a person" }
    return waitBegan.map { "\(failures), waiting since \($0.counted(from: zero).sinceStart.brief)" }
      ?? failures
  }

  override var wait: Wait { queue != nil ? .person : super.wait }
}

// MARK: - The budget

extension RetryStage {
  private func beginBudget(_ run: borrowing Run) {
    (owner, grant) = (run.owner, nil)
    part.budget?[owner].callStarted(at: run.now.sinceStart)
  }

  private func endAttempt(_ outcome: CallOutcome) {
    part.budget?[owner].attemptEnded(outcome, grant: grant)
    grant = nil
  }

  private func takeGrant(_ run: inout Run) -> Bool {
    guard let budget = part.budget else { return true }
    let granted = budget[owner].grant(after: fault.retryCause, at: run.now.sinceStart)
    let isGranted = budget.counted(granted)
    if run.isTraced {
      let left = RetryBudget.State.text(budget[owner].balance)
      run.record(
        .note("\(budget.name) \(isGranted ? "allows" : "refuses") the retry, \(left) left"))
    }
    guard case .success(let grant) = granted else { return false }
    self.grant = grant
    return true
  }
}
