import CEditline
import Glibc

// What the keys do: libedit calls one function for all commands, and asks another for each key.

extension LineEditor {
  /// Sets libedit up: the prompt, the reader, the keys.
  func prepare() {
    editline_ignore_signals(editor)
    editline_set_editor(editor, "emacs")
    editline_keep_signal_keys(editor)
    editline_set_prompt(editor, { LineEditor.of($0)?.promptText() }, Prompt.marker)
    editline_set_reader(editor) { editor, cell in LineEditor.of(editor)?.nextCell(cell) ?? 0 }
    for command in EditorCommand.allCases where !command.isBuiltIn {
      editline_add(editor, strdup(command.name), strdup("RetryLab"), function(of: command))
    }
    bindKeys()
    el_source(editor, nil)
    // A file that chooses the keys of vi takes those away that were bound before.
    if isVi { bindKeys() }
    for command in EditorCommand.allCases {
      bind(command.fixedKeys + [command.key], to: command.name)
      for keys in command.fixedKeys + [command.key] where !keys.hasPrefix("\\e") {
        editline_bind_command_map(editor, keys, command.name)
      }
    }
  }

  private func bindKeys() {
    for (keys, name) in EditorCommand.builtInKeys { bind([keys], to: name) }
    for command in EditorCommand.allCases {
      bind(command.keys, to: command.name)
      guard isVi else { continue }
      for keys in command.commandMapKeys {
        editline_bind_command_map(editor, keys, command.name)
      }
    }
  }

  private func bind(_ keys: [String], to name: String) {
    // In vi, Escape must stay a key of its own.
    for keys in keys where !isVi || !keys.hasPrefix("\\e") { editline_bind(editor, keys, name) }
  }

  /// A flag that tells whether the keys are those of vi.
  var isVi: Bool { editline_is_vi(editor) != 0 }

  /// Returns the editor that libedit calls back for.
  private static func of(_ editor: OpaquePointer?) -> LineEditor? {
    guard let editor, let client = editline_client(editor) else { return nil }
    return Unmanaged<LineEditor>.fromOpaque(client).takeUnretainedValue()
  }
}

// MARK: - Keys

extension LineEditor {
  /// Has libedit read keys that nobody pressed, before any others.
  func inject(_ commands: EditorCommand...) {
    injected += commands.map(\.scalar)
  }

  /// Hands libedit the next key; returns zero where there is none.
  private func nextCell(_ cell: UnsafeMutablePointer<wchar_t>?) -> CInt {
    guard let next = nextCell() else { return 0 }
    cell?.pointee = wchar_t(bitPattern: next.value)
    return 1
  }

  private func nextCell() -> Unicode.Scalar? {
    while outcome == nil {
      if !injected.isEmpty { return injected.removeFirst() }
      switch reader.next() {
      case .scalar(let scalar): return cell(of: scalar)
      case .signal: heedSignals()
      case .end: outcome = .end
      }
    }
    return nil
  }

  /// Returns the key that a scalar is to libedit.
  private func cell(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    if search != nil { return searchKey(scalar) }
    guard !scalar.isASCII else { return scalar }
    // What a keyboard cannot send would be a command.
    if scalar.value < 0xA0 { return "\u{FFFD}" }
    let (shown, position) = line()
    if position > 0, let cell = table.joined(shown[position - 1], scalar) {
      merged = cell
      return EditorCommand.merge.scalar
    }
    let cells = table.cells(of: String(Character(scalar)))
    return cells.first ?? scalar
  }
}

// MARK: - Commands

extension LineEditor {
  /// What libedit is to do after a command.
  struct Answer {
    let code: UInt8

    static let redraw = Answer(code: UInt8(CC_REFRESH))
    static let keep = Answer(code: UInt8(CC_NORM))
    static let beep = Answer(code: UInt8(CC_REFRESH_BEEP))
    static let end = Answer(code: UInt8(CC_EOF))
  }

