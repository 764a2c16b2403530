import Simulation

// Names, members, collections and conditionals.

extension Checker {
  mutating func checkName(_ name: String, _ range: Range<Int>, _ expected: Type?) -> TypedExpression
  {
    if let index = locals.lastIndex(where: { $0.name == name }) {
      return TypedExpression(locals[index].type, .local(index, locals[index].type))
    }
    if let closure = closure(calling: name, range, for: expected) {
      return infer(closure, expected)
    }
    if case .word(let words)? = expected, definitions[name]?.type != expected {
      return checkWord(name, words, range)
    }
    if let definition = definitions[name] {
      if definition.type == .nothing { dependsOnError = true }
      return .constant(definition.type, definition.item)
    }
    let bare = Catalogue.functions(named: name).filter(\.isBare)
    if !bare.isEmpty {
      return resolve(name, bare, receiver: nil, [], nameRange: range, callRange: range, expected)
    }
    if let callable = Catalogue.functions(named: name).first {
      let call = callable.parameters.isEmpty ? "\(name)()" : "\(name)(…)"
      return broken(.missingArgument, "'\(name)' is a function", range, fixIt: .replacement(call))
    }
    // An error without its dot, such as the key of `[timeout: 30%]`.
    let error: Diagnostic.FixIt? = expected == .fault ? .replacement(".\(name)") : nil
    return broken(
      .unknownName, "'\(name)' is not defined", range, fixIt: error ?? nearestName(to: name))
  }

  /// Checks a name where only some words fit.
  mutating func checkWord(
    _ name: String, _ words: [String], _ range: Range<Int>
  ) -> TypedExpression {
    guard words.contains(name) else {
      return broken(
        .unknownName, "'\(name)' is none of \(words.joined(separator: ", "))", range,
        fixIt: Suggestion.nearest(to: name, among: words).map(Diagnostic.FixIt.replacement))
    }
    return .constant(.word(words), .value(.text(name)))
  }

  /// Suggests the nearest visible name.
  func nearestName(to name: String) -> Diagnostic.FixIt? {
    // Only a condition on a call knows whether that succeeded.
    if locals.contains(where: { $0.name == "success" && $0.type == .bool }),
      let meant = CallFigure.conditions[name.lowercased()]
    {
      return .replacement(meant)
    }
    let names =
      locals.map(\.name) + hidden + definitions.keys.sorted().filter { $0 != "_" }
      + Catalogue.functionNames
    return Suggestion.nearest(to: name, among: names).map(Diagnostic.FixIt.replacement)
  }

  mutating func checkMember(
    _ base: Expression, _ name: Expression.Name, _ expected: Type?
  ) -> TypedExpression {
    let checked = infer(base, wantedType(of: base, with: name.text, expected))
    probe(base, checked)
    if case .nothing = checked.type { return .broken }
    if let index = Int(name.text) ?? namedPart(name.text, of: checked.type) {
      return part(index, of: checked, name.range)
    }
    let properties = Catalogue.methods(named: name.text, of: checked.type).filter(\.isBare)
    guard properties.isEmpty else {
      let range = base.range.lowerBound..<name.range.upperBound
      return resolve(
        name.text, properties, receiver: checked, [], nameRange: name.range, callRange: range, nil)
    }
    if !Catalogue.methods(named: name.text, of: checked.type).isEmpty {
      return broken(
        .missingArgument, "'\(name.text)' is a function", name.range,
        fixIt: .replacement("\(name.text)()"))
    }
    return broken(
      .unknownMember, "\(checked.type) has no member '\(name.text)'", name.range,
      fixIt: nearestMember(to: name.text, of: checked.type))
  }

  /// Suggests the nearest method of a type.
  func nearestMember(to name: String, of type: Type) -> Diagnostic.FixIt? {
    let names = Catalogue.all.filter { $0.receiver?.admits(receiver: type) ?? false }.map(\.name)
    return Suggestion.nearest(to: name, among: names).map(Diagnostic.FixIt.replacement)
  }

