// Up and Down: within the entry, and through the history at its first and last lines.

extension LineEditor {
  /// Moves to another line or to another entry.
  func walk(_ command: EditorCommand) -> CommandEffect {
    var entry = entry
    let text = table.text(of: entry.cells)
    let goal = column ?? entry.column
    switch command {
    case .up where entry.moveUp(to: goal), .down where entry.moveDown(to: goal):
      column = goal
      return show(entry)
    case .up: return recall(walk.back(from: text))
    case .down: return recall(walk.forward(from: text))
    case .recallBack: return recall(walk.back(from: text, beginning(entry)), at: entry.cursor)
    default: return recall(walk.forward(from: text, beginning(entry)), at: entry.cursor)
    }
  }

  private func beginning(_ entry: EntryText) -> HistoryWalk.Kind {
    .beginning(table.text(of: entry.cells[..<entry.cursor]))
  }

  /// Shows an entry; the cursor stays after the search prefix or moves to the end.
  private func recall(_ text: String?, at cursor: Int? = nil) -> CommandEffect {
    guard let text else { return .beep }
    return show(EntryText(table.cells(of: text), cursor: cursor))
  }
}

// MARK: - The ghost

extension LineEditor {
  /// The newest entry that begins with a typed one, which Right takes at its end.
  func ghost(of entry: EntryText) -> [CellTable.Cell]? {
    guard showsGhost, search == nil, !entry.cells.isEmpty, entry.cursor == entry.cells.count,
      let newest = walk.newest(beginningWith: table.text(of: entry.cells))
    else { return nil }
    return table.cells(of: newest)
  }
}

// MARK: - Searching

extension LineEditor {
  /// Starts a search, which receives every key until one ends it.
  func startSearch() -> CommandEffect {
    searchOrigin = entry
    search = IncrementalSearch(history, from: table.text(of: searchOrigin.cells))
    return .done
  }

  /// Passes a key to the search; returns whether the search has handled it.
  func takesForSearch(_ scalar: Unicode.Scalar) -> Bool {
    guard let step = search?.take(scalar), let search else { return false }
    let found = EntryText(
      table.cells(of: search.text),
      cursor: table.cells(of: String(search.text.prefix(search.cursor))).count)
    if step != .searching { self.search = nil }
    _ = show(step == .abandoned ? searchOrigin : found)
    return step != .taken
  }
}
