import RetryNumerics
import Simulation
import VirtualTime

// Type conversions.

extension Type {
  /// Returns whether a value of this type can be used where another type is expected.
  package func canBecome(_ other: Type) -> Bool {
    if self == other || self == .nothing || self == .any || other == .any { return true }
    switch (self, other) {
    case (.int, .double), (.int, .attemptLimit), (.duration, .timeLimit), (.duration, .limitHint):
      return true
    case (.fault, .pattern), (.fault, .outcome), (.source, .outcome), (.pattern, .outcome):
      return self != .pattern
    case (.duration, .latency), (.range(.duration), .latency): return true
    case (.duration, .service), (.range(.duration), .service), (.latency, .service),
      (.function, .service):
      return true
    case (.share, .faults), (.dictionary, .faults), (.function, .faults): return true
    case (.rate, .rateProfile), (.dictionary, .rateProfile): return true
    // A wrong value in it has been reported.
    case (.dictionary(let key, .nothing), .dictionary): return key != .nothing
    case (.run, .source), (.stats, .source), (.findings, .source): return true
    case (.source, .runnable), (.load, .runnable), (.run, .runnable), (.stats, .runnable),
      (.findings, .runnable):
      return true
    case (.source(let left), .list(.source(let right))): return left.canBecome(right)
    case (.run, .list(.source)), (.stats, .list(.source)), (.findings, .list(.source)): return true
    case (.fault, .list(.pattern)), (.pattern, .list(.pattern)): return true
    case (.list(.range(.duration)), .outages), (.list(.nothing), .outages): return true
    case (.source(let left), .source(let right)): return left.canBecome(right)
    case (.list(let left), .list(let right)): return left.canBecome(right)
    case (.range(let left), .range(let right)): return left.canBecome(right)
    case (.tuple(let left), .tuple(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.canBecome($1) }
    case (.function, .function): return true
    default: return false
    }
  }

  /// Returns whether a method of this type can be called on a receiver.
  package func admits(receiver: Type) -> Bool {
    switch (self, receiver) {
    case (.source, .source): true
    case (.outcome, .fault): true
    default: self == receiver || receiver == .any && isPlain
    }
  }
}

extension Checker {
  /// Returns the integer that a number with an exponent is, such as `1e6`.
  private func whole(of expression: Expression) -> Int64? {
    guard case .double(let number, let range) = expression,
      text[range].contains(where: { $0 == "e" || $0 == "E" })
    else { return nil }
    // Beyond, a number with an exponent does not say which integer it is.
    return number.magnitude < 0x1p53 ? Int64(exactly: number) : nil
  }

  /// Converts an expression to a type, or reports why that is impossible.
  mutating func convert(_ checked: TypedExpression, to type: Type, at expression: Expression)
    -> TypedExpression
  {
    if checked.type == .double, type == .int || type == .attemptLimit,
      let whole = whole(of: expression)
    {
      return convert(.constant(.int, .value(.int(whole))), to: type, at: expression)
    }
    guard checked.type.canBecome(type) else {
      return broken(
        .wrongType, mismatch(type, checked.type), expression.range,
        fixIt: fixIt(expression, for: type) ?? operation(with: checked, written(expression), type))
    }
    switch (checked.type, type) {
    case (.int, .double):
      let number = checked.code.number
      return TypedExpression(
        .double,
        .number(Thunk { frame throws(EvaluationError) in .double(try number(&frame).double) }))
    case (.fault, .pattern), (.any, .pattern):
      return checked.mapped(.pattern) { item throws(EvaluationError) in item.asPattern }
    case (.fault, .outcome), (.source, .outcome), (.any, .outcome):
      return checked.mapped(.outcome) { item throws(EvaluationError) in item.asOutcome }
    case (.duration, .latency), (.range(.duration), .latency), (.share, .faults),
      (.dictionary, .faults), (.list, .outages), (.duration, .service),
      (.range(.duration), .service), (.rate, .rateProfile), (.dictionary, .rateProfile):
      return built(checked, type, expression.range)
    case (.source, .list(.source)), (.run, .list(.source)), (.stats, .list(.source)),
      (.findings, .list(.source)):
      return checked.mapped(type) { item throws(EvaluationError) in .list([item]) }
    case (.fault, .list(.pattern)), (.pattern, .list(.pattern)):
      return checked.mapped(type) { item throws(EvaluationError) in .list([item.asPattern]) }
    case (.list(let inner), .list(let wanted)) where inner != wanted && wanted == .pattern:
      return checked.mapped(type) { item throws(EvaluationError) in
        guard case .list(let items) = item else { throw .misfit(type, item) }
        return .list(items.map(\.asPattern))
      }
    default:
      return checked
    }
  }

