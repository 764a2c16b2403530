/// The entries that a person made, oldest first.
package struct History: Hashable, Sendable {
  /// The longest entry that is kept, in bytes.
  private static let longest = 1 << 20

  /// The entries.
  package private(set) var entries: [String] = []

  /// Creates a history of entries, the same one never twice in a row.
  package init(_ entries: [String] = []) {
    for entry in entries { add(entry) }
  }

  /// Adds an entry, and tells whether it is kept.
  ///
  /// A space before it keeps an entry out.
  @discardableResult
  package mutating func add(_ entry: String) -> Bool {
    guard !entry.allSatisfy(\.isWhitespace), !entry.hasPrefix(" "), entry != entries.last,
      entry.utf8.count <= Self.longest
    else { return false }
    entries.append(entry)
    return true
  }
}
