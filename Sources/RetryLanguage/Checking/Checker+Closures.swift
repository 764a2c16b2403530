import Simulation

// Closures: parameters, captures and results.

extension Checker {
  mutating func checkClosure(_ closure: Expression.Closure, _ expected: Type?) -> TypedExpression {
    if expected == .faults { return checkFaults(closure) }
    if expected == .service { return checkService(closure) }
    if expected == .backoff { return checkBackoff(closure) }
    guard case .function(let types, let result)? = expected else {
      if expected == nil || expected == .any {
        return broken(.wrongClosure, "a closure cannot be used here", closure.range)
      }
      let wanted = expected.map(\.description) ?? "a value"
      return broken(.wrongType, "expected \(wanted), found a closure", closure.range)
    }
    guard let layout = layout(of: closure, types) else { return .broken }
    let (around, host, hiddenAround) = (locals, drawing, hidden)
    // Unused names are not captured, which saves time in each call.
    let names = Set(locals.map(\.name))
    let captures = closure.steps.flatMap(\.expressions).contains { $0.mentions(names.contains) }
    if !captures {
      hidden += locals.map(\.name)
      locals = []
    }
    let outer = locals.count
    locals += layout.parameters
    drawing = nil
    defer { (locals, drawing, hidden) = (around, host, hiddenAround) }
    let steps = closure.steps.isEmpty ? [.result(.tuple([], closure.range))] : closure.steps
    let body = checkSteps(steps[...], result == .any ? nil : result, closure.range)
    if isCalledWithoutChance, around.isEmpty { reportDrawing() }
    return TypedExpression(.function(types, body.type), code(layout, body.code, outer))
  }

  /// Checks `\\.data`: values have no such properties here, so they are passed on unchanged.
  mutating func checkKeyPath(_ range: Range<Int>, _ expected: Type?) -> TypedExpression {
    guard case .function(let types, _)? = expected, types.count == 1 else {
      return broken(.wrongClosure, "a key path cannot be used here", range)
    }
    passOver(range)
    let function = Function(captured: [], result: .local(0, types[0]), isDrawing: false)
    return .constant(.function(types, types[0]), .function(function))
  }

  private func code(
    _ layout: ClosureLayout, _ result: CompiledExpression, _ outer: Int
  ) -> CompiledExpression {
    let (shape, isDrawing) = (layout.shape, drawing != nil)
    return .item(
      Thunk { frame throws(EvaluationError) in
        .function(
          Function(
            captured: frame.locals.prefix(outer), shape, result: result, isDrawing: isDrawing))
      })
  }

  /// Decides how the values passed to a closure map to its parameters.
  private mutating func layout(
    of closure: Expression.Closure, _ types: [Type]
  ) -> ClosureLayout? {
    if let names = closure.parameters { return named(names, types, closure) }
    let uses = DollarUses(in: closure.steps.flatMap(\.expressions))
    if uses.hasParts, uses.highest == 0, types.count > 1 {
      return ClosureLayout(shape: .packed(types.count), parameters: [("$0", .tuple(types))])
    }
    if uses.highest > 0, types.count == 1, let parts = types[0].parts(uses.highest + 1) {
      let parameters = parts.enumerated().map { (name: "$\($0.offset)", type: $0.element) }
      return ClosureLayout(shape: .spread(parts.count), parameters: parameters)
    }
    guard uses.highest < types.count else {
      report(
        .wrongClosure,
        "this closure receives \(count(types.count)), so '$\(uses.highest)' does not exist",
        closure.range)
      return nil
    }
    let parameters = types.enumerated().map { (name: "$\($0.offset)", type: $0.element) }
    return ClosureLayout(shape: .plain, parameters: parameters)
  }

  private mutating func named(
    _ names: [Expression.Name], _ types: [Type], _ closure: Expression.Closure
  ) -> ClosureLayout? {
    let texts = names.map(\.text)
    if names.count == types.count {
      return ClosureLayout(shape: .plain, parameters: zip(texts, types).map { ($0, $1) })
    }
    if names.count == 1, types.count > 1 {
      return ClosureLayout(shape: .packed(types.count), parameters: [(texts[0], .tuple(types))])
    }
    if types.count == 1, let parts = types[0].parts(names.count) {
      return ClosureLayout(
        shape: .spread(names.count), parameters: zip(texts, parts).map { ($0, $1) })
    }
    report(
      .wrongClosure,
      "this closure receives \(count(types.count)) but declares \(names.count)", closure.range)
    return nil
  }

  /// Returns the number of values that a closure declares or uses.
  func parameterCount(of closure: Expression.Closure) -> Int {
    closure.parameters?.count
      ?? DollarUses(in: closure.steps.flatMap(\.expressions)).highest + 1
  }

  func count(_ number: Int) -> String {
    number == 1 ? "one value" : "\(number) values"
  }
}

/// The parameters of a closure, and how values map to them.
private struct ClosureLayout {
  let shape: ParameterShape
  let parameters: [(name: String, type: Type)]
}

extension Type {
  /// The element types of a tuple of this size, if this is or may be one.
  fileprivate func parts(_ count: Int) -> [Type]? {
    switch self {
    case .tuple(let parts) where parts.count == count: parts
    case .any where count > 1: Array(repeating: .any, count: count)
    default: nil
    }
  }
}

/// How a closure without named parameters uses `$0`, `$1` and so on.
private struct DollarUses {
  var highest = -1
  /// Whether elements of `$0` are used, as in `$0.1`.
  var hasParts = false

  init(in expressions: [Expression]) {
    for expression in expressions { visit(expression) }
  }

  private mutating func visit(_ expression: Expression) {
    switch expression {
    case .name(let name, _):
      if name.hasPrefix("$"), let number = Int(name.dropFirst()) { highest = max(highest, number) }
    case .member(.name("$0", _), let name) where Int(name.text) != nil: hasParts = true
    // A closure without named parameters has its own `$0`.
    case .closure(let closure) where closure.parameters == nil: return
    default: break
    }
    for part in expression.parts { visit(part) }
  }
}
