package import RetryNumerics

extension Source {
  /// Returns the values that no other value follows within a time.
  ///
  /// Completion sends the value that still waits; an error drops it.
  package func debounce(_ quiet: Nanoseconds) -> Source {
    Source("debounce", on: [self]) { DebounceStage($0.stage(for: self), max(quiet, .zero)) }
  }
}

private final class DebounceStage: UnaryStage {
  private let quiet: Nanoseconds
  private var held: Value?

  init(_ upstream: Stage, _ quiet: Nanoseconds) {
    self.quiet = quiet
    super.init(upstream)
  }

  override func start(_ machine: Machine) {
    held = nil
    upstream.subscribe(machine)
  }

  override func receive(_ signal: Signal, from port: Int, _ machine: Machine) {
    switch signal {
    case .value(let value):
      held = value
      startTimer(after: quiet, machine)
    case .completed:
      let epoch = epoch
      sendHeld(machine)
      if isLive(since: epoch) { finish(.completed, machine) }
    case .failed:
      finish(signal, machine)
    }
  }

  override func fire(_ machine: Machine) {
    sendHeld(machine)
  }

  private func sendHeld(_ machine: Machine) {
    guard let value = held else { return }
    held = nil
    emit(value, machine)
  }
}
