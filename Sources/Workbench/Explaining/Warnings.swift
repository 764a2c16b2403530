import Retry
import RetryLanguage
import RetryNumerics
import Simulation

/// What is probably not meant in a strategy.
struct Warnings {
  private let source: Source
  private let plan: Plan
  private let call: CommandCall
  private let dialect: Dialect

  /// Looks at a source and at how it is written.
  init(_ source: Source, _ plan: Plan, _ call: CommandCall, _ dialect: Dialect) {
    self.source = source
    self.plan = plan
    self.call = call
    self.dialect = dialect
  }

  /// The warnings, one a line.
  var lines: [String] {
    let all = endless + multiplied + impossibleKinds + timeouts + bareCounts + passedOver
    return all.map { "warning: \($0)" }
  }

  private var endless: [String] {
    let isEndless = plan.layers.contains {
      $0.strategy.policy.rules.attempts == nil && $0.strategy.policy.rules.deadline == nil
    }
    return isEndless ? ["nothing stops this retry: no number of attempts and no deadline"] : []
  }

  private var multiplied: [String] {
    plan.layers.compactMap { layer in
      guard let attempts = layer.strategy.policy.rules.attempts, attempts > 1,
        case .limited(let inner) = layer.inner, inner > 1
      else { return nil }
      return
        "retries multiply: \(attempts) × \(inner) = \(Plan.Count.limited(inner).times(attempts).words) attempts"
    }
  }

  /// Kinds that a filter names and no operation inside can produce.
  private var impossibleKinds: [String] {
    guard let kinds = Self.kinds(source) else { return [] }
    let patterns = plan.layers.flatMap { ($0.strategy.filter.on ?? []) + $0.strategy.filter.unless }
    return patterns.filter { !kinds.contains($0.kind) }.map { pattern in
      let nearest = Suggestion.nearest(to: pattern.kind, among: kinds)
      let mend = nearest.map { "; did you mean '.\($0)'?" } ?? ""
      return "no operation here fails with \(pattern)\(mend)"
    }
  }

  /// The kinds that a source can fail with; nothing where a closure may make others.
  private static func kinds(_ source: Source) -> Set<String>? {
    var kinds: Set<String> = []
    switch source.role {
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

  private var timeouts: [String] { timeouts(source) }

  private func timeouts(_ source: Source) -> [String] {
    var found = source.inputs.flatMap(timeouts)
    if case .timeout(let limit) = source.role, let inner = source.inputs.first,
      limit < Bounds.quickest(inner)
    {
      found.append(
        "a timeout of \(limit) is shorter than the quickest answer, \(Bounds.quickest(inner))")
    }
    return found
  }

  /// Bare counts, which libraries read differently.
  private var bareCounts: [String] {
    Self.bareCounts(in: call.expressions[0]).map { count in
      switch dialect {
      case .rxswift:
        "retry(\(count)) makes \(count) attempts here, as in RxSwift; Combine would make \(Self.next(count))"
      case .combine:
        "retry(\(count)) makes \(Self.next(count)) attempts here, as in Combine; RxSwift would make \(count)"
      }
    }
  }

  private static func next(_ count: Int) -> Int {
    count == .max ? count : count + 1
  }

  private static func bareCounts(in expression: Expression) -> [Int] {
    switch expression {
    case .call(.member(let base, let name), let arguments, _):
      var counts = bareCounts(in: base)
      if name.text == "retry", arguments.count == 1, arguments[0].label == nil,
        case .int(let count, _) = arguments[0].value
      {
        counts.append(count)
      }
      return counts
    case .call(let callee, let arguments, _):
      return bareCounts(in: callee) + arguments.flatMap { bareCounts(in: $0.value) }
    case .member(let base, _): return bareCounts(in: base)
    default: return []
    }
  }

  private var passedOver: [String] {
    call.passedOver.map { "'\($0)' has no meaning here and is passed over" }
  }
}