  /// The element names of a pair in Swift, as sent by `enumerated`.
  private static let partNames = ["index": 0, "offset": 0, "element": 1]

  /// Returns the index of a named element of a pair.
  func namedPart(_ name: String, of type: Type) -> Int? {
    guard case .tuple(let parts) = type, parts.count == 2, parts[0] == .int else { return nil }
    return Self.partNames[name]
  }

  private mutating func part(_ index: Int, of checked: TypedExpression, _ range: Range<Int>)
    -> TypedExpression
  {
    var type = Type.any
    if case .tuple(let parts) = checked.type {
      guard parts.indices.contains(index) else {
        return broken(.unknownMember, "\(checked.type) has no element \(index)", range)
      }
      type = parts[index]
    } else if checked.type != .any {
      return broken(.unknownMember, "\(checked.type) has no elements", range)
    }
    return TypedExpression(type, .part(index, of: checked.code, type))
  }

  mutating func checkList(_ items: [Expression], _ expected: Type?) -> TypedExpression {
    var wanted: Type?
    if case .list(let inner)? = expected { wanted = inner }
    let checked = items.map { check($0, wanted) }
    var type = wanted ?? checked.first?.type ?? .nothing
    for (item, expression) in zip(checked, items) where wanted == nil {
      guard let joined = type.joined(with: item.type) else {
        return broken(
          .wrongType, "a list cannot contain both \(type) and \(item.type)", expression.range
        )
      }
      type = joined
    }
    let works = checked.map(\.code.item)
    return TypedExpression(
      .list(type),
      .item(
        Thunk { frame throws(EvaluationError) in
          var items: [RuntimeValue] = []
          for work in works { items.append(try work(&frame)) }
          return .list(items)
        }))
  }

  mutating func checkDictionary(
    _ entries: [(key: Expression, value: Expression)], _ expected: Type?
  ) -> TypedExpression {
    var wanted: (key: Type?, value: Type?)
    if case .dictionary(let key, let value)? = expected { wanted = (key, value) }
    if expected == .faults { wanted = (.fault, .share) }
    if expected == .rateProfile { wanted = (.duration, .rateProfile) }
    let checked = entries.map {
      (key: check($0.key, wanted.key), value: check($0.value, wanted.value))
    }
    let key = checked.first?.key.type ?? .nothing
    let value = checked.first?.value.type ?? .nothing
    let works = checked.map { (key: $0.key.code.item, value: $0.value.code.item) }
    return TypedExpression(
      .dictionary(key, value),
      .item(
        Thunk { frame throws(EvaluationError) in
          var items: [(key: RuntimeValue, value: RuntimeValue)] = []
          for work in works { items.append((try work.key(&frame), try work.value(&frame))) }
          return .dictionary(items)
        }))
  }

  mutating func checkTuple(_ items: [Expression]) -> TypedExpression {
    let checked = items.map { check($0) }
    if items.isEmpty { return .constant(.unit, .unit) }
    let works = checked.map(\.code.value)
    return TypedExpression(
      .tuple(checked.map(\.type)),
      .value(
        Thunk { frame throws(EvaluationError) in
          var values: [Value] = []
          for work in works { values.append(try work(&frame)) }
          return .tuple(values)
        }))
  }

  mutating func checkConditional(
    _ condition: Expression, _ yes: Expression, _ no: Expression, _ expected: Type?
  ) -> TypedExpression {
    let condition = check(condition, .bool).code.flag
    let left = check(yes, expected)
    let right = check(no, expected)
    guard let type = left.type.joined(with: right.type, expecting: expected) else {
      return broken(
        .wrongType,
        "both branches of '?' must have the same type, not \(left.type) and \(right.type)", no.range
      )
    }
    return TypedExpression(type, .chosen(condition, left.code, right.code))
  }
}
