import RetryLanguage

/// What was done in a session, statement by statement, so that it can be written down again.
struct Journal {
  /// A statement that was carried out.
  struct Entry {
    let statement: Statement
    /// The numbers of the results that it gave.
    let results: Range<Int>
  }

  /// The most statements that are remembered; the oldest are forgotten beyond it.
  private static let longest = 10_000

  /// The statements in their order.
  private(set) var entries: [Entry] = []

  /// Takes note of a statement, and of the numbers of the results that it gave.
  mutating func add(_ statement: Statement, results: Range<Int>) {
    entries.append(Entry(statement: statement, results: results))
    if entries.count > Self.longest { entries.removeFirst(entries.count - Self.longest) }
  }
}
