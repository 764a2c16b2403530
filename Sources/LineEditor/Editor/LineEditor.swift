import CEditline
import Glibc
package import TextLayout

/// Lets a person type and change an entry of any number of lines, and hands it over as a whole.
///
/// The keys, the text and the terminal are libedit's. Added are characters in place of code points, entries in
/// place of lines, history, pasting, and drawing that counts columns rightly. One thread only.
///
///     let editor = LineEditor(name: "retrylab", hooks: EditorHooks())
///     while case .text(let text)? = editor?.read(Prompt("retry> ")) { print(text) }
package final class LineEditor {
  /// Those who know the language.
  package var hooks: EditorHooks
  /// What Up, Ctrl-R and their like search.
  package var history = History()
  /// How lists are drawn.
  package var style = Style()

  let editor: OpaquePointer
  private let stream: UnsafeMutablePointer<FILE>
  var reader = KeyReader()
  /// Keys that nobody pressed, which libedit reads before any others.
  var injected: [Unicode.Scalar] = []
  var table = CellTable()
  var painter = Painter()
  /// The first row of the entry that is on the screen.
  var top = 0
  var prompt = Prompt("")
  /// A text that is there to begin with.
  private var prefill = ""
  private var isEditing = false
  /// How the entry ended, once it has.
  var outcome: Entry?
  var walk = HistoryWalk(History())
  var search: IncrementalSearch?
  /// The entry before a search began.
  var searchOrigin = EntryText()
  /// The key that led to the present command.
  var key: Unicode.Scalar = "\0"
  /// How far the cursor moves before what it passes is taken away.
  var killed = 0
  /// The column that Up and Down keep to, while nothing else is pressed.
  var column: Int?
  /// The entry at which Tab found several candidates.
  var tabbed: EntryText?

  /// Creates the editor, unless there is no terminal that can be edited on.
  package init?(name: String, hooks: EditorHooks) {
    guard Screen.isPresent else { return nil }
    Self.chooseLocale()
    TerminalGuard.remember()
    // The stream is made before the editor that it tells of what libedit writes.
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
  /// Shows a prompt and returns what a person answers; a text may be there to begin with.
  package func read(_ prompt: Prompt, prefill: String = "") -> Entry {
    (self.prompt, self.prefill, injected, outcome) = (prompt, prefill, [], nil)
    (painter, top, search, tabbed, column) = (Painter(), 0, nil, nil, nil)
    walk = HistoryWalk(history)
    Signals.forgetInterrupts()
    reader.blockSignals()
    defer { reader.unblockSignals() }
    return Signals.catching(KeyReader.signals, Signals.note) {
      TerminalGuard.guarding(edit)
    }
  }

  private func edit() -> Entry {
    // Before the prompt is seen, so that nothing that is typed at it is echoed by the terminal.
    editline_prepare_terminal(editor, 1)
    announcePastes(true)
    el_resize(editor)
    isEditing = true
    var count: CInt = 0
    let line = el_wgets(editor, &count)
    isEditing = false
    announcePastes(false)
    if let outcome { return outcome }
    Screen.write(painter.leave().utf8)
    guard let line, count > 0 else { return .end }
    // A key that `.editrc` bound has ended the entry, and libedit the line.
    let cells = Self.cells(UnsafeBufferPointer(start: line, count: Int(count)).dropLast())
    return .text(table.text(of: cells))
  }

  /// Puts the text there that is to begin with, once libedit has begun.
  func takePrefill() {
    guard !prefill.isEmpty else { return }
    _ = show(prefill)
    prefill = ""
  }

  /// Asks the terminal to mark what is pasted, or no longer.
  func announcePastes(_ isOn: Bool) {
    Screen.write("\u{1B}[?2004\(isOn ? "h" : "l")".utf8)
  }

  /// Draws what has changed.
  func paint() {
    let shown = search.map { Prompt($0.prompt) } ?? prompt
    let frame = Frame(shown, entry, table, size: Screen.size, top: &top)
    Screen.write(painter.paint(frame).utf8)
  }

  /// Draws the entry with the cursor at its end, and goes to the row under it.
  func leave(after words: String = "") {
    let (cells, _) = line()
    el_cursor(editor, CInt(cells.count))
    paint()
    Screen.write((words + painter.leave()).utf8)
  }
}

// MARK: - What libedit writes

extension LineEditor {
  /// Gets what libedit writes: what it draws is drawn here, but bells ring, and a file of keys may have words.
  private static let write: editline_writer = { client, bytes, count in
    guard let bytes,
      let editor = client?.assumingMemoryBound(to: Unmanaged<LineEditor>?.self).pointee
    else { return count }
    let written = UnsafeRawBufferPointer(start: bytes, count: count)
    let isEditing = editor.takeUnretainedValue().isEditing
    Screen.write(isEditing ? written.filter { $0 == 7 } : Array(written))
    return count
  }

  /// libedit asks the locale what is a letter, so it must be one of UTF-8; numbers stay as they are.
  private static func chooseLocale() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }
}
