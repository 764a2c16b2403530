// Closures on one line, and functions with one line per step.

extension Formatter {
  /// Words that the result of a closure cannot begin with.
  private static let closureWords: Set<String> = [
    "let", "return", "if", "guard", "switch", "for", "while", "repeat", "do", "defer", "var",
    "case",
  ]

  func text(_ closure: Expression.Closure) -> String {
    if let declaration = closure.declaration { return text(declaration, closure) }
    let names = closure.parameters.map { $0.map(\.text).joined(separator: ", ") }
    let signature = names.map { $0.isEmpty ? "in " : "\($0) in " } ?? ""
    if case .result(.tuple(let parts, _))? = closure.steps.last, parts.isEmpty {
      let steps = line(closure.steps.dropLast(), isBare: true)
      return "{ \(signature)\(steps.isEmpty ? "" : steps + "; ")}"
    }
    let steps = line(closure.steps[...], isBare: true)
    // Without parameters, `in` would turn the words before it into parameters.
    let words = steps.prefix { $0 != "{" }.split { !$0.isLetter }
    let hasIn = closure.parameters == nil && words.contains("in")
    if hasIn, case .result(let value)? = closure.steps.first { return "{ (\(flat(value))) }" }
    return "{ \(signature)\(steps) }"
  }

  private func text(_ declaration: Declaration, _ closure: Expression.Closure) -> String {
    let names = closure.parameters ?? []
    let parameters = names.indices.map { index in
      let (name, label) = (names[index].text, declaration.labels[index] ?? "_")
      let type = declaration.types[index].text
      return label == name ? "\(name): \(type)" : "\(label) \(name): \(type)"
    }
    let head = "func \(declaration.name.text)(\(parameters.joined(separator: ", ")))"
    var steps = lines(closure.steps)
    if closure.steps.count == 1, case .result(let value) = closure.steps[0] {
      steps = ["  " + bare(value)]
    }
    return ([head + " -> \(declaration.result.text) {"] + steps + ["}"]).joined(separator: "\n")
  }

  // MARK: - On one line

  /// Returns steps on one line; the last result has no `return` if possible.
  private func line(_ steps: ArraySlice<Step>, isBare: Bool = false) -> String {
    steps.enumerated().map { index, step in
      if case .result(let value) = step, isBare, index == steps.count - 1 { return bare(value) }
      return text(step) { "{ \(line($0[...])) }" }
    }.joined(separator: "; ")
  }

  /// Returns a result without `return`, in parentheses if it would be parsed as a step.
  private func bare(_ value: Expression) -> String {
    let isMistakable = value.firstName.map(Self.closureWords.contains) ?? false
    return isMistakable ? "(\(flat(value)))" : flat(value)
  }

  // MARK: - On several lines

  private func lines(_ steps: [Step]) -> [String] {
    steps.flatMap { step in text(step, block).split(separator: "\n").map { "  " + $0 } }
  }

  /// Returns steps in braces, on one line if there is only a short result.
  private func block(_ steps: [Step]) -> String {
    if steps.count == 1, case .result(let value) = steps[0], flat(value).count <= width / 2 {
      return "{ return \(flat(value)) }"
    }
    return "{\n" + lines(steps).joined(separator: "\n") + "\n}"
  }

  /// Returns a step, with its nested steps in braces.
  private func text(_ step: Step, _ braces: ([Step]) -> String) -> String {
    switch step {
    case .named(let name, let value): return "let \(name.text) = \(flat(value))"
    case .result(let value): return "return \(flat(value))"
    case .choice(let branches, let otherwise, _):
      let heads = branches.map { "if \(conditions($0.conditions)) \(braces($0.steps))" }
      return (heads + (otherwise.map { [braces($0)] } ?? [])).joined(separator: " else ")
    case .unless(let branch, _):
      return "guard \(conditions(branch.conditions)) else \(braces(branch.steps))"
    case .cases(let subject, let cases, let otherwise, _):
      let heads = cases.map { "case \($0.patterns.map(flat).joined(separator: ", ")):" }
      let bodies = cases.map(\.steps) + (otherwise.map { [$0] } ?? [])
      let all = zip(heads + (otherwise == nil ? [] : ["default:"]), bodies)
      let isOnOneLine = !braces([]).contains("\n")
      let text = all.map { head, steps in
        isOnOneLine
          ? "\(head) \(line(steps[...]))"
          : ([head] + lines(steps)).joined(separator: "\n")
      }
      return isOnOneLine
        ? "switch \(condition(subject)) { \(text.joined(separator: "; ")) }"
        : "switch \(condition(subject)) {\n\(text.joined(separator: "\n"))\n}"
    }
  }

  private func conditions(_ conditions: [Expression]) -> String {
    conditions.map(condition).joined(separator: ", ")
  }

  /// Returns a condition, in parentheses if one of its braces would be parsed as the start of the steps.
  private func condition(_ value: Expression) -> String {
    let text = flat(value)
    return text.contains("{") ? "(\(text))" : text
  }
}
