import Simulation

// Arithmetic and comparison.

extension Checker {
  mutating func checkPrefix(_ mark: Expression.Name, _ value: Expression) -> Checked {
    if mark.text == "!" {
      return check(value, .bool).mapped(.bool) { item throws(Trouble) in
        .value(.bool(item.plain != .bool(true)))
      }
    }
    let checked = check(value)
    guard [.int, .double, .duration, .share, .any, .nothing].contains(checked.type) else {
      return broken(.wrongOperands, "'-' does not apply to \(checked.type)", mark.range)
    }
    return checked.mapped(checked.type) { item throws(Trouble) in
      .value(try Arithmetic.negated(item.plain ?? .unit))
    }
  }

  mutating func checkInfix(
    _ left: Expression, _ mark: Expression.Name, _ right: Expression
  ) -> Checked {
    switch mark.text {
    case "is": return checkIs(left, right)
    case "&&", "||": return checkLogic(left, mark, right)
    case "...", "..<": return checkRange(left, mark, right)
    default: break
    }
    let first = check(left)
    let isComparison = ["==", "!="].contains(mark.text)
    let second = check(right, isComparison && first.type == .fault ? .fault : nil)
    guard let type = Arithmetic.type(of: mark.text, first.type, second.type) else {
      return broken(
        .wrongOperands, "'\(mark.text)' does not apply to \(first.type) and \(second.type)",
        mark.range)
    }
    let (a, b) = (first.code, second.code)
    let (operation, limits) = (mark.text, limits)
    return Checked(type) { frame throws(Trouble) in
      let left = try a(&frame).plain ?? .unit
      let right = try b(&frame).plain ?? .unit
      return .value(try Arithmetic.value(of: operation, left, right, limits))
    }
  }

  private mutating func checkIs(_ left: Expression, _ right: Expression) -> Checked {
    let value = check(left)
    guard [.fault, .any, .nothing].contains(value.type) else {
      return broken(.wrongOperands, "'is' asks about an error, not \(value.type)", left.range)
    }
    let pattern = check(right, .pattern).code
    let code = value.code
    return Checked(.bool) { frame throws(Trouble) in
      guard case .pattern(let pattern) = try pattern(&frame),
        let fault = try code(&frame).plain?.fault
      else { return .value(.bool(false)) }
      return .value(.bool(pattern.matches(fault)))
    }
  }

  private mutating func checkLogic(
    _ left: Expression, _ mark: Expression.Name, _ right: Expression
  ) -> Checked {
    let (a, b) = (check(left, .bool).code, check(right, .bool).code)
    let isAnd = mark.text == "&&"
    return Checked(.bool) { frame throws(Trouble) in
      let first = try a(&frame).plain == .bool(true)
      if first != isAnd { return .value(.bool(first)) }
      return .value(.bool(try b(&frame).plain == .bool(true)))
    }
  }

  private mutating func checkRange(
    _ left: Expression, _ mark: Expression.Name, _ right: Expression
  ) -> Checked {
    let (first, second) = (check(left), check(right))
    guard let type = first.type.joined(with: second.type),
      [.int, .double, .duration, .share, .any, .nothing].contains(type)
    else {
      return broken(
        .wrongOperands, "a range cannot go from \(first.type) to \(second.type)", mark.range)
    }
    if let low = left.constant, let high = right.constant, Arithmetic.compare(low, high) == 1 {
      return broken(
        .impossibleValue, "a range runs upwards", left.range.lowerBound..<right.range.upperBound,
        mend: .replacement("\(written(right))\(mark.text)\(written(left))"))
    }
    let (a, b) = (first.code, second.code)
    let isClosed = mark.text == "..."
    return Checked(.range(type)) { frame throws(Trouble) in
      .range(
        try a(&frame).plain ?? .unit, try b(&frame).plain ?? .unit, isClosed: isClosed)
    }
  }
}

extension Expression {
  /// The number or duration that is written here, if one is.
  fileprivate var constant: Value? {
    switch self {
    case .int(let number, _): .int(number)
    case .double(let number, _), .share(let number, _): .double(number)
    case .duration(let span, _): .duration(span)
    default: nil
    }
  }
}
