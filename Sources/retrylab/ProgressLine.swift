import Synchronization

/// Says on standard error how far a long work is, once it takes longer than half a second.
enum ProgressLine {
  /// What is known of the work at hand.
  private struct State {
    var began: ContinuousClock.Instant?
    var isShown = false
  }

  private static let state = Mutex(State())

  /// What a session tells its progress to; nothing where no terminal shows it.
  static var hook: (@Sendable (Double) -> Void)? {
    guard Platform.Stream.error.isTerminal else { return nil }
    return { show($0) }
  }

  private static func show(_ share: Double) {
    let line: String? = state.withLock { state in
      let now = ContinuousClock.now
      let began = state.began ?? now
      state.began = began
      guard share < 1 else {
        let wasShown = state.isShown
        state = State()
        return wasShown ? "\r\u{1B}[K" : nil
      }
      let passed = now - began
      guard passed > .milliseconds(500), share > 0 else { return nil }
      state.isShown = true
      let (seconds, rest) = passed.components
      let time = Double(seconds) + Double(rest) / 1e18
      let left = Int(time * (1 - share) / share) + 1
      return "\r\u{1B}[K\(Int(share * 100))% done, about \(left) s left"
    }
    if let line { Platform.write(bytes: line, to: .error) }
  }
}
