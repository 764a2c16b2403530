/// Finds the nearest known name.
package enum Suggestion {
  /// Returns the nearest of some names, if one is near enough.
  ///
  /// Each missing, extra, changed or swapped letter counts as one change. A short name allows one change, a long
  /// name up to three. A prefix always counts as near.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    // A change of a single letter is another name.
    let limit = name.count < 2 ? 0 : min(3, max(1, name.count / 3))
    let typed = letters(of: name)
    let ranked = names.compactMap { other -> (closeness: Int, name: String)? in
      // Checking a call asks for all labels of all forms that it does not fit: most are ruled out by their lengths.
      guard other != name,
        let closeness = closeness(typed, letters(of: other), limit)
      else { return nil }
      return (closeness, other)
    }
    return ranked.min { ($0.closeness, $0.name) < ($1.closeness, $1.name) }?.name
  }

  /// The letters in lower case, by their numbers.
  private static func letters(of name: String) -> [UInt32] {
    name.utf8.allSatisfy { $0 < 128 }
      ? name.utf8.prefix(64).map { UInt32($0 | ((65...90).contains($0) ? 32 : 0)) }
      : name.lowercased().unicodeScalars.prefix(64).map(\.value)
  }

  /// Returns the changes between two names; `nil` if there are more than a limit.
  private static func closeness(_ typed: [UInt32], _ name: [UInt32], _ limit: Int) -> Int? {
    let isBegun = typed.count >= 3 && name.starts(with: typed)
    guard isBegun || abs(name.count - typed.count) <= limit else { return nil }
    let changes = distance(typed, name)
    let closeness = isBegun ? min(changes, 1) : changes
    return closeness <= limit ? closeness : nil
  }

  /// Returns the edit distance between two names, counting a swap of neighbours as one.
  private static func distance(_ left: [UInt32], _ right: [UInt32]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var rows = [Array(0...right.count)]
    for i in left.indices {
      rows.append([i + 1])
      for j in right.indices {
        let change = left[i] == right[j] ? 0 : 1
        var best = min(rows[i][j + 1] + 1, rows[i + 1][j] + 1, rows[i][j] + change)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        rows[i + 1].append(best)
      }
    }
    return rows[left.count][right.count]
  }
}
