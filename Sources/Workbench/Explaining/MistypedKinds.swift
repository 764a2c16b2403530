import RetryLanguage
import Simulation

/// Kinds that a filter names and no operation inside can produce.
struct MistypedKinds {
  private let known: Set<String>?
  private let plan: Plan

  /// Looks at a plan whose source can fail in some ways; nothing stands for any.
  init(_ known: Set<String>?, _ plan: Plan) {
    self.known = known
    self.plan = plan
  }

  /// What to say of each, with the kind that was probably meant.
  var warnings: [String] { found.map(\.warning) }

  /// What to say of those that look misspelt.
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
