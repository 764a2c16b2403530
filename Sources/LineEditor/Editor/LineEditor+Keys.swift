import CEditline
import Glibc

// The keys: libedit requests each key and calls a function for each command.

extension LineEditor {
  /// Sets up libedit: the reader, the commands and the keys.
  func prepare() {
    editline_ignore_signals(editor)
    editline_set_editor(editor, "emacs")
    editline_keep_signal_keys(editor)
    editline_set_reader(editor) { editor, cell in
      guard let next = LineEditor.of(editor)?.nextCell() else { return 0 }
      cell?.pointee = wchar_t(bitPattern: next.value)
      return 1
    }
    for command in EditorCommand.allCases where !command.isBuiltIn {
      // libedit keeps the pointers, so the copies are never freed.
      editline_add(editor, strdup(command.name), strdup("RetryLab"), command.function)
    }
    bindKeys()
    readKeyFile()
    editline_fix_size(editor)
    // A file that selects vi keys removes earlier bindings.
    if isVi { bindKeys() }
    // Bound last, so that the file cannot change them.
    for command in EditorCommand.allCases {
      bind(command.fixedKeys + [command.key], to: command.name)
      for keys in command.fixedKeys + [command.key] where !keys.hasPrefix("\\e") {
        editline_bind_command_map(editor, keys, command.name)
      }
    }
  }

  private func bindKeys() {
    for command in LibeditCommand.allCases { bind(command.keys, to: command.rawValue) }
    for command in EditorCommand.allCases {
      bind(command.keys, to: command.name)
      guard isVi else { continue }
      for keys in command.viKeys { editline_bind_command_map(editor, keys, command.name) }
    }
  }

  private func bind(_ keys: [String], to name: String) {
    // In vi mode, Escape must remain a separate key.
    for keys in keys where !isVi || !keys.hasPrefix("\\e") { editline_bind(editor, keys, name) }
  }

  private var isVi: Bool { editline_is_vi(editor) != 0 }

  /// Returns the editor of a libedit callback.
  static func of(_ editor: OpaquePointer?) -> LineEditor? {
    guard let editor, let client = editline_client(editor) else { return nil }
    return Unmanaged<LineEditor>.fromOpaque(client).takeUnretainedValue()
  }
}

// MARK: - Reading keys

extension LineEditor {
  /// Makes libedit read synthetic keys.
  func inject(_ commands: EditorCommand...) {
    injected += commands.map(\.scalar)
  }

  /// Returns the next key, or `nil` if the entry has ended.
  private func nextCell() -> Unicode.Scalar? {
    takePrefill()
    while outcome == nil {
      if !injected.isEmpty { return injected.removeFirst() }
      if search == nil { undo.note(entry) }
      // Drawing waits until all keys that were typed ahead are handled.
      if !reader.hasMore { paint() }
      switch reader.next() {
      case .scalar(let scalar):
        if scalar != "\t" { list = nil }
        if let cell = cell(of: scalar) { return cell }
      case .signal: heedSignals()
      case .end: end(.end)
      }
    }
    return nil
  }

  /// Returns the libedit key of a scalar, unless it has been handled.
  private func cell(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if search != nil, takesForSearch(scalar) { return nil }
    guard !scalar.isASCII else { return scalar }
    // These are internal commands, which no keyboard sends.
    if scalar.value < 0xA0 { return "\u{FFFD}" }
    let (cells, position) = line()
    guard position > 0, let joined = table.joined(cells[position - 1], scalar) else {
      return table.cells(of: String(scalar)).first
    }
    el_deletestr(editor, 1)
    insert([joined])
    return nil
  }
}

// MARK: - Commands

extension LineEditor {
  /// The action of libedit after a command.
  struct CommandEffect {
    let code: UInt8

    static let done = CommandEffect(code: UInt8(CC_REFRESH))
    static let beep = CommandEffect(code: UInt8(CC_REFRESH_BEEP))
    static let end = CommandEffect(code: UInt8(CC_EOF))
  }

  func perform(_ command: EditorCommand) -> CommandEffect {
    if command != .up, command != .down { column = nil }
    if command != .complete { tabbed = nil }
    switch command {
    case .enter, .newline, .paste, .viPaste, .close: return edit(command)
    case .deleteBackward, .deleteForward, .killToEnd, .killToStart: return delete(command)
    case .left, .right, .lineStart, .lineEnd, .entryStart, .entryEnd, .moveToMark:
      return move(command)
    case .up, .down, .recallBack, .recallForward: return walk(command)
    case .searchBack: return startSearch()
    case .complete: return complete()
    case .undo: return undo.undo().map(show) ?? .beep
    case .redo: return undo.redo().map(show) ?? .beep
    case .interrupt, .endOfInput, .suspend, .clearScreen: return leave(command)
    case .mark, .kill, .viAdd: return .done
    }
  }
}

extension EditorCommand {
  /// The function that libedit calls; it cannot capture state, so each command has its own.
  fileprivate var function: editline_function {
    switch self {
    case .enter: { editor, _ in perform(.enter, editor) }
    case .newline: { editor, _ in perform(.newline, editor) }
    case .left: { editor, _ in perform(.left, editor) }
    case .right: { editor, _ in perform(.right, editor) }
    case .up: { editor, _ in perform(.up, editor) }
    case .down: { editor, _ in perform(.down, editor) }
    case .deleteBackward: { editor, _ in perform(.deleteBackward, editor) }
    case .deleteForward: { editor, _ in perform(.deleteForward, editor) }
    case .lineStart: { editor, _ in perform(.lineStart, editor) }
    case .lineEnd: { editor, _ in perform(.lineEnd, editor) }
    case .entryStart: { editor, _ in perform(.entryStart, editor) }
    case .entryEnd: { editor, _ in perform(.entryEnd, editor) }
    case .killToEnd: { editor, _ in perform(.killToEnd, editor) }
    case .killToStart: { editor, _ in perform(.killToStart, editor) }
    case .close: { editor, key in perform(.close, editor, key) }
    case .searchBack: { editor, _ in perform(.searchBack, editor) }
    case .recallBack: { editor, _ in perform(.recallBack, editor) }
    case .recallForward: { editor, _ in perform(.recallForward, editor) }
    case .complete: { editor, _ in perform(.complete, editor) }
    case .undo: { editor, _ in perform(.undo, editor) }
    case .redo: { editor, _ in perform(.redo, editor) }
    case .interrupt: { editor, _ in perform(.interrupt, editor) }
    case .endOfInput: { editor, _ in perform(.endOfInput, editor) }
    case .suspend: { editor, _ in perform(.suspend, editor) }
    case .clearScreen: { editor, _ in perform(.clearScreen, editor) }
    case .paste: { editor, _ in perform(.paste, editor) }
    case .viPaste: { editor, _ in perform(.viPaste, editor) }
    case .moveToMark, .mark, .kill, .viAdd: { editor, _ in perform(.moveToMark, editor) }
    }
  }
}

/// Lets an editor run a command, and returns the action of libedit.
private func perform(
  _ command: EditorCommand, _ editor: OpaquePointer?, _ key: CInt = 0
) -> UInt8 {
  guard let editor = LineEditor.of(editor) else { return LineEditor.CommandEffect.end.code }
  editor.key = Unicode.Scalar(UInt8(clamping: key))
  return editor.perform(command).code
}
