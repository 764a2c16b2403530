/// The properties that recordings depend on: which draws are made, when events happen, and the contents of result
/// objects.
///
/// If a version changes any of them, calls with the same seed may have other results. Each such change has a number
/// and a description here.
struct Contract {
  /// The changes by number, from 2 on.
  let changes: [Int: String]

  static let current = Contract(changes: [:])

  var number: Int { changes.keys.max() ?? 1 }

  /// Returns the changes after a number.
  func changes(since number: Int) -> [String] {
    changes.keys.sorted().filter { $0 > number }.compactMap { changes[$0] }
  }
}
