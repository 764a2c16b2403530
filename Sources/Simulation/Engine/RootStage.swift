/// The stage above all others, which hears how the call goes.
final class RootStage: UnaryStage {
  /// How the call ended by itself, once it has.
  private(set) var end: Outcome?
  private var last: Value?

  override func start(_ machine: Machine) {
    end = nil
    last = nil
    upstream.subscribe(machine)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    switch signal {
    case .value(let value):
      guard machine.countEvent() else { return }
      last = value
      machine.record(.value(value))
    case .completed:
      end = last.map(Outcome.success) ?? .completed
      finish(.completed, machine)
    case .failed(let fault):
      end = .failure(fault)
      finish(signal, machine)
    }
  }
}
