import RetryLanguage

extension StatementPlanner {
  /// Evaluates the subjects of a command, unless there is a mistake in one; those of a search are read with its goals.
  mutating func subjects(
    of command: Command, _ written: Statement.Command
  ) -> [Definition]? {
    let subjects: [Definition]
    switch command.shape.subject {
    case .search: return []
    case .loop: subjects = loop(written.subjects)
    default:
      subjects = written.subjects.compactMap { subject in
        evaluate(command.closed(over: subject), expecting: command.expectedSubject)
      }
    }
    return subjects.count == written.subjects.count ? subjects : nil
  }

  /// Evaluates the values of a loop, and its closure for values of their types.
  private mutating func loop(_ written: [Expression]) -> [Definition] {
    var values: [Definition] = []
    for expression in written.dropLast() {
      guard let definition = evaluate(expression) else { return [] }
      guard definition.type.element != nil else {
        diagnostics.append(
          Diagnostic(
            .wrongType, "expected a range or a list, found \(definition.type)",
            at: expression.range))
        return []
      }
      values.append(definition)
    }
    let types = values.compactMap(\.type.element)
    guard let body = written.last,
      let closure = evaluate(body, expecting: .function(types, .runnable))
    else { return [] }
    return values + [closure]
  }
}
