import TextLayout

/// The prompt before an entry.
package struct Prompt: Hashable, Sendable {
  /// Its characters.
  let text: String
  private let isColoured: Bool

  /// Creates a prompt.
  package init(_ text: String, isColoured: Bool = false) {
    self.text = text
    self.isColoured = isColoured
  }

  /// Returns the prompt, cut to half of the row.
  func row(width: Int) -> Frame.Row {
    let shown = Fitting.cut(text, to: max(1, width / 2), "")
    return Frame.Row(
      text: isColoured ? Ink.prompt.paint(shown) : shown,
      columns: DisplayWidth.columns(of: shown))
  }
}
