// Tab: completes a word, then lists the candidates, then turns the pages of the list.

extension LineEditor {
  /// Completes the word before the cursor, or lists the candidates below the entry.
  func complete() -> CommandEffect {
    var entry = entry
    let line = entry.cells[entry.lineStart..<entry.cursor]
    // Without a word, Tab indents; at an empty prompt it lists what can be typed.
    if line.allSatisfy({ $0 == " " }), !line.isEmpty || entry.lineStart > 0 {
      entry.insert([" ", " "])
      return show(entry)
    }
    if list != nil {
      list?.turn()
      return show(entry)
    }
    let completion = completion(of: entry)
    let word = Array(entry.cells[..<entry.cursor].suffix(completion.replacing))
    let insertion = completion.insertion(for: table.text(of: word)).map { table.cells(of: $0) }
    if let insertion, insertion != word {
      entry.deleteBackward(word.count)
      entry.insert(insertion)
      // Only the common prefix of several candidates was inserted: the next Tab lists them.
      tabbed = completion.candidates.count > 1 ? entry : nil
      return show(entry)
    }
    guard completion.candidates.count > 1, tabbed == entry else {
      tabbed = entry
      return .beep
    }
    list = CompletionList(completion, style: style)
    return show(entry)
  }

  private func completion(of entry: EntryText) -> Completion {
    let text = table.text(of: entry.cells)
    let head = table.text(of: entry.cells[..<entry.cursor])
    return hooks.completion(text, text.utf8.index(text.startIndex, offsetBy: head.utf8.count))
  }
}
