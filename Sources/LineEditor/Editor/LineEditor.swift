import CEditline
import Glibc
package import TextLayout

/// An editor for entries of several lines.
///
/// libedit handles the keys, the text and the terminal. The editor adds characters instead of code points, entries
/// instead of lines, history, pasting, and drawing with correct widths. Use it from one thread only.
///
///     let editor = LineEditor(name: "retrylab", hooks: EditorHooks())
///     while case .text(let text)? = editor?.read(Prompt("retry> ")) { print(text) }
package final class LineEditor {
  package var hooks: EditorHooks
  /// The history that Up and Ctrl-R search.
  package var history = History()
  /// The style of lists.
  package var style = Style()
  /// Whether the newest entry that begins with the typed one is shown behind it.
  package var showsGhost = false

  let editor: OpaquePointer
  private let stream: UnsafeMutablePointer<FILE>
  var reader = KeyReader()
  /// Synthetic keys, which libedit reads first.
  var injected: [Unicode.Scalar] = []
  var table = CellTable()
  var painter = Painter()
  /// The first visible row of the entry.
  var top = 0
  var prompt = Prompt("")
  private var prefill = ""
  private var isEditing = false
  /// The result of the entry, once it has ended.
  var outcome: Entry?
  var walk = HistoryWalk(History())
  var search: IncrementalSearch?
  var searchOrigin = EntryText()
  var key: Unicode.Scalar = "\0"
  var undo = UndoHistory()
  /// The distance that the cursor moves before the passed text is deleted.
  var killed = 0
  /// The column that consecutive Up and Down keys keep.
  var column: Int?
  /// The entry for which Tab found several candidates.
  var tabbed: EntryText?
  /// The list of candidates below the entry, up to the next key that is not Tab.
  var list: CompletionList?

  /// Creates the editor, or `nil` if the terminal does not support editing.
  package init?(name: String, hooks: EditorHooks) {
    guard Screen.isPresent else { return nil }
    Self.chooseLocale()
    TerminalGuard.remember()
    // The stream is created before the editor that receives its output.
    let link = UnsafeMutablePointer<Unmanaged<LineEditor>?>.allocate(capacity: 1)
    link.initialize(to: nil)
    guard let stream = editline_open(link, Self.write),
      let editor = editline_create(name, stream)
    else { return nil }
    (self.hooks, self.editor, self.stream) = (hooks, editor, stream)
    link.pointee = Unmanaged.passUnretained(self)
    editline_set_client(editor, Unmanaged.passUnretained(self).toOpaque())
    prepare()
  }

  deinit {
    el_end(editor)
    fclose(stream)
  }
}

// MARK: - Reading

extension LineEditor {
  /// Shows a prompt, with an optional initial text, and returns the answer.
  package func read(_ prompt: Prompt, prefill: String = "") -> Entry {
    (self.prompt, self.prefill, injected, outcome) = (prompt, prefill, [], nil)
    (painter, top, search, tabbed, list, column) = (Painter(), 0, nil, nil, nil, nil)
    (walk, undo) = (HistoryWalk(history), UndoHistory())
    Signals.forgetInterrupts()
    reader.blockSignals()
    defer { reader.unblockSignals() }
    return Signals.catching(KeyReader.signals, Signals.note) {
      TerminalGuard.guarding(edit)
    }
  }

  private func edit() -> Entry {
    // Before the prompt is shown, so that the terminal does not echo typed text.
    editline_prepare_terminal(editor, 1)
    announcePastes(true)
    isEditing = true
    var count: CInt = 0
    let line = el_wgets(editor, &count)
    isEditing = false
    announcePastes(false)
    if let outcome { return outcome }
    Screen.write(painter.leave().utf8)
    guard let line, count > 0 else { return .end }
    // A key bound in `.editrc` has ended the entry.
    let cells = Self.cells(UnsafeBufferPointer(start: line, count: Int(count)).dropLast())
    return .text(table.text(of: cells))
  }

  /// Inserts the initial text once libedit has started.
  func takePrefill() {
    guard !prefill.isEmpty else { return }
    _ = show(prefill)
    prefill = ""
  }

  func announcePastes(_ isOn: Bool) {
    Screen.write("\u{1B}[?2004\(isOn ? "h" : "l")".utf8)
  }

  /// Draws the changes; an entry that is done keeps only its colours.
  func paint(isDone: Bool = false) {
    let (shown, entry, size) = (search.map { Prompt($0.prompt) } ?? prompt, entry, Screen.size)
    let text = table.text(of: entry.cells)
    let isGuided = search == nil && !entry.cells.isEmpty
    let guidance = isGuided ? hooks.guidance(text, entry.cursor, size.columns) : Guidance()
    if isDone { list = nil }
    let frame = Frame(
      shown, entry, table, isDone ? guidance.ofDoneText : guidance,
      ghost: isDone ? [] : Array((ghost(of: entry, text) ?? []).dropFirst(entry.cells.count)),
      list: &list, size: size, top: &top)
    Screen.write(painter.paint(frame).utf8)
  }

  /// Draws the entry with the cursor at its end, and moves to the row below it.
  func leave(after words: String = "") {
    let (cells, _) = line()
    el_cursor(editor, CInt(cells.count))
    paint(isDone: true)
    Screen.write((words + painter.leave()).utf8)
  }
}

// MARK: - Output of libedit

extension LineEditor {
  /// Receives the output of libedit: its drawing is ignored, but bells and messages about `.editrc` pass.
  private static let write: editline_writer = { client, bytes, count in
    guard let bytes,
      let editor = client?.assumingMemoryBound(to: Unmanaged<LineEditor>?.self).pointee
    else { return count }
    let written = UnsafeRawBufferPointer(start: bytes, count: count)
    let isEditing = editor.takeUnretainedValue().isEditing
    Screen.write(isEditing ? written.filter { $0 == 7 } : Array(written))
    return count
  }

  /// libedit classifies letters by the locale, so it must be UTF-8; the format of numbers does not change.
  private static func chooseLocale() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }
}
