import RetryLanguage
import Simulation

/// Kinds that a filter names and no operation inside can produce.
struct MistypedKinds {
  private let source: Source
  private let plan: Plan

  /// Looks at a source.
  init(_ source: Source, _ plan: Plan) {
    self.source = source
    self.plan = plan
  }

  /// What to say of each, with the kind that was probably meant.
  var warnings: [String] { found.map(\.warning) }

  /// What to say of those that look misspelt.
  var misspelt: [String] { found.filter(\.isMisspelt).map(\.warning) }

  private var found: [(warning: String, isMisspelt: Bool)] {
    guard let kinds = Self.kinds(source) else { return [] }
    let patterns = plan.layers.flatMap { ($0.strategy.filter.on ?? []) + $0.strategy.filter.unless }
    return patterns.filter { !kinds.contains($0.kind) }.map { pattern in
      let nearest = Suggestion.nearest(to: pattern.kind, among: kinds)
      let mend = nearest.map { "; did you mean '.\($0)'?" } ?? ""
      return ("no operation here fails with \(pattern)\(mend)", nearest != nil)
    }
  }

  /// The kinds that a source can fail with; nothing where a closure may make others.
  static func kinds(_ source: Source) -> Set<String>? {
    var kinds: Set<String> = []
    switch source.kind {
    case .operation(let operation):
      guard let own = self.kinds(operation) else { return nil }
      kinds.formUnion(own)
    case .timeout: kinds.insert("timeout")
    default: break
    }
    let opaque: Set<String> = [
      "flatMap", "flatMapLatest", "concatMap", "catch", "mapError", "fail", "schedule",
      "dematerialize", "retryWhen",
    ]
    if opaque.contains(source.name) { return nil }
    for input in source.inputs {
      guard let inner = self.kinds(input) else { return nil }
      kinds.formUnion(inner)
    }
    return kinds
  }

  private static func kinds(_ operation: Operation) -> Set<String>? {
    var kinds: Set<String> = []
    if let refusal = operation.resource?.refusal { kinds.insert(refusal.kind) }
    for scripted in operation.script {
      switch scripted.answer {
      case .fault(let fault): kinds.insert(fault.kind)
      case .source: return nil
      default: break
      }
    }
    guard operation.script.isEmpty else { return kinds }
    if let outages = operation.outages { kinds.insert(outages.fault.kind) }
    switch operation.faults {
    case .none: break
    case .rates(let rates): kinds.formUnion(rates.rates.map(\.fault.kind))
    case .burst(let burst): kinds.insert(burst.fault.kind)
    case .computed(let fault, _): kinds.insert(fault.kind)
    }
    return kinds
  }
}
