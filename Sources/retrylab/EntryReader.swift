import LineEditor
import TextLayout

/// Reads entries with an editor if the terminal supports it, otherwise line by line.
final class EntryReader {
  private let editor: LineEditor?
  private var plain: PlainReader
  /// What the language says about an entry.
  var hooks = EditorHooks() {
    didSet { plain = PlainReader(hooks: hooks) }
  }
  /// How the prompt and lists are drawn.
  var style = Style()
  /// Whether an entry is helped with while it is typed.
  var isHinted = true
  /// Whether a call is being stepped through, which the prompt shows.
  var isStepping = false

  init() {
    let canDraw = Platform.environment(.term).map { $0 != "dumb" } == true
    editor = canDraw ? LineEditor(name: "retrylab", hooks: hooks) : nil
    plain = PlainReader(hooks: hooks)
  }

  /// Whether the terminal can draw over what it shows.
  var canDraw: Bool { editor != nil }

  func read(_ prefill: String, _ history: History) -> Entry {
    // Without colours a ghost would look as if it had been typed.
    editor?.showsGhost = isHinted && style.isColoured
    return read(isStepping ? "step> " : "retry> ", prefill, history, hooks)
  }

  /// Asks a question, and returns the answer; `nil` if the person stops.
  ///
  /// The language is not asked about an answer, since a command of it is running.
  func answer(to question: String) -> String? {
    Pager.write(Wrapping.prose(question, width: style.width) + "\n")
    editor?.showsGhost = false
    switch read("answer> ", "", History(), EditorHooks()) {
    case .text(let text): return text
    case .cleared: Interruption.request()
    case .end: break
    case .ended(let signal): Platform.end(by: signal)
    }
    return nil
  }

  private func read(
    _ word: String, _ prefill: String, _ history: History, _ hooks: EditorHooks
  ) -> Entry {
    guard let editor else {
      defer { plain = PlainReader(hooks: self.hooks) }
      plain = PlainReader(hooks: hooks)
      return plain.read(Prompt(word))
    }
    (editor.hooks, editor.history, editor.style) = (hooks, history, style)
    return editor.read(Prompt(word, isColoured: style.isColoured), prefill: prefill)
  }
}
