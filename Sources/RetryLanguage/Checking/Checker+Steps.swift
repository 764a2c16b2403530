import Simulation

// The steps of closures and functions: every path returns a value.

extension Checker {
  /// Checks steps in order; each result is converted to the expected type.
  mutating func checkSteps(
    _ steps: ArraySlice<Step>, _ expected: Type?, _ range: Range<Int>
  ) -> TypedExpression {
    guard let step = steps.first else {
      return broken(
        .wrongClosure, "this does not return a value on every path", range,
        fixIt: .advice("add 'return …'"))
    }
    let rest = steps.dropFirst()
    let outer = locals.count
    defer { locals.removeSubrange(outer...) }
    switch step {
    case .named(let name, let value):
      let checked = check(value)
      locals.append((name.text, checked.type))
      let result = checkSteps(rest, expected, range)
      return TypedExpression(result.type, .bound(checked.code.item, result.code))
    case .result(let value):
      refuse(rest)
      return check(value, expected)
    case .choice(let branches, let otherwise, let range):
      if otherwise != nil { refuse(rest) }
      let ways = branches.map { checkBranch($0, expected, range) }
      let last = checkSteps(otherwise.map { $0[...] } ?? rest, expected, range)
      return joined(ways, last, expected, range)
    case .unless(let branch, let range):
      let way = checkBranch(branch, expected, range)
      let result = checkSteps(rest, expected, range)
      return joined([(way.condition, result)], way.result, expected, range)
    case .cases(let subject, let cases, let otherwise, let range):
      refuse(rest)
      return checkCases(subject, cases, otherwise, expected, range)
    }
  }

  /// Reports unreachable steps.
  private mutating func refuse(_ rest: ArraySlice<Step>) {
    guard let step = rest.first else { return }
    report(.wrongClosure, "code after the result never runs", step.range)
  }

  private typealias Way = (condition: Thunk<Bool>, result: TypedExpression)

  private mutating func checkBranch(
    _ branch: Step.Branch, _ expected: Type?, _ range: Range<Int>
  ) -> Way {
    let conditions = branch.conditions.map { check($0, .bool).code.flag }
    return (.all(conditions), checkSteps(branch.steps[...], expected, range))
  }

  /// The result of the first branch whose condition holds, or of the last.
  private mutating func joined(
    _ ways: [Way], _ last: TypedExpression, _ expected: Type?, _ range: Range<Int>
  ) -> TypedExpression {
    var whole = last
    for way in ways.reversed() {
      guard let type = way.result.type.joined(with: whole.type, expecting: expected) else {
        return broken(
          .wrongType,
          "all branches must return the same type, not \(way.result.type) and \(whole.type)",
          range)
      }
      whole = TypedExpression(type, .chosen(way.condition, way.result.code, whole.code))
    }
    return whole
  }
}

// MARK: - switch

extension Checker {
  private mutating func checkCases(
    _ subject: Expression, _ cases: [Step.Case], _ otherwise: [Step]?, _ expected: Type?,
    _ range: Range<Int>
  ) -> TypedExpression {
    let value = check(subject)
    // The value has no name in the source.
    locals.append(("", value.type))
    let held = TypedExpression(value.type, .local(locals.count - 1, value.type))
    var ways = cases.map { each in
      let conditions = each.patterns.map { matches($0, held) }
      return (
        condition: Thunk.any(conditions), result: checkSteps(each.steps[...], expected, range)
      )
    }
    var last: TypedExpression?
    if let otherwise {
      last = checkSteps(otherwise[...], expected, range)
    } else if value.type == .bool, Set(cases.flatMap(\.patterns).compactMap(\.flag)).count == 2 {
      last = ways.popLast()?.result
    }
    guard let last else {
      return broken(
        .wrongClosure, "this 'switch' does not cover all values", subject.range,
        fixIt: .advice("add 'default:'"))
    }
    let whole = joined(ways, last, expected, range)
    return TypedExpression(whole.type, .bound(value.code.item, whole.code))
  }

  /// Checks a pattern against a value: an error pattern, a range, or an equal value.
  private mutating func matches(_ pattern: Expression, _ held: TypedExpression) -> Thunk<Bool> {
    if case .implicitMember = pattern { return matchesFault(pattern, held) }
    let checked = check(pattern)
    switch checked.type {
    case .pattern: return matchesFault(pattern, held)
    case .range(let inner) where inner.joined(with: held.type) != nil:
      let (ends, value) = (SwiftType<Ends>.range(of: inner).work(checked.code), held.code.value)
      return Thunk { frame throws(EvaluationError) in try ends(&frame).contains(try value(&frame)) }
    default:
      guard held.type.joined(with: checked.type)?.isPlain == true else {
        return broken(
          .wrongType, "\(held.type) cannot match \(checked.type)", pattern.range
        ).code.flag
      }
      return CompiledExpression.compared(.equal, held.code, checked.code).flag
    }
  }

  private mutating func matchesFault(_ pattern: Expression, _ held: TypedExpression) -> Thunk<Bool>
  {
    guard [.fault, .any, .nothing].contains(held.type) else {
      return broken(.wrongType, "\(held.type) cannot match an error", pattern.range).code.flag
    }
    let (pattern, value) = (
      SwiftType<FaultPattern>.pattern.work(check(pattern, .pattern).code), held.code.value
    )
    return Thunk { frame throws(EvaluationError) in
      let pattern = try pattern(&frame)
      return try value(&frame).fault.map(pattern.matches) ?? false
    }
  }
}

extension Expression {
  /// The Boolean literal, if this is one.
  fileprivate var flag: Bool? {
    if case .bool(let flag, _) = self { flag } else { nil }
  }
}

extension Ends {
  /// Returns whether a value lies in the range.
  fileprivate func contains(_ value: Value) -> Bool {
    guard let low = Arithmetic.compare(low, value), let high = Arithmetic.compare(value, high)
    else { return false }
    return low <= 0 && (isClosed ? high <= 0 : high < 0)
  }
}

extension Thunk<Bool> {
  /// Whether all conditions hold; evaluation stops at the first that does not.
  fileprivate static func all(_ conditions: [Thunk]) -> Thunk {
    if conditions.count == 1 { return conditions[0] }
    return Thunk { frame throws(EvaluationError) in
      for condition in conditions where !(try condition(&frame)) { return false }
      return true
    }
  }

  /// Whether one of several conditions holds.
  fileprivate static func any(_ conditions: [Thunk]) -> Thunk {
    if conditions.count == 1 { return conditions[0] }
    return Thunk { frame throws(EvaluationError) in
      for condition in conditions where try condition(&frame) { return true }
      return false
    }
  }
}
