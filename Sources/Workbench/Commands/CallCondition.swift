import Measurement
import RetryLanguage
import Simulation

extension CommandCall {
  /// Returns the `where` condition as a predicate on calls.
  ///
  /// Only the figures that the condition mentions are computed; the planner puts them first among its parameters.
  func condition() throws(Diagnostic) -> @Sendable (CallResult) -> Bool {
    guard case .function(let condition)? = options[.condition]?.item,
      let written = optionExpressions[.condition]
    else {
      throw Diagnostic(
        .missingArgument, "'\(command.name)' needs 'where' and a condition", at: range)
    }
    let figures = CallFigure.all.filter { written.mentions($0.name) }
    return { result in condition.holds(figures.map { .value($0.value(result)) }) }
  }

  /// The warnings about kinds of error in the condition that no call of a source ends with.
  func unknownKinds(in subject: Runnable) -> [String] {
    guard case .calls(let source) = subject, let kinds = KnownSource(source).facts.kinds else {
      return []
    }
    let named = optionExpressions[.condition]?.errorKinds ?? []
    return named.filter { !kinds.contains($0) }.map { kind in
      let nearest = Suggestion.nearest(to: kind, among: kinds)
      return "warning: no call here fails with .\(kind)"
        + (nearest.map { "; did you mean '.\($0)'?" } ?? "")
    }
  }
}

extension Expression {
  /// The kinds of error that it compares the error of a call with.
  fileprivate var errorKinds: [String] {
    switch self {
    case .infix(.name("error", _), _, _, .implicitMember(let kind, _, _)),
      .infix(.implicitMember(let kind, _, _), _, _, .name("error", _)):
      [kind.text]
    default: parts.flatMap(\.errorKinds)
    }
  }
}