  /// Tells how a policy becomes part of the operation that is expected.
  private func operation(
    with checked: TypedExpression, _ text: String, _ type: Type
  ) -> Diagnostic.FixIt? {
    let isOperation = if case .source = type { true } else { type == .runnable }
    guard checked.type == .policy, isOperation else { return nil }
    return .advice("a policy is given to an operation: op(fails: 20%).retry(\(text))")
  }

  /// Describes a type mismatch; for operations, by the types of their values.
  private func mismatch(_ expected: Type, _ found: Type) -> String {
    if case (.source(let wanted), .source(let sent)) = (expected, found) {
      return "expected an operation that sends \(wanted), found one that sends \(sent)"
    }
    return "expected \(expected), found \(found)"
  }

  /// Builds a value of the simulation, which may reject its arguments.
  private func built(_ checked: TypedExpression, _ type: Type, _ range: Range<Int>)
    -> TypedExpression
  {
    checked.mapped(type) { item throws(EvaluationError) in
      let built: RuntimeValue?
      do throws(InvalidArgument) {
        built =
          switch type {
          case .latency, .service: try item.latency()
          case .faults: try item.rates()
          case .rateProfile: try item.profile().map(RuntimeValue.rateProfile)
          default: try item.outages()
          }
      } catch {
        throw .invalid(error, range)
      }
      guard let built else { throw .misfit(type, item) }
      return built
    }
  }

