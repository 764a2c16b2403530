/// The outermost stage, which receives the outcome of the call.
final class RootStage: UnaryStage {
  /// How the call ended by itself, if it did.
  private(set) var end: Outcome?
  private var last: Value?

  override func start(_ run: inout Run) {
    end = nil
    last = nil
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value(let value):
      guard run.countEvent() else { return }
      last = value
      run.countValue()
      if run.isTraced { run.record(.value(value)) }
    case .completed:
      end = last.map(Outcome.success) ?? .completed
      finish(.completed, &run)
    case .failed(let fault):
      end = .failure(fault)
      finish(signal, &run)
    }
  }

  /// What the live stages wait for when no event is pending.
  var waits: [Wait] {
    var waits: [Wait] = []
    collectWaits(into: &waits)
    return waits
  }
}
