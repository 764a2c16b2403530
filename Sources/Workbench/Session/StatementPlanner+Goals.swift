import Measurement
import RetryLanguage
import Simulation
import Tuning

extension StatementPlanner {
  /// The goals of a search, and how they are written.
  typealias ReadGoals = (
    constraints: [Constraint], objectives: [Objective], texts: [String]
  )

  /// Reads the goals of a search; `nil` after a mistake, which is reported.
  mutating func goals(of written: Statement.Command) -> ReadGoals? {
    var (constraints, objectives, texts): ([Constraint], [Objective], [[String]]) = (
      [], [], [[], []]
    )
    for (key, value) in written.options {
      switch key.text {
      case CommandOption.subject.key:
        for part in value.items.flatMap(\.conjuncts) {
          guard let constraint = constraint(part) else { return nil }
          constraints.append(constraint)
          texts[0].append(Formatter().text(part))
        }
      case CommandOption.minimize.key, CommandOption.maximize.key:
        for part in value.items {
          guard let figure = figure(part) else { return nil }
          let isMaximized = key.text == CommandOption.maximize.key
          objectives.append(Objective(figure.figure, isMaximized: isMaximized))
          texts[1].append("\(key.text) \(figure.name)")
        }
      default: break
      }
    }
    guard !constraints.isEmpty || !objectives.isEmpty else {
      return mistake(
        .missingArgument, "a search needs a goal", at: written.range,
        "write 'subject success >= 99.9% minimize load'")
    }
    if objectives.isEmpty, let load = NamedFigure.all.first(where: { $0.name == "load" }) {
      // Of all policies that keep the bounds, the one that asks least of the service is the best.
      objectives.append(Objective(load.figure, isMaximized: false))
      texts[1].append("minimize load")
    }
    return (constraints, objectives, texts.flatMap(\.self))
  }

  /// Reads a comparison of a figure with a number.
  private mutating func constraint(_ written: Expression) -> Constraint? {
    let advice = "write 'success >= 99.9%' or 'p99 < 2s'"
    guard case .infix(let left, .compare(let how), _, let right) = written else {
      return mistake(
        .wrongType, "a goal compares a figure with a number", at: written.range, advice)
    }
    let isTurned = left.figure == nil && right.figure != nil
    let (subject, bound) = isTurned ? (right, left) : (left, right)
    guard let figure = figure(subject), let known = evaluate(bound, expecting: figure.type)
    else { return nil }
    guard let number = known.item.plain?.size, number.isFinite, !isLater || known.item.plain != nil
    else {
      return isLater
        ? Constraint(figure.figure, isAtLeast: true, isStrict: false, bound: 0)
        : mistake(.wrongType, "a goal compares a figure with a number", at: bound.range, advice)
    }
    let isAtLeast: Bool
    switch how {
    case .greater, .greaterOrEqual: isAtLeast = !isTurned
    case .less, .lessOrEqual: isAtLeast = isTurned
    case .equal, .unequal:
      return mistake(
        .wrongType, "a search cannot aim at one number exactly", at: written.range,
        "write '<=' or '>='")
    }
    return Constraint(
      figure.figure, isAtLeast: isAtLeast, isStrict: how == .greater || how == .less,
      bound: number)
  }

  /// Reads the name of a figure that is a number.
  private mutating func figure(_ written: Expression) -> NamedFigure? {
    guard let figure = written.figure else {
      let nearest = Suggestion.nearest(
        to: Formatter().text(written), among: NamedFigure.all.map(\.name))
      diagnostics.append(
        Diagnostic(
          .unknownName, "'\(Formatter().text(written))' is no figure of many calls",
          at: written.range,
          fixIt: nearest.map(Diagnostic.FixIt.replacement)
            ?? .advice("'help result' lists the figures")))
      return nil
    }
    guard figure.type != .fault, figure.type != .bool, figure.type != .text else {
      return mistake(
        .wrongType, "a search cannot aim at '\(figure.name)', which is no number",
        at: written.range, nil)
    }
    return figure
  }

  /// Reports a mistake.
  mutating func mistake<Value>(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, _ advice: String?
  ) -> Value? {
    diagnostics.append(
      Diagnostic(code, message, at: range, fixIt: advice.map(Diagnostic.FixIt.advice)))
    return nil
  }
}

extension Expression {
  /// The expressions of an option that takes several.
  fileprivate var items: [Expression] {
    if case .tuple(let items, _) = self { items } else { [self] }
  }

  /// The parts of it that must all hold.
  fileprivate var conjuncts: [Expression] {
    if case .infix(let left, .and, _, let right) = self {
      left.conjuncts + right.conjuncts
    } else {
      [self]
    }
  }

  fileprivate var figure: NamedFigure? {
    guard case .name(let name, _) = self else { return nil }
    return NamedFigure.all.first { $0.name == name }
  }
}
