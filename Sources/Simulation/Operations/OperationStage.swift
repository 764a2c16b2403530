import RetryNumerics
import VirtualTime

extension Source {
  /// Returns a source each subscription of which is an attempt of an operation.
  package static func operation(_ operation: Operation) -> Source {
    Source("op", role: .operation(operation), subject: operation.name) { builder in
      OperationStage(
        operation, actor: builder.cast.position(of: operation.name),
        scripted: operation.script.map { answer in
          if case .source(let source) = answer.answer { builder.stage(for: source) } else { nil }
        })
    }
  }
}

private final class OperationStage: Stage {
  private let operation: Operation
  private let actor: Int
  /// The stages of those answers of the script that are sources.
  private let scripted: [Stage?]
  private var attempt: Attempt?
  private var answer = Answer.never

  init(_ operation: Operation, actor: Int, scripted: [Stage?]) {
    self.operation = operation
    self.actor = actor
    self.scripted = scripted
    super.init()
    for stage in scripted { stage?.attach(to: self) }
  }

  override func start(_ machine: Machine) {
    let attempt = machine.beginAttempt(of: actor)
    self.attempt = attempt
    var draws = Draws(
      machine.cast[actor].key, call: machine.number,
      attempt: UInt32(truncatingIfNeeded: attempt.number),
      purpose: .attempt)
    let (answer, after) = operation.answer(
      to: attempt, isStormy: isStormy(attempt, machine), &draws)
    self.answer = answer
    if case .never = answer { return }
    startTimer(after: after, machine)
  }

  /// Moves the weather one step and tells how it is.
  private func isStormy(_ attempt: Attempt, _ machine: Machine) -> Bool {
    guard case .burst(let burst) = operation.faults else { return false }
    var draws = Draws(
      machine.cast[actor].key, call: machine.number,
      attempt: UInt32(truncatingIfNeeded: attempt.number),
      purpose: .weather)
    let isBad = burst.isBad(after: machine.cast[actor].isStormy, luck: draws.unit())
    machine.cast[actor].isStormy = isBad
    return isBad
  }

  override func fire(_ machine: Machine) {
    switch answer {
    case .ok: succeed(with: operation.returns, machine)
    case .value(let value): succeed(with: value, machine)
    case .fault(let fault): end(.failed(fault), machine)
    case .empty: end(.completed, machine)
    case .never: break
    case .source: goOn(machine)
    }
  }

  private func succeed(with value: Value, _ machine: Machine) {
    let epoch = epoch
    emit(value, machine)
    if isLive(since: epoch) { end(.completed, machine) }
  }

  /// Continues as the source that the script names for this attempt.
  private func goOn(_ machine: Machine) {
    guard let attempt else { return }
    scripted[min(attempt.number, scripted.count) - 1]?.subscribe(machine)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    if signal.isEnd {
      end(signal, machine)
    } else {
      forward(signal, machine)
    }
  }

  private func end(_ signal: Signal, _ machine: Machine) {
    if let attempt { machine.recordEnd(of: attempt, signal) }
    attempt = nil
    finish(signal, machine)
  }

  override func release(_ machine: Machine) {
    if let attempt { machine.record(.cancelled(attempt)) }
    attempt = nil
    for stage in scripted { stage?.cancel(machine) }
  }

  override var inputs: [Stage] { scripted.compactMap(\.self) }

  override var wait: Wait {
    attempt.map { .answer(operation: $0.operation, attempt: $0.number) } ?? .silence
  }
}
