/// Chooses some of all mutants, evenly over layers, files and kinds of change.
///
/// Each place in the order follows from the seed and a name alone, so that a change to one source leaves
/// the choice in the others as it was.
struct Choice {
  /// The identity of a choice.
  let seed: UInt64

  /// Returns so many mutants with their numbers; layers that have few leave the rest to the others.
  func choose(_ count: Int, of mutants: [Mutant]) -> [Mutant] {
    var layers = Layer.all.map { layer in
      let files = Dictionary(grouping: mutants.filter { $0.layer == layer.name }, by: \.file)
      return inTurn(ordered(files).map(kindsInTurn))[...]
    }
    var chosen: [Mutant] = []
    while chosen.count < count, layers.contains(where: { !$0.isEmpty }) {
      for index in layers.indices where chosen.count < count {
        chosen += layers[index].popFirst().map { [$0] } ?? []
      }
    }
    chosen.sort { ($0.file, $0.line, $0.after) < ($1.file, $1.line, $1.after) }
    for index in chosen.indices { chosen[index].number = index + 1 }
    return chosen
  }

  /// Returns the mutants of a file so that the kinds take turns.
  private func kindsInTurn(_ mutants: [Mutant]) -> [Mutant] {
    let kinds = Dictionary(grouping: mutants) { "\($0.file) \($0.kind)" }
    return inTurn(
      ordered(kinds).map { mutants in mutants.sorted { place(of: $0.key) < place(of: $1.key) } })
  }

  /// Returns the groups in the order of their names' places.
  private func ordered(_ groups: [String: [Mutant]]) -> [[Mutant]] {
    groups.sorted { place(of: $0.key) < place(of: $1.key) }.map(\.value)
  }

  /// Returns the first of each group, then the second of each, and so on.
  private func inTurn(_ groups: [[Mutant]]) -> [Mutant] {
    (0..<(groups.map(\.count).max() ?? 0)).flatMap { turn in
      groups.compactMap { turn < $0.count ? $0[turn] : nil }
    }
  }

  /// Returns the place of a name in the order that the seed makes: FNV-1a, mixed as SplitMix64 does.
  private func place(of name: String) -> UInt64 {
    var word = name.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
