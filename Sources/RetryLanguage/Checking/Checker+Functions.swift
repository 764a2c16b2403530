import Simulation

// User-defined functions: declared with types, or named closures.

extension Checker {
  /// Checks `func name(…) -> Type { … }`.
  mutating func checkFunction(
    _ closure: Expression.Closure, _ declaration: Declaration
  ) -> TypedExpression {
    let types = declaration.types.map(\.type)
    let result = declaration.result.type
    let names = closure.parameters ?? []
    for (index, name) in names.enumerated()
    where names.prefix(index).contains(where: { $0.text == name.text }) {
      report(.extraArgument, "the parameter '\(name.text)' is declared twice", name.range)
    }
    // The function is visible to itself, for recursion.
    locals = [(declaration.name.text, .function(types, result))]
    for (name, type) in zip(names, types) { locals.append((name.text, type)) }
    declared = declaration
    let body = checkSteps(closure.steps[...], result, closure.range)
    let function = Function(
      captured: [], result: body.code, isDrawing: drawing != nil, declaration: declaration)
    (locals, declared, drawing) = ([], nil, nil)
    return .constant(.function(types, result), .function(function))
  }

  /// Stores a named closure; undefined names in it are reported immediately.
  mutating func checkTemplate(_ closure: Expression.Closure) -> TypedExpression {
    let count = closure.parameters?.count ?? 1
    var inner = self
    _ = inner.checkClosure(
      closure, .function(Array(repeating: .any, count: count), .any))
    diagnostics += inner.diagnostics.filter { $0.code == .unknownName }
    dependsOnError = inner.dependsOnError
    return .constant(
      .template, .template(Template(closure: closure, text: text, definitions: definitions)))
  }

  /// Checks a call of a user-defined function, if it is one.
  mutating func checkOwnCall(
    _ name: String, _ nameRange: Range<Int>, _ arguments: [Expression.Argument], _ range: Range<Int>
  ) -> TypedExpression? {
    if let declared, let index = locals.firstIndex(where: { $0.name == name }), index == 0 {
      let function = SwiftType<Function>.function([], .any).work(.local(0, locals[0].type))
      return called(function, declared, arguments, nameRange)
    }
    switch definitions[name]?.item {
    case .function(let function)?:
      guard let declaration = function.declaration else { return nil }
      if function.isDrawing { drawing = range }
      return called(.constant(function), declaration, arguments, nameRange)
    case .template(let template)?: return called(template, name, arguments, range)
    default: return nil
    }
  }

  private mutating func called(
    _ function: Thunk<Function>, _ declaration: Declaration, _ arguments: [Expression.Argument],
    _ range: Range<Int>
  ) -> TypedExpression {
    let given = arguments.map { $0.label?.text }
    guard given == declaration.labels else {
      return broken(
        arguments.count > declaration.labels.count ? .extraArgument : .missingArgument,
        "'\(declaration.name.text)' takes \(declaration.parameters)", range)
    }
    let values = zip(arguments, declaration.types).map { check($0.value, $1.type).code.item }
    let type = declaration.result.type
    return TypedExpression(type, .called(function, values, type))
  }

  /// Checks a named closure for these argument types.
  private mutating func called(
    _ template: Template, _ name: String, _ arguments: [Expression.Argument], _ range: Range<Int>
  ) -> TypedExpression {
    if let count = template.closure.parameters?.count, count != arguments.count {
      return broken(
        arguments.count > count ? .extraArgument : .missingArgument,
        "'\(name)' takes \(self.count(count))", range)
    }
    let values = arguments.map { check($0.value) }
    var inner = Checker(
      template.text, definitions: template.definitions, dialect: dialect, limits: limits,
      host: host)
    inner.steps = steps
    let checked = inner.checkClosure(template.closure, .function(values.map(\.type), .any))
    steps = inner.steps
    if let mistake = inner.diagnostics.first {
      return broken(mistake.code, "in '\(name)': \(mistake.message)", range, fixIt: mistake.fixIt)
    }
    var frame = Frame()
    guard case .function(_, let type) = checked.type,
      case .function(let function)? = try? checked.code.item(&frame)
    else { return .broken }
    if function.isDrawing { drawing = range }
    return TypedExpression(
      type, .called(.constant(function), values.map(\.code.item), type))
  }

  func closure(calling name: String, _ range: Range<Int>, for expected: Type?) -> Expression? {
    let labels: [String?]
    switch (definitions[name]?.item, expected) {
    case (.function(let function)?, .function), (.function(let function)?, .faults),
      (.function(let function)?, .backoff), (.function(let function)?, .service):
      guard let declaration = function.declaration else { return nil }
      labels = declaration.labels
    case (.template?, .function(let types, _)): labels = types.map { _ in nil }
    case (.template?, .faults), (.template?, .backoff): labels = [nil]
    case (.template?, .service): labels = [nil, nil]
    default: return nil
    }
    let arguments = labels.enumerated().map { index, label in
      Expression.Argument(
        label: label.map { Expression.Name(text: $0, range: range) },
        value: .name("$\(index)", range))
    }
    return .closure(
      Expression.Closure(
        parameters: labels.isEmpty ? [] : nil,
        steps: [.result(.call(.name(name, range), arguments, range))], range: range))
  }
}

extension Declaration {
  /// The parameters as source text.
  package var parameters: String {
    "(" + zip(labels, types).map { "\($0 ?? "_"): \($1.text)" }.joined(separator: ", ") + ")"
  }
}
