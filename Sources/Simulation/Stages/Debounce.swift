package import RetryNumerics

extension Source {
  /// Returns the values that are not followed by another within a time.
  ///
  /// Completion sends the pending value; an error drops it.
  package func debounce(_ quiet: Nanoseconds) -> Source {
    Source(.signals(.debounce(max(quiet, .zero))), on: [self])
  }
}

final class DebounceStage: UnaryStage {
  private let quiet: Nanoseconds
  private var held: Value?

  init(_ upstream: Stage, _ quiet: Nanoseconds) {
    self.quiet = quiet
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    held = nil
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value(let value):
      held = value
      startTimer(after: quiet, &run)
    case .completed:
      let epoch = epoch
      sendHeld(&run)
      if isLive(since: epoch) { finish(.completed, &run) }
    case .failed:
      finish(signal, &run)
    }
  }

  override func fire(_ run: inout Run) {
    sendHeld(&run)
  }

  private func sendHeld(_ run: inout Run) {
    guard let value = held else { return }
    held = nil
    emit(value, &run)
  }
}
