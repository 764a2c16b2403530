/// A walk through the history, up and down, from what stands in the entry.
///
/// What was typed is searched for as the beginning of an entry; what was recalled never is. Changes to a
/// recalled entry, and the text that was typed first, come back when the walk does.
package struct HistoryWalk: Sendable {
  /// Which entries the walk stops at.
  package enum Kind: Hashable, Sendable {
    /// All, or those that begin with what was typed.
    case plain
    /// Those that begin with what is before the cursor.
    case beginning(String)
  }

  private let entries: [String]
  private var place: Int
  private var changes: [Int: String] = [:]
  /// What was typed before the walk began, and is looked for.
  private var typed = ""

  /// Creates a walk that starts after the newest entry.
  package init(_ history: History) {
    entries = history.entries
    place = history.entries.count
  }

  /// Returns the entry before the present one that fits, if there is one.
  package mutating func back(from text: String, _ kind: Kind = .plain) -> String? {
    step(from: text, kind) { stride(from: $0 - 1, through: 0, by: -1) }
  }

  /// Returns the entry behind the present one that fits, or at last what was typed.
  package mutating func forward(from text: String, _ kind: Kind = .plain) -> String? {
    step(from: text, kind) { [count = entries.count] in
      stride(from: $0 + 1, through: count, by: 1)
    }
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
