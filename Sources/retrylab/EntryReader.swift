import LineEditor
import TextLayout

/// Reads entries with an editor if the terminal supports it, otherwise line by line.
struct EntryReader {
  private let editor: LineEditor?
  private var plain: PlainReader
  /// How the prompt and lists are drawn.
  var style = Style()
  /// Whether an entry is helped with while it is typed.
  var isHinted = true
  /// Whether a call is being stepped through, which the prompt shows.
  var isStepping = false

  /// Creates a reader.
  init(_ hooks: EditorHooks) {
    let canDraw = Platform.environment(.term).map { $0 != "dumb" } == true
    editor = canDraw ? LineEditor(name: "retrylab", hooks: hooks) : nil
    plain = PlainReader(hooks: hooks)
  }

  /// Whether entries can be edited, recalled and completed.
  var canEdit: Bool { editor != nil }

  /// Shows the prompt, with an initial text, and returns the entry.
  mutating func read(_ prefill: String, _ history: History) -> Entry {
    let word = isStepping ? "step> " : "retry> "
    let prompt = Prompt(word, isColoured: style.isColoured)
    guard let editor else { return plain.read(Prompt(word)) }
    editor.history = history
    editor.style = style
    // Without colours a ghost would look as if it had been typed.
    editor.showsGhost = isHinted && style.isColoured
    return editor.read(prompt, prefill: prefill)
  }
}
