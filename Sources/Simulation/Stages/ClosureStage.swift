import VirtualTime

extension Run {
  /// Returns the draws of the next call of an actor's closure.
  mutating func closureDraws(of actor: Int) -> Draws {
    actors.count(actor)
    return actors.draws(of: actor, in: number, for: .closure)
  }
}

/// A stage with one input that calls a closure with each value.
///
/// An error thrown by the closure fails the sequence, as in the Rx contract.
class ClosureStage: UnaryStage {
  private let actor: Int

  init(_ upstream: Stage, actor: Int) {
    self.actor = actor
    super.init(upstream)
  }

  func receive(value: Value, _ draws: inout Draws, _ run: inout Run) throws(Fault) {}

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard case .value(let value) = signal else { return finish(signal, &run) }
    var draws = run.closureDraws(of: actor)
    do throws(Fault) {
      try receive(value: value, &draws, &run)
    } catch {
      finish(.failed(error), &run)
    }
  }
}
