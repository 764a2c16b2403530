// Up and Down: within the entry, and at its edges through the history.

extension LineEditor {
  /// Moves to another line, or to another entry.
  func walk(_ command: EditorCommand) -> Answer {
    var entry = entry
    let text = table.text(of: entry.cells)
    let goal = column ?? entry.column
    switch command {
    case .up where entry.moveUp(to: goal), .down where entry.moveDown(to: goal):
      column = goal
      return show(entry)
    case .up: return recall(walk.back(from: text))
    case .down: return recall(walk.forward(from: text))
    case .recallBack: return recall(walk.back(from: text, beginning(entry)))
    default: return recall(walk.forward(from: text, beginning(entry)))
    }
  }

  private func beginning(_ entry: EntryText) -> HistoryWalk.Kind {
    .beginning(table.text(of: entry.cells[..<entry.cursor]))
  }

  private func recall(_ text: String?) -> Answer {
    text.map(show) ?? .beep
  }
}

// MARK: - Searching

extension LineEditor {
  /// Begins to search; every key goes to the search until one ends it.
  func startSearch() -> Answer {
    searchOrigin = entry
    search = IncrementalSearch(history, from: text)
    return showSearch()
  }

  /// Shows what was found.
  func showSearch() -> Answer {
    guard let search else { return show(searchOrigin) }
    return show(found(search))
  }

  private func found(_ search: IncrementalSearch) -> EntryText {
    EntryText(
      table.cells(of: search.text),
      cursor: table.cells(of: String(search.text.prefix(search.cursor))).count)
  }

  /// Hands a key to the search, and returns the key that libedit gets in its place.
  func searchKey(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard let step = search?.take(scalar) else { return scalar }
    switch step {
    case .searching: return EditorCommand.showSearch.scalar
    case .abandoned: search = nil
    case .taken:
      if let search { searchOrigin = found(search) }
      search = nil
      injected.append(scalar)
    }
    return EditorCommand.showSearch.scalar
  }
}
