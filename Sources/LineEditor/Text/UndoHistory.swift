/// The states of an entry that can be brought back.
package struct UndoHistory: Sendable {
  /// The most states that are kept.
  private static let most = 200

  private var past: [EntryText] = []
  private var future: [EntryText] = []
  private var current = EntryText()
  /// Whether the last change was a typed letter, to which the next one belongs.
  private var isTyping = false

  package init() {}

  /// Notes the state of the entry after a key; the letters of a word are one change.
  package mutating func note(_ entry: EntryText) {
    defer { current = entry }
    guard entry.cells != current.cells else {
      // Letters at another place are another change.
      if entry.cursor != current.cursor { isTyping = false }
      return
    }
    let letter = entry.typed(after: current)
    if !isTyping || letter == nil { past.append(current) }
    if past.count > Self.most { past.removeFirst() }
    future = []
    isTyping = letter.map { !$0.properties.isWhitespace } ?? false
  }

  /// Takes the last change back; returns the entry before it, or `nil` if there is none.
  package mutating func undo() -> EntryText? {
    Self.step(from: &past, to: &future, &current, &isTyping)
  }

  /// Makes the last change again that was taken back.
  package mutating func redo() -> EntryText? {
    Self.step(from: &future, to: &past, &current, &isTyping)
  }

  private static func step(
    from states: inout [EntryText], to others: inout [EntryText], _ current: inout EntryText,
    _ isTyping: inout Bool
  ) -> EntryText? {
    guard let next = states.popLast() else { return nil }
    others.append(current)
    (current, isTyping) = (next, false)
    return next
  }
}

extension EntryText {
  /// Returns the cell that was typed since an earlier state, if nothing else has changed.
  fileprivate func typed(after earlier: EntryText) -> CellTable.Cell? {
    guard cells.count == earlier.cells.count + 1, cursor == earlier.cursor + 1,
      cells[..<earlier.cursor] == earlier.cells[..<earlier.cursor],
      cells[cursor...] == earlier.cells[earlier.cursor...]
    else { return nil }
    return cells[earlier.cursor]
  }
}
