import RetryLanguage

/// The statements of a session, from which it can be saved.
struct Journal {
  /// A completed statement.
  struct Entry {
    let statement: Statement
    let results: Range<Int>
  }

  /// The minimum number of statements that are kept; older ones are dropped.
  private static let longest = 10_000

  /// The statements, in order.
  private(set) var entries: [Entry] = []
  private var forgotten = 0

  /// The number of statements so far.
  var count: Int { forgotten + entries.count }

  /// Records a statement and the numbers of its results.
  mutating func add(_ statement: Statement, results: Range<Int>) {
    entries.append(Entry(statement: statement, results: results))
    // Dropped in batches, because the remaining statements move each time.
    if entries.count >= 2 * Self.longest {
      entries.removeFirst(Self.longest)
      forgotten += Self.longest
    }
  }

  /// Removes the statements after a given count, and returns them.
  @discardableResult
  mutating func goBack(to count: Int) -> [Entry] {
    let removed = max(0, min(entries.count, self.count - count))
    defer { entries.removeLast(removed) }
    return Array(entries.suffix(removed))
  }
}
