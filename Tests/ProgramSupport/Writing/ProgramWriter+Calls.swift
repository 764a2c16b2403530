import RetryLanguage

// Calls of what stands in the table of names.

extension ProgramWriter {
  /// A name of the table whose result can become the wanted type.
  private struct Candidate {
    let callable: Callable
    let known: [Type.Variable: Type]
  }

  /// Returns a call whose result can become a type.
  mutating func call(giving type: Type, depth: Int) -> String? {
    for _ in 0..<3 {
      guard let candidate = dice.pick(candidates(for: type)) else { return nil }
      if let text = call(candidate, depth: depth) { return text }
    }
    return nil
  }

  private func candidates(for type: Type) -> [Candidate] {
    Catalogue.all.compactMap { callable in
      var known: [Type.Variable: Type] = [:]
      guard callable.result.matches(type, &known), isPossible(callable) else { return nil }
      return Candidate(callable: callable, known: known)
    }
  }

  /// Returns whether a name can stand here at all.
  private func isPossible(_ callable: Callable) -> Bool {
    switch callable.name {
    case "random": closureDepth > 0
    case "samples": false
    default:
      switch callable.receiver {
      case .run?, .stats?, .table?, .findings?, .attempt?:
        names.contains { $0.type == callable.receiver }
      default: true
      }
    }
  }

  private mutating func call(_ candidate: Candidate, depth: Int) -> String? {
    var known = candidate.known
    for variable in [Type.Variable.element, .result] where known[variable] == nil {
      known[variable] = candidate.callable.name == "random" ? .int : plainType()
    }
    if ["min", "max", "abs", "random"].contains(candidate.callable.name),
      let result = known[.result], ![.int, .double, .duration].contains(result)
    {
      return nil
    }
    guard let arguments = arguments(of: candidate.callable, known, depth: depth) else { return nil }
    let name = candidate.callable.name + arguments
    guard let receiver = candidate.callable.receiver else { return name }
    return self.receiver(receiver.resolved(known), depth: depth).map { "\($0).\(name)" }
  }

  /// Returns what a method is called on; where only names can be, the name of one.
  private mutating func receiver(_ type: Type, depth: Int) -> String? {
    switch type {
    case .run, .stats, .table, .findings, .attempt:
      return dice.pick(names.filter { $0.type == type }.map(\.name))
    case .any: return call(giving: .any, depth: 0)
    case .outcome: return dice.word("ok", ".timeout", "ok(2)", "empty")
    default:
      // A result can be used as its source, but has none of its methods.
      let hidden = names.filter { [.run, .stats, .findings, .table].contains($0.type) }
      names.removeAll { [.run, .stats, .findings, .table].contains($0.type) }
      defer { names += hidden }
      return expression(type, depth: depth)
    }
  }

  /// Labels that cannot stand beside another one, whatever their values are.
  private static let rivals = ["backoff": "delay", "hangs": "fails"]

  /// Labels that are given though they may be left out: the length of a load, and the one rate of a breaker.
  private static let wanted: Set<String?> = ["for", "failures"]

  private mutating func arguments(
    of callable: Callable, _ known: [Type.Variable: Type], depth: Int
  ) -> String? {
    if let text = special(callable) { return text }
    var parts: [String] = []
    var trailing: String?
    var given: Set<String> = []
    for (index, parameter) in callable.parameters.enumerated() {
      if parameter.isOptional, !Self.wanted.contains(parameter.label), dice.chance(72) { continue }
      // What a library accepts for its settings depends on the others.
      if callable.key != nil, parameter.isOptional, !parameter.isCount { continue }
      if let label = parameter.label {
        guard !given.contains(Self.rivals[label] ?? "") else { continue }
        if callable.name == "op", label == "calls",
          !given.contains("on") || !given.isDisjoint(with: ["idempotent", "cost", "lost"])
        {
          continue
        }
        given.insert(label)
      }
      for _ in 0...(parameter.isRepeated ? dice.below(3) : 0) {
        let type = parameter.type.resolved(known)
        guard let value = fitting(callable, index) ?? expression(type, depth: depth) else {
          return nil
        }
        let isLast = index == callable.parameters.count - 1
        if isLast, parameter.label == nil, value.hasPrefix("{"), dice.chance(60) {
          trailing = value
        } else {
          parts.append(parameter.label.map { "\($0): \(value)" } ?? value)
        }
      }
    }
    if callable.isBare, parts.isEmpty { return "" }
    if parts.isEmpty, let trailing { return " \(trailing)" }
    return "(\(parts.joined(separator: ", ")))" + (trailing.map { " \($0)" } ?? "")
  }
}
