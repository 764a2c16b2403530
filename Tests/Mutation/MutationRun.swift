import Foundation

/// Mutates the sources many times, and reports the mutants that no test detects.
@main
struct MutationRun {
  /// The share of the mutants that the tests have to notice.
  private static let least = 0.95

  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      exit(try MutationRun(options: options).run() ? 0 : 1)
    } catch {
      note("\(error)")
      exit(2)
    }
  }

  private let options: Options
  private let workspace: Workspace
  private let equivalents: Equivalents

  private init(options: Options) throws {
    self.options = options
    workspace = try Workspace(folder: URL(filePath: options.folder).path)
    equivalents = try Equivalents(file: "Tests/Mutation/equivalent.txt")
  }

  /// Returns whether enough mutants were noticed.
  private func run() throws -> Bool {
    let chosen = choose()
    if options.isList {
      for mutant in chosen where isWanted(mutant) {
        print("\(mutant.number): \(mutant.file):\(mutant.line) (\(mutant.kind))")
        print("  - \(mutant.before)\n  + \(mutant.after)")
      }
      return true
    }
    let known = chosen.filter(isWanted).compactMap { mutant in
      equivalents.reasons[mutant.key].map {
        Outcome(mutant: mutant, verdict: .equivalent, sign: $0)
      }
    }
    let unknown = chosen.filter { equivalents.reasons[$0.key] == nil }
    // All of them, so that the copy need not be built again for some.
    let built = try workspace.build(unknown)
    let outcomes = try outcomes(of: built.filter(isWanted), count: chosen.last?.number ?? 0)
    let report = Report(outcomes: outcomes + known, dropped: unknown.count - built.count)
    try report.write(to: options.report)
    print(report.text)
    return report.rate >= Self.least
  }

  private func choose() -> [Mutant] {
    let all = workspace.sources.flatMap(MutantFinder.mutants)
    for entry in equivalents.stale(among: all) { note("no mutant is like this any more: \(entry)") }
    let layers = options.layers
    let choice = Choice(seed: options.seed)
    let some = all.filter { layers.isEmpty || layers.contains($0.layer) }
    return choice.choose(options.count, of: some)
  }

  private func isWanted(_ mutant: Mutant) -> Bool {
    options.only.isEmpty || options.only.contains(mutant.number)
  }

  private func outcomes(of mutants: [Mutant], count: Int) throws -> [Outcome] {
    let trials = Trials(workspace, options: options)
    let layers = Layer.all.filter { layer in mutants.contains { $0.layer == layer.name } }
    let targets = layers.flatMap { [$0.tests] + (options.isWider ? $0.above : []) }
    for target in Set(targets).sorted() { try trials.record(target, count: count) }
    return try trials.run(mutants)
  }
}
