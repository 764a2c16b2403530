// Tab: completes a word, then lists the candidates.

extension LineEditor {
  /// Completes the word before the cursor, or lists the candidates below the entry.
  func complete() -> CommandEffect {
    var entry = entry
    let line = entry.cells[entry.lineStart..<entry.cursor]
    if line.allSatisfy({ $0 == " " }), !line.isEmpty || entry.lineStart > 0 {
      entry.insert([" ", " "])
      return show(entry)
    }
    let completion = completion(of: entry)
    let insertion = table.cells(of: completion.insertion)
    let word = entry.cells[..<entry.cursor].suffix(completion.replacing)
    // Candidates that match by their parts may have nothing in common.
    let isLonger = insertion.count >= word.count
    if !completion.candidates.isEmpty, isLonger, Array(word) != insertion {
      entry.deleteBackward(completion.replacing)
      entry.insert(insertion)
      // Only the common prefix of several candidates was inserted: the next Tab lists them.
      tabbed = completion.candidates.count > 1 ? entry : nil
      return show(entry)
    }
    guard completion.candidates.count > 1, tabbed == entry else {
      tabbed = entry
      return .beep
    }
    leave()
    let lines = CompletionList(completion, style: style).lines
    Screen.write((lines.joined(separator: "\r\n") + "\r\n").utf8)
    return show(entry)
  }

  private func completion(of entry: EntryText) -> Completion {
    let text = table.text(of: entry.cells)
    let head = table.text(of: entry.cells[..<entry.cursor])
    return hooks.completion(text, text.utf8.index(text.startIndex, offsetBy: head.utf8.count))
  }
}
