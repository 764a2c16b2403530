import RetryLanguage
import Simulation

/// The error kinds in a filter that no operation inside can produce.
struct MistypedKinds {
  private let known: Set<String>?
  private let plan: Plan

  /// Analyses a plan whose source can fail with some kinds of error; `nil` means any.
  init(_ known: Set<String>?, _ plan: Plan) {
    self.known = known
    self.plan = plan
  }

  /// The warnings, with suggestions.
  var warnings: [String] { found.map(\.warning) }

  /// The warnings about probable misspellings.
  var misspelt: [String] { found.filter(\.isMisspelt).map(\.warning) }

  private var found: [(warning: String, isMisspelt: Bool)] {
    guard let kinds = known else { return [] }
    let patterns = plan.layers.flatMap { ($0.strategy.filter.on ?? []) + $0.strategy.filter.unless }
    return patterns.filter { !kinds.contains($0.kind) }.map { pattern in
      let nearest = Suggestion.nearest(to: pattern.kind, among: kinds)
      let mend = nearest.map { "; did you mean '.\($0)'?" } ?? ""
      return ("no operation here fails with \(pattern)\(mend)", nearest != nil)
    }
  }
}
