/// What recordings rest on: which draws are made, when things happen, and what the objects of results hold.
///
/// Where a version changes any of it, calls of the same seed may come out otherwise, so the change gets a number
/// and is named here.
struct Contract {
  /// What changed with each number, from 2 on.
  let changes: [Int: String]

  /// The contract of this version.
  static let current = Contract(changes: [:])

  /// The number of the contract.
  var number: Int { changes.keys.max() ?? 1 }

  /// Returns what changed after a number.
  func changes(since number: Int) -> [String] {
    changes.keys.sorted().filter { $0 > number }.compactMap { changes[$0] }
  }
}
