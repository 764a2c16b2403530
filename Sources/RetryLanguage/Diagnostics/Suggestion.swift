/// Finds the nearest known name.
package enum Suggestion {
  /// Returns the nearest of some names, if one is near enough.
  ///
  /// Each missing, extra, changed or swapped letter counts as one change. A short name allows one change, a long
  /// name up to three. A prefix always counts as near.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    // A change of a single letter is another name.
    let limit = name.count < 2 ? 0 : min(3, max(1, name.count / 3))
    let ranked = names.map { (closeness(name.lowercased(), $0.lowercased()), $0) }
      .filter { $0.0 <= limit && $0.1 != name }
    return ranked.min { ($0.0, $0.1) < ($1.0, $1.1) }?.1
  }

  private static func closeness(_ typed: String, _ name: String) -> Int {
    let changes = distance(typed, name)
    return typed.count >= 3 && name.hasPrefix(typed) ? min(changes, 1) : changes
  }

  /// Returns the edit distance between two names, counting a swap of neighbours as one.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.prefix(64))
    let right = Array(right.prefix(64))
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