  /// Suggests a correction for an expression of the wrong type.
  func fixIt(_ expression: Expression, for type: Type) -> Diagnostic.FixIt? {
    switch (expression, type) {
    case (.int(let number, _), .duration), (.int(let number, _), .latency),
      (.int(let number, _), .service):
      .replacement("\(number)ms")
    case (.double(let number, _), .duration), (.double(let number, _), .latency),
      (.double(let number, _), .service):
      .replacement(Nanoseconds(rounding: number * 1e9).description)
    case (.double(let number, _), .share), (.double(let number, _), .faults):
      .replacement("\(Nanoseconds(rounding: number * 100).count)%")
    case (.int(let number, _), .share), (.int(let number, _), .faults): .replacement("\(number)%")
    case (.int(let number, _), .rate), (.int(let number, _), .rateProfile):
      .replacement("\(number)/s")
    case (.duration(let span, _), .backoff): .replacement("constant(\(Literal.duration(span)))")
    case (.share(let share, _), .jitter), (.double(let share, _), .jitter):
      .replacement("proportional(\(Literal.share(share)))")
    case (.rate(let rate, _), .limitRule), (.rate(let rate, _), .guarding(.rateLimiter)):
      .replacement("tokens(\(Literal.rate(rate)), burst: 1)")
    case (.int(let count, _), .budget): .replacement("budget(bucket: \(count))")
    case (.int(let count, _), .guarding(.breaker)): .replacement("consecutive: \(count), open: 10s")
    case (.implicitMember(_, nil, let range), .faults): .replacement("[\(text[range]): 100%]")
    case (_, .fault) where written(expression).hasPrefix("burst("):
      .advice("a burst is no entry: write burst(…, besides: [.http(503): 2%])")
    case (.infix, .outages): .replacement("[\(written(expression))]")
    case (.text(let text, _), .int), (.text(let text, _), .attemptLimit),
      (.text(let text, _), .duration), (.text(let text, _), .latency),
      (.text(let text, _), .timeLimit), (.text(let text, _), .limitHint),
      (.text(let text, _), .service),
      (.text(let text, _), .share), (.text(let text, _), .faults), (.text(let text, _), .rate),
      (.text(let text, _), .double):
      Self.fixIt(quoted: text, for: type)
    case (.double, .int), (.double, .attemptLimit): .advice("a whole number is needed, such as 3")
    case (.text(let text, _), .fault), (.text(let text, _), .pattern): .replacement(".\(text)")
    case (.list(let items, _), .runnable) where items.count > 1,
      (.tuple(let items, _), .runnable) where items.count > 1:
      .advice("side by side: compare \(items.map(written).joined(separator: ", "))")
    case (.list(let items, _), .runnable) where items.count == 1:
      .replacement(written(items[0]))
    default: nil
    }
  }
}

extension Checker {
  /// Suggests the value that a string spells, or another one of the type.
  private static func fixIt(quoted text: String, for type: Type) -> Diagnostic.FixIt? {
    let reading = Parser.read(SourceText(text))
    let isMeant =
      if reading.diagnostics.isEmpty, reading.statements.count == 1,
        case .expression(let value)? = reading.statements.first
      { value.literalType?.canBecome(type) == true } else { false }
    if isMeant { return .replacement(text) }
    let example: String? =
      switch type {
      case .int, .attemptLimit, .double: "3"
      case .duration, .latency, .service, .timeLimit, .limitHint: "500ms"
      case .share, .faults: "30%"
      case .rate: "50/s"
      default: nil
      }
    return example.map { .advice("write it without quotation marks, such as \($0)") }
  }
}

extension Expression {
  fileprivate var literalType: Type? {
    switch self {
    case .int: .int
    case .double: .double
    case .duration: .duration
    case .share: .share
    case .rate: .rate
    default: nil
    }
  }
}

extension RuntimeValue {
  fileprivate var asPattern: RuntimeValue {
    guard let fault = plain?.fault else { return self }
    let hint = fault.retryAfter.map(FaultPattern.Hint.exactly) ?? .any
    if let payload = fault.payload {
      if let inner = payload.fault,
        case .pattern(let pattern) = RuntimeValue.value(.fault(inner)).asPattern
      {
        return .pattern(FaultPattern(fault.kind, .fault(pattern), hint: hint))
      }
      return .pattern(FaultPattern(fault.kind, .value(payload), hint: hint))
    }
    return .pattern(FaultPattern(fault.kind, hint: hint))
  }

  /// The latency given by a duration or a range of durations.
  fileprivate func latency() throws(InvalidArgument) -> RuntimeValue? {
    switch self {
    case .range(let ends):
      guard case (.duration(let low), .duration(let high)) = (ends.low, ends.high) else {
        return nil
      }
      return .latency(try .uniform(low, ends.isClosed ? high : max(low, high - Nanoseconds(1))))
    case .value(.duration(let span)): return .latency(try .constant(span))
    default: return nil
    }
  }

  /// The failure rates given by a percentage or a dictionary of errors.
  fileprivate func rates() throws(InvalidArgument) -> RuntimeValue? {
    if let number { return .faults(.rates(try FaultRates(number))) }
    guard case .dictionary(let entries) = self else { return nil }
    let rates = entries.compactMap { entry -> (fault: Fault, share: Double)? in
      guard let fault = entry.key.plain?.fault, let share = entry.value.number else { return nil }
      return (fault, share)
    }
    return rates.count == entries.count ? .faults(.rates(try FaultRates(rates))) : nil
  }

  /// The rate over time given by a rate, or by a dictionary of rates by time.
  fileprivate func profile() throws(InvalidArgument) -> RateProfile? {
    switch self {
    case .rateProfile(let profile): return profile
    case .dictionary(let entries):
      var parts: [(from: Nanoseconds, RateProfile)] = []
      for entry in entries {
        guard let time = entry.key.span, let part = try entry.value.profile() else { return nil }
        parts.append((time, part))
      }
      return try RateProfile(parts)
    default: return number.map { RateProfile(constant: $0) }
    }
  }

  /// The outages given by a list of time ranges.
  fileprivate func outages() throws(InvalidArgument) -> RuntimeValue? {
    guard let ranges = SwiftType.list(of: SwiftType<Ends>.range(of: .duration)).read(self) else {
      return nil
    }
    return .outages(try Outages(.during(ranges.instants())))
  }
}
