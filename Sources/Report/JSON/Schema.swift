/// What a kind of JSON objects has for keys, with their types and units.
///
/// A `*` stands for a variable name, and `[]` for each element of a list.
package struct Schema: Sendable {
  package struct Key: Sendable {
    package let path: String
    package let type: String
    package let meaning: String

    package init(_ path: String, _ type: String, _ meaning: String) {
      (self.path, self.type, self.meaning) = (path, type, meaning)
    }
  }

  package let kind: String
  package let meaning: String
  /// The keys, except `kind` and `schema`, which every object has.
  package let keys: [Key]

  package init(_ kind: String, _ meaning: String, _ keys: [[Key]]) {
    (self.kind, self.meaning) = (kind, meaning)
    self.keys = keys.flatMap(\.self)
  }

  /// Parses rows of a path, a type and a meaning, separated by two or more spaces.
  package static func keys(_ rows: String) -> [Key] {
    rows.split(separator: "\n").map { row in
      let parts = row.split(separator: "  ").map(trimmed).filter { !$0.isEmpty }
      return Key(parts[0], parts[1], parts.dropFirst(2).joined(separator: " "))
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  package var text: String {
    let paths = keys.map(\.path.count).max() ?? 0
    let types = keys.map(\.type.count).max() ?? 0
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width - text.count)
    }
    // A meaning that would hardly have room beside them is below.
    let isBelow = paths + types > 44
    let rows = keys.map {
      isBelow
        ? "  \($0.path)  \($0.type)\n      \($0.meaning)"
        : "  \(padded($0.path, paths))  \(padded($0.type, types))  \($0.meaning)"
    }
    return (["\(kind): \(meaning)"] + rows).joined(separator: "\n")
  }
}
