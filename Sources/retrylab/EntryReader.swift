import LineEditor
import Report

/// Reads entries with an editor where the terminal can be drawn on, or else line by line.
struct EntryReader {
  private let editor: LineEditor?
  private var plain: PlainReader
  /// How the prompt and lists are drawn.
  var style = Style()

  /// Creates a reader.
  init(_ hooks: EditorHooks) {
    let canDraw = Platform.environment("TERM").map { $0 != "dumb" } ?? false
    editor = canDraw ? LineEditor(name: "retrylab", hooks: hooks) : nil
    plain = PlainReader(hooks: hooks)
  }

  /// Shows the prompt and returns the answer; a text may be there to begin with.
  mutating func read(_ prefill: String, _ history: History) -> Entry {
    let prompt = Prompt("retry> ", isColoured: style.isColoured)
    guard let editor else { return plain.read(Prompt("retry> ")) }
    editor.history = history
    editor.style = style
    return editor.read(prompt, prefill: prefill)
  }
}
