/// The text of the entry and its cursor.
package struct EntryText: Hashable, Sendable {
  /// The characters, one cell each.
  package var cells: [CellTable.Cell]
  /// The number of cells before the cursor.
  package var cursor: Int

  /// Creates an entry with its cursor at the end or at a position.
  package init(_ cells: [CellTable.Cell] = [], cursor: Int? = nil) {
    self.cells = cells
    self.cursor = min(max(cursor ?? cells.count, 0), cells.count)
  }
}

// MARK: - Lines

extension EntryText {
  package var lineStart: Int {
    cells[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  package var lineEnd: Int {
    cells[cursor...].firstIndex(of: "\n") ?? cells.count
  }

  package var isOnFirstLine: Bool { lineStart == 0 }
  package var isOnLastLine: Bool { lineEnd == cells.count }

  /// The columns before the cursor in its line.
  package var column: Int { columns(lineStart..<cursor) }

  private func columns(_ range: Range<Int>) -> Int {
    cells[range].reduce(0) { $0 + CellTable.columns(of: $1, at: $0) }
  }
}

// MARK: - Moving

extension EntryText {
  /// Moves the cursor by a number of characters, within the entry.
  package mutating func move(by count: Int) {
    cursor = min(max(cursor + count, 0), cells.count)
  }

  /// Moves the cursor to the line above, near a column; returns whether there is one.
  package mutating func moveUp(to column: Int) -> Bool {
    guard !isOnFirstLine else { return false }
    cursor = lineStart - 1
    cursor = position(of: column)
    return true
  }

  /// Moves the cursor to the line below, near a column; returns whether there is one.
  package mutating func moveDown(to column: Int) -> Bool {
    guard !isOnLastLine else { return false }
    cursor = lineEnd + 1
    cursor = position(of: column)
    return true
  }

  /// Returns the last position in the line of the cursor with at most a number of columns before it.
  private func position(of column: Int) -> Int {
    var (position, columns) = (lineStart, 0)
    let end = lineEnd
    while position < end {
      columns += CellTable.columns(of: cells[position], at: columns)
      if columns > column { break }
      position += 1
    }
    return position
  }
}

// MARK: - Editing

extension EntryText {
  package mutating func insert(_ new: [CellTable.Cell]) {
    cells.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  package mutating func deleteBackward(_ count: Int = 1) {
    let start = max(0, cursor - count)
    cells.removeSubrange(start..<cursor)
    cursor = start
  }

  /// Deletes the character after the cursor; returns whether there was one.
  package mutating func deleteForward() -> Bool {
    guard cursor < cells.count else { return false }
    cells.remove(at: cursor)
    return true
  }

  /// Removes one level of indentation if only spaces precede the cursor.
  package mutating func outdent() {
    let before = cells[lineStart..<cursor]
    if before.count >= 2, before.allSatisfy({ $0 == " " }) { deleteBackward(2) }
  }
}
