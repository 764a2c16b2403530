import CEditline
import Glibc
package import Report

/// Lets a person type and change an entry of any number of lines, and hands it over as a whole.
///
/// It is libedit with characters in place of code points, history of whole entries, and pasting. One thread only.
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
  private var stream: UnsafeMutablePointer<FILE>?
  var reader = KeyReader()
  var injected: [Unicode.Scalar] = []
  var table = CellTable()
  var window = Window()
  /// How the entry ended, once it has.
  var outcome: Entry?
  var walk = HistoryWalk(History())
  var search: IncrementalSearch?
  /// The entry before a search began.
  var searchOrigin = EntryText()
  /// A cell in which the one before the cursor and the scalar that was typed become one character.
  var merged: CellTable.Cell?
  /// The key that led to the present command.
  var key: Unicode.Scalar = "\0"
  /// The text that Enter accepted.
  var accepted: String?
  /// How far the cursor moves before what it passes is taken away.
  var killed = 0
  /// The entry whose candidates are listed.
  var listed: EntryText?
  /// The entry before the cursor went to its end.
  var settled = EntryText()
  /// The column that Up and Down keep to, while nothing else is pressed.
  var column: Int?
  /// The entry at which Tab found several candidates.
  var tabbed: EntryText?
  var prefill = ""
  private var prompt = Prompt("")
  private var promptBytes: UnsafeMutablePointer<CChar>?
  private var unfinished: [UInt8] = []

  /// Creates the editor, unless there is no terminal that can be edited on.
  package init?(name: String, hooks: EditorHooks) {
    guard Screen.isPresent else { return nil }
    Self.chooseLocale()
    TerminalGuard.remember()
    self.hooks = hooks
    // The stream needs to know the editor, which needs the stream: it is told as soon as both are there.
    let link = UnsafeMutablePointer<Unmanaged<LineEditor>?>.allocate(capacity: 1)
    link.initialize(to: nil)
    guard let stream = editline_open(link, Self.write),
      let editor = editline_create(name, stream)
    else { return nil }
    self.editor = editor
    self.stream = stream
    link.pointee = Unmanaged.passUnretained(self)
    editline_set_client(editor, Unmanaged.passUnretained(self).toOpaque())
    prepare()
  }

  deinit {
    el_end(editor)
    if let stream { fclose(stream) }
    free(promptBytes)
  }
}

// MARK: - Reading

extension LineEditor {
  /// Shows a prompt and returns what a person answers; a text may be there to begin with.
  package func read(_ prompt: Prompt, prefill: String = "") -> Entry {
    self.prompt = prompt
    self.prefill = prefill
    (outcome, accepted, window) = (nil, nil, Window())
    (search, tabbed, column) = (nil, nil, nil)
    injected = prefill.isEmpty ? [] : [EditorCommand.prefill.scalar]
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
    var count: CInt = 0
    let line = el_wgets(editor, &count)
    announcePastes(false)
    if let outcome { return outcome }
    if let accepted { return .text(accepted) }
    guard let line, count > 0 else { return .end }
    // A key that `.editrc` bound has ended the entry.
    let shown = Self.cells(UnsafeBufferPointer(start: line, count: Int(count)).dropLast())
    return .text(table.text(of: window.above + shown + window.below))
  }

  /// Asks the terminal to mark what is pasted, or no longer.
  func announcePastes(_ isOn: Bool) {
    Screen.write("\u{1B}[?2004\(isOn ? "h" : "l")".utf8)
  }

  /// Creates the bytes of the prompt, which must stay until the next one.
  func promptText() -> UnsafeMutablePointer<CChar>? {
    free(promptBytes)
    promptBytes = strdup(currentPrompt.marked)
    return promptBytes
  }

  /// What stands before the entry at present.
  var currentPrompt: Prompt {
    if let search { return Prompt(search.prompt) }
    guard !window.above.isEmpty else { return prompt }
    let width = Screen.size.columns
    let count = window.linesAbove
    // libedit has no line ends in a prompt, so spaces lead to the next row.
    let words = "(\(count) \(count == 1 ? "line" : "lines") above)"
    return Prompt(Fitting.padRight(Fitting.cut(words, to: width, ""), to: width))
  }

  /// The columns that the prompt takes in the row where the entry begins.
  var promptColumns: Int {
    search.map { DisplayWidth.columns(of: $0.prompt) } ?? DisplayWidth.columns(of: prompt.text)
  }
}

// MARK: - Writing

extension LineEditor {
  /// Gets what libedit writes to the screen.
  private static let write: editline_writer = { client, bytes, count in
    guard let bytes,
      let editor = client?.assumingMemoryBound(to: Unmanaged<LineEditor>?.self).pointee
    else { return count }
    editor.takeUnretainedValue().write(UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  /// Writes bytes, characters in place of their stand-ins.
  private func write(_ bytes: UnsafeRawBufferPointer) {
    // Stand-ins are beyond the first plane, where a sequence has four bytes.
    if unfinished.isEmpty, bytes.allSatisfy({ $0 < 0xF0 }) { return Screen.write(bytes) }
    unfinished += bytes
    let end = unfinished.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    let isCut = unfinished[end] >= 0xF0 && unfinished.count - end < 4
    let whole = isCut ? unfinished[..<end] : unfinished[...]
    var text = ""
    for scalar in String(decoding: whole, as: UTF8.self).unicodeScalars {
      if let drawing = table.drawing(of: scalar) {
        text += drawing
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    unfinished = isCut ? Array(unfinished[end...]) : []
    Screen.write(text.utf8)
  }

  /// libedit writes through the locale, which must therefore be one of UTF-8; numbers stay as they are.
  private static func chooseLocale() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }
}
