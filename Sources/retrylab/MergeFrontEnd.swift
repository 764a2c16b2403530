import LineEditor
import Report
import RetryLanguage
import Workbench

/// Merges the parts of shards, and prints what one machine would have printed.
struct MergeFrontEnd {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func run() -> Platform.ExitCode {
    Ending.code { () throws(Ending) -> Platform.ExitCode in try merge() }
  }

  private func merge() throws(Ending) -> Platform.ExitCode {
    let set = try parts()
    if !set.missing.isEmpty {
      let count = set.origin.shards
      let words = "\(set.missing.count == 1 ? "shard" : "shards") \(set.missingText) of \(count)"
      guard arguments.mergesSome else {
        throw Ending(
          "no part of \(words); make it with 'retrylab work', or see the others with --partial",
          .tryAgain)
      }
      Platform.write("retrylab: no part of \(words), so the results are partial", to: .error)
    }
    if set.origin.isOfChecks { return ScenarioFrontEnd(arguments).report(set.checks) }
    let origin = set.origin
    let text = try SharedText(at: origin.path, seed: origin.seed, threads: arguments.threads)
    let earlier = try arguments.earlier.map { path throws(Ending) in try Part(at: path) }
    let round = try Ending.of { () throws(SharedText.Problem) in
      try text.merge(set, after: earlier, terminal: .ofProgram)
    }
    if let out = arguments.out {
      if let code = Platform.obstacle(toPart: out) { throw Ending(code: code) }
      try Platform.save(round.results, to: out)
      return .success
    }
    guard round.isLast else {
      throw Ending(
        """
        what follows in '\(origin.path.sanitized)' depends on these results, so it needs another round: \
        add --out FILE to keep them, then make shards with 'retrylab work --after FILE'
        """, .tryAgain)
    }
    var arguments = arguments
    (arguments.inputs, arguments.seed) = ([.file(origin.path)], origin.seed)
    return FrontEnd(arguments, of: SharedPass(after: round.results, .merge([]))).run()
  }

  private func parts() throws(Ending) -> PartSet {
    var parts: [Part] = []
    for path in arguments.paths { parts.append(try Part(at: path)) }
    do throws(PartSet.Problem) {
      return try PartSet(parts)
    } catch {
      let names = error.places.map { "'\(arguments.paths[$0].sanitized)'" }
      throw Ending("\(names.joined(separator: " and ")) \(error.reason)", .wrongScript)
    }
  }
}
