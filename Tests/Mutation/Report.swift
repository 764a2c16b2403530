import Foundation

/// What came of all mutants, for people and for programs.
struct Report {
  /// What came of each.
  let outcomes: [Outcome]

  /// How many did not compile.
  let dropped: Int

  /// The share of the mutants that were noticed, of those that change something.
  var rate: Double {
    let counted = outcomes.filter { $0.verdict != .equivalent }
    let noticed = counted.count { [.noticed, .noticedAbove].contains($0.verdict) }
    return counted.isEmpty ? 1 : Double(noticed) / Double(counted.count)
  }

  /// The table of the layers, and each mutant that survived.
  var text: String {
    let names =
      ["layer", "mutants", "noticed", "above", "survived", "not reached", "equal", "rate"]
    let rows = Layer.all.compactMap { layer in
      row(layer.name, outcomes.filter { $0.mutant.layer == layer.name })
    }
    let total = row("all", outcomes) ?? []
    let table = ([names] + rows + [total]).map { cells in
      zip(cells, [17] + names.dropFirst().map { max($0.count + 2, 9) })
        .map { cell, width in
          let space = String(repeating: " ", count: max(0, width - cell.count))
          return width == 17 ? cell + space : space + cell
        }.joined()
    }
    let survivors = outcomes.filter { [.survived, .notReached].contains($0.verdict) }.map(describe)
    let tail = dropped > 0 ? ["\(dropped) more did not compile."] : []
    return (table + tail + [""] + survivors).joined(separator: "\n")
  }

  private func row(_ name: String, _ outcomes: [Outcome]) -> [String]? {
    guard !outcomes.isEmpty else { return nil }
    let verdicts: [Outcome.Verdict] = [
      .noticed, .noticedAbove, .survived, .notReached, .equivalent,
    ]
    let counts = verdicts.map { verdict in outcomes.count { $0.verdict == verdict } }
    let rate = Report(outcomes: outcomes, dropped: 0).rate
    return [name, "\(outcomes.count)"] + counts.map(String.init)
      + [String(format: "%.1f %%", rate * 100)]
  }

  private func describe(_ outcome: Outcome) -> String {
    let mutant = outcome.mutant
    let note = outcome.verdict == .notReached ? ", which no test of the layer reaches" : ""
    return """
      \(mutant.number): \(mutant.file):\(mutant.line) (\(mutant.kind)\(note))
        - \(mutant.before)
        + \(mutant.after)

      """
  }

  /// Writes one object a line.
  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try outcomes.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
    try lines.joined().write(toFile: file, atomically: true, encoding: .utf8)
  }
}
