import RetryLanguage

/// What was done in a session, statement by statement, so that it can be written down again.
struct Journal {
  /// A statement that was carried out.
  struct Entry {
    let statement: Statement
    /// The numbers of the results that it gave.
    let results: Range<Int>
  }

  /// The most statements that are remembered for certain; the oldest are forgotten.
  private static let longest = 10_000

  /// The statements in their order.
  private(set) var entries: [Entry] = []
  private var forgotten = 0

  /// The number of statements so far.
  var count: Int { forgotten + entries.count }

  /// Takes note of a statement, and of the numbers of the results that it gave.
  mutating func add(_ statement: Statement, results: Range<Int>) {
    entries.append(Entry(statement: statement, results: results))
    // Many at once, since the rest moves up each time.
    if entries.count >= 2 * Self.longest {
      entries.removeFirst(Self.longest)
      forgotten += Self.longest
    }
  }

  /// Removes the statements after a given count.
  mutating func goBack(to count: Int) {
    entries.removeLast(max(0, min(entries.count, self.count - count)))
  }
}
