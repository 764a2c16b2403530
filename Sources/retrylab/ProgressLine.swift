import Synchronization
import TextLayout

/// Says on standard error how far a long work is, once it takes longer than half a second.
enum ProgressLine {
  /// What is known of the work at hand.
  private struct State {
    var began: ContinuousClock.Instant?
    var shown = ""
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
      guard share < 1 else {
        let wasShown = !state.shown.isEmpty
        state = State()
        return wasShown ? "\r\u{1B}[K" : nil
      }
      let began = state.began ?? now
      state.began = began
      let passed = now - began
      guard passed > .milliseconds(500), share > 0 else { return nil }
      let (seconds, rest) = passed.components
      let words = ProgressWords.text(share, after: Double(seconds) + Double(rest) / 1e18)
      // Who tells of every step is not shown more often than there is news.
      guard words != state.shown else { return nil }
      state.shown = words
      return "\r\u{1B}[K\(words)"
    }
    if let line { Platform.write(bytes: line, to: .error) }
  }
}
