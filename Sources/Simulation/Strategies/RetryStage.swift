import Retry
import RetryNumerics
package import VirtualTime

extension Source {
  /// Returns the source, subscribed again after errors as a strategy decides.
  package func retry(_ strategy: RetryStrategy) -> Source {
    let actor = actor(of: "retry")
    return Source("retry", on: [self], role: .retry(strategy)) { builder in
      RetryStage(
        builder.stage(for: self), actor: builder.cast.position(of: actor), strategy,
        builder.desks.desk(of: strategy.person, builder.cast))
    }
  }

  /// Returns the source, subscribed again after every error, for ever.
  package func retry() -> Source {
    retry(RetryStrategy(rules: RetryRules(attempts: nil), honoursHint: false))
  }

  /// Returns the source, subscribed so many times in all, without a delay.
  ///
  /// As in RxSwift, zero attempts complete empty and the source is not subscribed.
  package func retry(attempts: Int) throws(InvalidArgument) -> Source {
    try InvalidArgument.checkCount(attempts, "attempts")
    if attempts == 0 { return .empty }
    return retry(RetryStrategy(rules: RetryRules(attempts: attempts), honoursHint: false))
  }

  /// Returns the source, subscribed once and then so many times again, without a delay.
  package func retry(retries: Int) throws(InvalidArgument) -> Source {
    try InvalidArgument.checkCount(retries, "retries")
    let attempts = retries == .max ? retries : retries + 1
    return retry(RetryStrategy(rules: RetryRules(attempts: attempts), honoursHint: false))
  }
}

/// Asks a policy about each error and does what it answers.
final class RetryStage: UnaryStage {
  private let actor: Int
  private let strategy: RetryStrategy
  private let desk: PersonDesk
  private var state = RetryState()
  private var began = Instant.start
  private var waitBegan: Instant?
  private var fault = Fault.unspecified
  private var isAsking = false
  private var gate = Gate()

  /// Creates a stage whose policy draws under the name of an actor.
  init(_ upstream: Stage, actor: Int, _ strategy: RetryStrategy, _ desk: PersonDesk) {
    self.actor = actor
    self.strategy = strategy
    self.desk = desk
    super.init(upstream)
  }

  override func start(_ machine: Machine) {
    state = RetryState()
    began = machine.now
    waitBegan = nil
    runUpstream(machine)
  }

  private func runUpstream(_ machine: Machine) {
    guard gate.enter() else { return }
    repeat {
      upstream.subscribe(machine)
    } while gate.isCalledAgain(if: isLive && !machine.isHalted)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    guard case .failed(let fault) = signal else { return forward(signal, machine) }
    self.fault = fault
    let decision = decide(machine)
    machine.record(.decision(strategy: machine.cast[actor].name, fault, decision))
    obey(decision, machine)
  }

  private func decide(_ machine: Machine) -> RetryDecision {
    machine.cast[actor].count &+= 1
    var draws = Draws(
      machine.cast[actor].key, call: machine.number, attempt: machine.cast[actor].count,
      purpose: .jitter)
    return strategy.policy.decide(
      after: fault, elapsed: elapsed(machine), state: &state, using: &draws)
  }

  private func elapsed(_ machine: Machine) -> Nanoseconds {
    machine.now.nanoseconds(since: began)
  }

  private func obey(_ decision: RetryDecision, _ machine: Machine) {
    switch decision {
    case .retry(let delay, _) where delay.nanoseconds == .zero:
      tryAgain(machine)
    case .retry(let delay, _):
      waitBegan = machine.now
      startTimer(after: delay.nanoseconds, machine)
    case .fail:
      finish(.failed(fault), machine)
    case .complete:
      finish(.completed, machine)
    case .ask:
      waitBegan = machine.now
      isAsking = true
      desk.ask(self, about: fault, machine)
    }
  }

  override func fire(_ machine: Machine) {
    tryAgain(machine)
  }

  /// Takes the answer of a person who was asked.
  func hear(_ answer: PersonAnswer, _ machine: Machine) {
    guard isAsking else { return }
    isAsking = false
    switch answer {
    case .retry: tryAgain(machine)
    case .cancel: finish(.failed(fault), machine)
    }
  }

  /// Subscribes again, unless the wait has used up the time.
  private func tryAgain(_ machine: Machine) {
    endWait(machine)
    if let refusal = strategy.policy.mayStart(elapsed: elapsed(machine)) {
      machine.record(.overdue(strategy: machine.cast[actor].name, refusal))
      finish(.failed(fault), machine)
    } else {
      runUpstream(machine)
    }
  }

  private func endWait(_ machine: Machine) {
    guard let began = waitBegan else { return }
    waitBegan = nil
    machine.countWait(since: began)
  }

  override func release(_ machine: Machine) {
    endWait(machine)
    if isAsking {
      isAsking = false
      desk.leave(self, machine)
    }
    upstream.cancel(machine)
  }

  override var wait: Wait { isAsking ? .person : .silence }
}