  /// Carries out the command that libedit was given a key for.
  func perform(_ command: EditorCommand) -> Answer {
    if command != .up, command != .down { column = nil }
    if command != .complete, command != .list { tabbed = nil }
    switch command {
    case .enter, .newline, .paste, .merge, .prefill, .close: return edit(command)
    case .deleteBackward, .deleteForward, .killToEnd, .killToStart: return delete(command)
    case .left, .right, .lineStart, .lineEnd, .entryStart, .entryEnd: return move(command)
    case .up, .down, .recallBack, .recallForward: return walk(command)
    case .searchBack: return startSearch()
    case .showSearch: return showSearch()
    case .complete, .list: return complete(command)
    case .interrupt, .endOfInput, .suspend, .clear, .leave, .stop: return leave(command)
    case .viPaste:
      // Escape has moved the cursor back and ended inserting.
      inject(.viAdd, .paste)
      return .keep
    case .moveToMark:
      el_cursor(editor, CInt(killed))
      return .keep
    case .accept, .mark, .kill, .viAdd, .viEnd: return .keep
    }
  }

  /// Returns the function that libedit calls; it can hold no state, so there is one for each command.
  private func function(of command: EditorCommand) -> editline_function {
    switch command {
    case .enter: { editor, _ in LineEditor.perform(.enter, editor) }
    case .newline: { editor, _ in LineEditor.perform(.newline, editor) }
    case .left: { editor, _ in LineEditor.perform(.left, editor) }
    case .right: { editor, _ in LineEditor.perform(.right, editor) }
    case .up: { editor, _ in LineEditor.perform(.up, editor) }
    case .down: { editor, _ in LineEditor.perform(.down, editor) }
    case .deleteBackward: { editor, _ in LineEditor.perform(.deleteBackward, editor) }
    case .deleteForward: { editor, _ in LineEditor.perform(.deleteForward, editor) }
    case .lineStart: { editor, _ in LineEditor.perform(.lineStart, editor) }
    case .lineEnd: { editor, _ in LineEditor.perform(.lineEnd, editor) }
    case .entryStart: { editor, _ in LineEditor.perform(.entryStart, editor) }
    case .entryEnd: { editor, _ in LineEditor.perform(.entryEnd, editor) }
    case .killToEnd: { editor, _ in LineEditor.perform(.killToEnd, editor) }
    case .killToStart: { editor, _ in LineEditor.perform(.killToStart, editor) }
    case .close: { editor, key in LineEditor.perform(.close, editor, key) }
    case .searchBack: { editor, _ in LineEditor.perform(.searchBack, editor) }
    case .recallBack: { editor, _ in LineEditor.perform(.recallBack, editor) }
    case .recallForward: { editor, _ in LineEditor.perform(.recallForward, editor) }
    case .complete: { editor, _ in LineEditor.perform(.complete, editor) }
    case .interrupt: { editor, _ in LineEditor.perform(.interrupt, editor) }
    case .endOfInput: { editor, _ in LineEditor.perform(.endOfInput, editor) }
    case .suspend: { editor, _ in LineEditor.perform(.suspend, editor) }
    case .paste: { editor, _ in LineEditor.perform(.paste, editor) }
    case .viPaste: { editor, _ in LineEditor.perform(.viPaste, editor) }
    default: { editor, key in LineEditor.performInside(editor, key) }
    }
  }

  private static func perform(
    _ command: EditorCommand, _ editor: OpaquePointer?, _ key: CInt = 0
  ) -> UInt8 {
    guard let editor = of(editor) else { return Answer.end.code }
    editor.key = Unicode.Scalar(UInt8(clamping: key))
    return editor.perform(command).code
  }

  /// A command that only comes from inside is known by its key.
  private static func performInside(_ editor: OpaquePointer?, _ key: CInt) -> UInt8 {
    EditorCommand(rawValue: UInt8(clamping: key)).map { perform($0, editor) } ?? Answer.keep.code
  }
}
