import CEditline
import Glibc

// The entry in the buffer of libedit, and changes to it.

extension LineEditor {
  /// The cells of the entry, and the number of them before the cursor.
  func line() -> (cells: [CellTable.Cell], cursor: Int) {
    guard let line = el_wline(editor)?.pointee, let start = line.buffer, let cursor = line.cursor,
      let end = line.lastchar
    else { return ([], 0) }
    return (Self.cells(UnsafeBufferPointer(start: start, count: end - start)), cursor - start)
  }

  static func cells(_ characters: some Sequence<wchar_t>) -> [CellTable.Cell] {
    characters.map { Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
  }

  var entry: EntryText {
    let (cells, cursor) = line()
    return EntryText(cells, cursor: cursor)
  }

  func show(_ entry: EntryText) -> CommandEffect {
    let (cells, cursor) = line()
    if entry.cells != cells {
      el_cursor(editor, CInt(cells.count - cursor))
      el_deletestr(editor, CInt(cells.count))
      insert(entry.cells)
      el_cursor(editor, CInt(entry.cursor - entry.cells.count))
    } else {
      el_cursor(editor, CInt(entry.cursor - cursor))
    }
    return .done
  }

  /// Replaces the current text, with the cursor at the end.
  func show(_ text: String) -> CommandEffect {
    show(EntryText(table.cells(of: text)))
  }

  func insert(_ cells: [CellTable.Cell]) {
    guard !cells.isEmpty else { return }
    el_winsertstr(editor, cells.map { wchar_t(bitPattern: $0.value) } + [0])
  }
}

// MARK: - Moving

extension LineEditor {
  func move(_ command: EditorCommand) -> CommandEffect {
    var entry = entry
    switch command {
    case .left: entry.move(by: -1)
    case .right:
      if let ghost = ghost(of: entry, table.text(of: entry.cells)) { return show(EntryText(ghost)) }
      entry.move(by: 1)
    case .lineStart: entry.cursor = entry.lineStart
    case .lineEnd: entry.cursor = entry.lineEnd
    case .entryStart: entry.cursor = 0
    case .moveToMark: entry.move(by: killed)
    default: entry.cursor = entry.cells.count
    }
    return show(entry)
  }
}

// MARK: - Editing

extension LineEditor {
  /// Inserts into the entry, or ends it.
  func edit(_ command: EditorCommand) -> CommandEffect {
    var entry = entry
    switch command {
    case .enter: return enter(entry)
    case .newline: entry.insert(["\n"])
    case .close:
      entry.outdent()
      entry.insert([key])
    case .viPaste:
      // Escape has moved the cursor back and ended insertion.
      inject(.viAdd, .paste)
      return .done
    default:
      insert(table.cells(of: pasted()))
      return .done
    }
    return show(entry)
  }

  /// Ends the entry, or continues on the next line if the entry is incomplete.
  private func enter(_ entry: EntryText) -> CommandEffect {
    let text = table.text(of: entry.cells)
    let head = table.text(of: entry.cells[..<entry.cursor])
    if let indentation = hooks.continuation(text, head) {
      insert(["\n"] + table.cells(of: indentation))
      return .done
    }
    leave()
    return end(.text(text))
  }

  @discardableResult
  func end(_ entry: Entry) -> CommandEffect {
    outcome = entry
    return .end
  }

  func delete(_ command: EditorCommand) -> CommandEffect {
    var entry = entry
    switch command {
    case .deleteBackward:
      guard entry.cursor > 0 else { return .beep }
      entry.deleteBackward()
    case .deleteForward:
      guard entry.deleteForward() else { return .beep }
    default: return kill(entry, isToEnd: command == .killToEnd)
    }
    return show(entry)
  }

  /// Deletes a part of the line, which libedit keeps for Ctrl-Y.
  private func kill(_ entry: EntryText, isToEnd: Bool) -> CommandEffect {
    // At the end of the line, the newline is deleted.
    let end = entry.lineEnd == entry.cursor ? entry.cursor + 1 : entry.lineEnd
    let start = entry.lineStart == entry.cursor ? entry.cursor - 1 : entry.lineStart
    guard isToEnd ? entry.cursor < entry.cells.count : entry.cursor > 0 else { return .beep }
    killed = (isToEnd ? end : start) - entry.cursor
    inject(.mark, .moveToMark, .kill)
    return .done
  }
}

// MARK: - Pasting

extension LineEditor {
  /// Reads pasted text up to its end marker, or up to Ctrl-C if the marker is missing.
  private func pasted() -> String {
    let end = Array("\u{1B}[201~".unicodeScalars)
    var scalars: [Unicode.Scalar] = []
    reading: while outcome == nil {
      switch reader.next() {
      // A Ctrl-C within the pasted text is followed by more of it.
      case .scalar("\u{3}") where !reader.hasMore: break reading
      case .scalar(let scalar): scalars.append(scalar)
      case .signal: heedSignals()
      case .end: self.end(.end)
      }
      if scalars.last == "~", scalars.suffix(end.count) == end[...] {
        scalars.removeLast(end.count)
        break
      }
    }
    return Self.harmless(scalars)
  }

  /// Returns text without control characters and with uniform newlines.
  private static func harmless(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\r": view.append("\n")
      case "\n" where index > 0 && scalars[index - 1] == "\r": continue
      case "\n", "\t": view.append(scalar)
      default:
        if scalar.properties.generalCategory != .control { view.append(scalar) }
      }
    }
    return String(view)
  }
}
