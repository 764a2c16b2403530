package import RetryLanguage
import RetryNumerics

/// The meaning of a program without source positions: two programs with one shape are the same program.
package enum Shape {
  /// Writes down what statements say.
  package static func of(_ statements: [Statement]) -> String {
    statements.map(of).joined(separator: "\n")
  }

  private static func of(_ statement: Statement) -> String {
    switch statement {
    case .binding(let name, let value): "(let \(name.text) \(of(value)))"
    case .expression(let value): of(value)
    case .narration(let text, _): "(narration \(text))"
    case .command(let command):
      "(command \(command.name.text) \(command.subjects.map(of)) \(command.words.map(\.text))"
        + " \(command.options.map { "\($0.key.text) \(of($0.value))" }))"
    }
  }

  static func of(_ expression: Expression) -> String {
    switch expression {
    case .int(let value, _): "int \(value)"
    case .double(let value, _): "double \(value)"
    case .share(let value, _): "share \(value)"
    case .duration(let value, _): "duration \(value.count)"
    case .rate(let value, _): "rate \(value)"
    case .text(let value, _): "text \(Array(value.unicodeScalars))"
    case .bool(let value, _): "bool \(value)"
    case .name(let value, _): "name \(value)"
    case .implicitMember(let name, let arguments, _):
      "(. \(name.text) \(arguments.map(of).map(String.init(describing:)) ?? ""))"
    case .member(let base, let name): "(member \(of(base)) \(name.text))"
    case .call(let callee, let arguments, _): "(call \(of(callee)) \(of(arguments)))"
    case .list(let items, _): "(list \(items.map(of)))"
    case .dictionary(let entries, _):
      "(dictionary \(entries.map { "\(of($0.key)): \(of($0.value))" }))"
    case .tuple(let items, _): "(tuple \(items.map(of)))"
    case .closure(let closure): of(closure)
    case .keyPath(let path, _): "(path \(path.map(\.text)))"
    case .prefix(let prefix, _, let value): "(\(prefix.rawValue) \(of(value)))"
    case .infix(let left, let infix, _, let right): "(\(of(left)) \(infix.mark) \(of(right)))"
    case .conditional(let condition, let yes, let no):
      "(\(of(condition)) ? \(of(yes)) : \(of(no)))"
    case .broken: "broken"
    }
  }

  private static func of(_ arguments: [Expression.Argument]) -> [String] {
    arguments.map { "\($0.label?.text ?? "_")\($0.isTrailing ? "!" : ""): \(of($0.value))" }
  }

  private static func of(_ closure: Expression.Closure) -> String {
    let parameters = closure.parameters.map { "\($0.map(\.text))" } ?? "$"
    let declaration = closure.declaration.map { "\($0.name.text)\($0.parameters)\($0.result.text)" }
    return "{\(declaration ?? "")\(parameters) \(of(closure.steps))}"
  }

  private static func of(_ steps: [Step]) -> String {
    "\(steps.map(of))"
  }

  private static func of(_ step: Step) -> String {
    switch step {
    case .named(let name, let value): "let \(name.text) \(of(value))"
    case .result(let value): of(value)
    case .choice(let branches, let otherwise, _):
      "if \(branches.map(of)) \(otherwise.map(of) ?? "")"
    case .unless(let branch, _): "guard \(of(branch))"
    case .cases(let subject, let cases, let otherwise, _):
      "switch \(of(subject)) \(cases.map { "\($0.patterns.map(of)) \(of($0.steps))" })"
        + (otherwise.map(of) ?? "")
    }
  }

  private static func of(_ branch: Step.Branch) -> String {
    "\(branch.conditions.map(of)) \(of(branch.steps))"
  }
}
