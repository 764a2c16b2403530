import LineEditor
import Synchronization
import TextLayout

/// Shows the progress of a long run on standard error after half a second.
enum ProgressLine {
  private struct State {
    var began: ContinuousClock.Instant?
    var shown = ""
    var note = ""
    var shownAt: ContinuousClock.Instant?
  }

  private static let state = Mutex(State())

  /// The progress handler of a session; `nil` without a terminal.
  static var hook: (@Sendable (Double) -> Void)? {
    guard Platform.Stream.error.isTerminal else { return nil }
    return { show($0) }
  }

  /// Receives what is shown beside the progress.
  static var noteHook: (@Sendable (String) -> Void)? {
    guard hook != nil else { return nil }
    return { note in state.withLock { $0.note = note } }
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
      var words = ProgressText.text(share, after: Double(seconds) + Double(rest) / 1e18)
      if !state.note.isEmpty { words += " · \(state.note)" }
      // A line that wraps could not be rewritten.
      words = String(words.prefix(max((Platform.terminalWidth ?? 80) - 1, 20)))
      // The line is rewritten only when it changes.
      guard words != state.shown else { return nil }
      if let last = state.shownAt, now - last < .milliseconds(100) { return nil }
      (state.shown, state.shownAt) = (words, now)
      return "\r\u{1B}[K\(words)"
    }
    if let line { Platform.write(bytes: line, to: .error) }
  }
}
