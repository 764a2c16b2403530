import CEditline

// Tab: completes a word, then lists what it could be.

extension LineEditor {
  /// Completes the word before the cursor, or lists the candidates under the entry.
  func complete(_ command: EditorCommand) -> Answer {
    guard command == .complete else { return list() }
    var entry = entry
    let line = entry.cells[entry.lineStart..<entry.cursor]
    if line.allSatisfy({ $0 == " " }), !line.isEmpty || entry.lineStart > 0 {
      entry.insert([" ", " "])
      return show(entry)
    }
    let completion = completion(of: entry)
    let insertion = table.cells(of: completion.insertion)
    let word = entry.cells[..<entry.cursor].suffix(completion.replacing)
    if !completion.candidates.isEmpty, Array(word) != insertion {
      entry.deleteBackward(completion.replacing)
      entry.insert(insertion)
      tabbed = nil
      return show(entry)
    }
    guard completion.candidates.count > 1, tabbed == entry else {
      tabbed = entry
      return .beep
    }
    inject(.list)
    listed = entry
    entry.cursor = entry.cells.count
    return show(entry)
  }

  private func completion(of entry: EntryText) -> Completion {
    let text = table.text(of: entry.cells)
    let head = table.text(of: entry.cells[..<entry.cursor])
    return hooks.completion(text, text.utf8.index(text.startIndex, offsetBy: head.utf8.count))
  }

  /// Writes the list; the cursor is at the end of the entry, so that the list comes under it.
  private func list() -> Answer {
    guard let entry = listed else { return .keep }
    let list = CompletionList(completion(of: entry), style: style)
    Screen.write(("\r\n" + list.lines.joined(separator: "\r\n") + "\r\n").utf8)
    _ = show(entry)
    editline_refresh(editor)
    return .keep
  }
}
