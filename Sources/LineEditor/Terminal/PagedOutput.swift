import TextLayout

/// Output that waits for Enter before a text that was not read yet leaves the screen.
///
/// A pager would hide what was shown before, which the text speaks of.
package final class PagedOutput {
  private static let invitation = "(Enter goes on)"

  /// Whether output waits.
  package private(set) var isOpen = false
  /// What was typed during the last pause in which something was.
  private var typed = ""
  /// The rows since the last pause.
  private var rows = 0

  package init() {}

  /// Begins to wait, or ends it.
  package func wait(_ isOpen: Bool) {
    // The row of the prompt is above the output.
    (self.isOpen, rows) = (isOpen, 1)
  }

  /// Shows a text, page by page if it is taller than the screen.
  package func show(_ text: String) {
    let size = Screen.size
    let page = max(2, size.rows - 1)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let heights = lines.map { Self.height(of: $0, size.columns) }
    if rows + heights.reduce(0, +) > page { pause() }
    var shown: [Substring] = []
    for (line, height) in zip(lines, heights) {
      if rows + height > page {
        write(shown)
        lines = lines.dropFirst(shown.count)
        shown = []
        pause()
      }
      rows += height
      shown.append(line)
    }
    write(shown)
  }

  /// Returns what was typed during a pause, for the next prompt, once.
  package func takeTyped() -> String {
    defer { typed = "" }
    return typed
  }

  private func write(_ lines: [Substring]) {
    if !lines.isEmpty { Pager.write(lines.joined(separator: "\n") + "\n") }
  }

  /// Waits for Enter, unless something was typed ahead or Ctrl-C was pressed.
  private func pause() {
    guard rows > 1, !Interruption.isRequested, !Question.isAnswered else { return }
    Screen.write(Self.invitation.utf8)
    let line = Question.waitForLine()
    let height = Self.height(of: Self.invitation + line, Screen.size.columns)
    Screen.write("\u{1B}[\(height)A\r\u{1B}[J".utf8)
    if !line.allSatisfy(\.isWhitespace) { typed = line }
    rows = 0
  }

  /// The rows of a line, in which control sequences take no columns.
  private static func height(of line: some StringProtocol, _ width: Int) -> Int {
    let plain = line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .map { $0 == 0 ? $1 : $1.drop { $0 != "m" }.dropFirst() }.joined()
    return max(1, (DisplayWidth.columns(of: plain) + width - 1) / max(1, width))
  }
}
