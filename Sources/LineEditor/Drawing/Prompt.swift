import TextLayout

/// The prompt before an entry.
package struct Prompt: Hashable, Sendable {
  let text: String
  private let isColoured: Bool

  package init(_ text: String, isColoured: Bool = false) {
    self.text = text
    self.isColoured = isColoured
  }

  /// Returns the prompt, cut to half of the row.
  func row(width: Int) -> Frame.Row { row(of: text, .prompt, width) }

  /// Returns the prompt of the following lines, which is as wide.
  func continuation(width: Int) -> Frame.Row { row(of: continuation, .faint, width) }

  var continuation: String {
    text.isEmpty ? "" : String(repeating: ".", count: text.count - 1) + " "
  }

  private func row(of text: String, _ ink: Ink, _ width: Int) -> Frame.Row {
    Frame.Row(prompt: Fitting.cut(text, to: max(1, width / 2), ""), isColoured ? ink : nil)
  }
}
