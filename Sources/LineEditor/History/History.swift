/// The history of entries, oldest first.
package struct History: Hashable, Sendable {
  /// The maximal length of an entry in bytes.
  package static let longest: Int = 1 << 20

  package private(set) var entries: [String] = []

  /// Creates a history of entries without consecutive duplicates.
  package init(_ entries: [String] = []) {
    for entry in entries { add(entry) }
  }

  /// Adds an entry; returns whether it is kept.
  ///
  /// An entry that starts with a space is not kept.
  @discardableResult
  package mutating func add(_ entry: String) -> Bool {
    guard !entry.allSatisfy(\.isWhitespace), !entry.hasPrefix(" "), entry != entries.last,
      entry.utf8.count <= Self.longest
    else { return false }
    entries.append(entry)
    return true
  }
}
