/// Chooses some of all mutants, evenly over floors, files and kinds of change.
struct Choice {
  private var chance: Chance

  /// Creates the choice that a seed makes.
  init(seed: UInt64) {
    chance = Chance(state: seed)
  }

  /// Returns so many mutants with their numbers; floors that have few leave the rest to the others.
  mutating func choose(_ count: Int, of mutants: [Mutant]) -> [Mutant] {
    var floors = Floor.all.map { floor in
      inTurn(mutants.filter { $0.floor == floor.name })[...]
    }
    var chosen: [Mutant] = []
    while chosen.count < count, floors.contains(where: { !$0.isEmpty }) {
      for index in floors.indices where chosen.count < count {
        chosen += floors[index].popFirst().map { [$0] } ?? []
      }
    }
    chosen.sort { ($0.file, $0.line, $0.after) < ($1.file, $1.line, $1.after) }
    for index in chosen.indices { chosen[index].number = index + 1 }
    return chosen
  }

  /// Returns the mutants of a floor so that the files take turns, each with the kind that came least.
  private mutating func inTurn(_ mutants: [Mutant]) -> [Mutant] {
    let shuffled = mutants.shuffled(using: &chance)
    let paths = Set(mutants.map(\.file)).sorted().shuffled(using: &chance)
    var files = paths.map { path in shuffled.filter { $0.file == path } }
    var uses: [Mutant.Kind: Int] = [:]
    var chosen: [Mutant] = []
    while !files.isEmpty {
      for index in files.indices {
        let rarest = files[index].indices.min {
          uses[files[index][$0].kind, default: 0] < uses[files[index][$1].kind, default: 0]
        }
        guard let rarest else { continue }
        let mutant = files[index].remove(at: rarest)
        uses[mutant.kind, default: 0] += 1
        chosen.append(mutant)
      }
      files.removeAll(where: \.isEmpty)
    }
    return chosen
  }
}

/// Random numbers that are the same on every machine, by SplitMix64.
private struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
