import LineEditor
import Synchronization
import TextLayout

/// Shows the progress of a long run on standard error after half a second.
enum ProgressLine {
  private struct State {
    var began: ContinuousClock.Instant?
    var shown = ""
  }

  private static let state = Mutex(State())

  /// The progress handler of a session; `nil` without a terminal.
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
        // Each Ctrl-C has begun a new line below it.
        let above = String(repeating: "\u{1B}[A\u{1B}[K", count: Interruption.count)
        return wasShown ? "\r\u{1B}[K" + above : nil
      }
      let began = state.began ?? now
      state.began = began
      let passed = now - began
      guard passed > .milliseconds(500), share > 0 else { return nil }
      let (seconds, rest) = passed.components
      let words = ProgressText.text(share, after: Double(seconds) + Double(rest) / 1e18)
      // The line is rewritten only when it changes.
      guard words != state.shown else { return nil }
      state.shown = words
      return "\r\u{1B}[K\(words)"
    }
    if let line { Platform.write(bytes: line, to: .error) }
  }
}
