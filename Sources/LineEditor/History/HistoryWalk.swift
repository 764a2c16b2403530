/// Navigation through the history from the current entry.
///
/// Typed text is used as a prefix to search for; recalled text is not. Changes to
/// recalled entries, and the typed text, reappear on the way back.
package struct HistoryWalk: Sendable {
  /// The entries at which the navigation stops.
  package enum Kind: Hashable, Sendable {
    /// All, or those that start with the typed text.
    case plain
    /// Those that start with the text before the cursor.
    case beginning(String)
  }

  private let entries: [String]
  private var place: Int
  private var changes: [Int: String] = [:]
  /// The typed text, which is the prefix to search for.
  private var typed = ""

  /// Creates a navigation that starts after the newest entry.
  package init(_ history: History) {
    entries = history.entries
    place = history.entries.count
  }

  /// Returns the previous matching entry, if any.
  package mutating func back(from text: String, _ kind: Kind = .plain) -> String? {
    step(from: text, kind) { stride(from: $0 - 1, through: 0, by: -1) }
  }

  /// Returns the next matching entry, or finally the typed text.
  package mutating func forward(from text: String, _ kind: Kind = .plain) -> String? {
    step(from: text, kind) { [count = entries.count] in
      stride(from: $0 + 1, through: count, by: 1)
    }
  }

  /// Returns the newest entry that continues a typed text; none for a recalled one.
  package func newest(beginningWith text: String) -> String? {
    guard place == entries.count else { return nil }
    return entries.last { $0.utf8.count > text.utf8.count && $0.utf8.starts(with: text.utf8) }
  }

  private mutating func step(
    from text: String, _ kind: Kind, _ places: (Int) -> StrideThrough<Int>
  ) -> String? {
    if place == entries.count {
      typed = text.contains("\n") ? "" : text
    }
    let beginning = if case .beginning(let text) = kind { text } else { typed }
    guard
      let next = places(place).first(where: {
        $0 == entries.count || (entries[$0].hasPrefix(beginning) && entries[$0] != text)
      })
    else { return nil }
    changes[place] = text
    place = next
    return changes[next] ?? (next < entries.count ? entries[next] : "")
  }
}
