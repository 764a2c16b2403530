package import Simulation
import VirtualTime

/// Infers the types of expressions, reports errors, and generates code.
package struct Checker {
  /// The maximum number of steps for one statement; nested overloads cost the most.
  static let mostSteps = 20_000

  let text: SourceText
  let definitions: [String: Definition]
  let dialect: Dialect
  let limits: Limits
  let host: ScriptHost
  /// The visible parameters and named values, those of outer closures first.
  var locals: [(name: String, type: Type)] = []
  /// Visible names that the current closure does not mention.
  var hidden: [String] = []
  var diagnostics: [Diagnostic] = []
  /// Source text that was ignored, such as a scheduler.
  package var ignoredText: [String] = []
  /// The name being defined.
  var bindingName: String?
  /// Whether the expression depends on a definition with an error, and so has no value.
  var dependsOnError = false
  /// The place where the current code draws random numbers, if it does; nested closures do not count.
  var drawing: Range<Int>?
  /// Whether the closure belongs to a command, which has no random source.
  private(set) var isCalledWithoutChance = false
  /// The function being checked, which may call itself.
  var declared: Declaration?
  var steps = 0
  /// The place to look at while checking, if any.
  package var probe: Probe?

  /// Creates a checker with the current definitions.
  package init(
    _ text: SourceText, definitions: [String: Definition], dialect: Dialect = .rxswift,
    limits: Limits = Limits(), host: ScriptHost = ScriptHost()
  ) {
    self.text = text
    self.definitions = definitions
    self.dialect = dialect
    self.limits = limits
    self.host = host
  }

  /// Checks and evaluates an expression.
  package mutating func evaluate(
    _ expression: Expression, expecting type: Type? = nil, named name: String? = nil
  ) -> Result<Definition, Failure> {
    bindingName = name
    steps = 0
    let checked = checkWhole(expression, type)
    guard diagnostics.isEmpty, !dependsOnError else {
      return .failure(Failure(diagnostics: diagnostics))
    }
    var frame = Frame()
    do throws(EvaluationError) {
      let item = try checked.code.item(&frame)
      guard item.hasAtMost(limits.parts) else {
        let mistake = Diagnostic(
          .tooLong, "this value has more than \(limits.parts) elements", at: expression.range,
          fixIt: .advice("'set memory \(limits.moreMemory)' raises the limit"))
        return .failure(Failure(diagnostics: [mistake]))
      }
      return .success(
        Definition(type: checked.type, item: item, text: written(expression)))
    } catch {
      return .failure(Failure(diagnostics: [diagnostic(of: error, at: expression.range)]))
    }
  }

  /// Checks an expression without evaluating it, so its value is not known.
  package mutating func check(
    only expression: Expression, expecting type: Type? = nil, named name: String? = nil
  ) -> Result<Definition, Failure> {
    bindingName = name
    steps = 0
    let checked = checkWhole(expression, type)
    guard diagnostics.isEmpty, !dependsOnError else {
      return .failure(Failure(diagnostics: diagnostics))
    }
    // A function needs no evaluation.
    let function = type == nil ? checked.function : nil
    return .success(
      Definition(type: checked.type, item: function ?? .unit, text: written(expression)))
  }

  /// Checks a top-level expression.
  private mutating func checkWhole(_ expression: Expression, _ type: Type?) -> TypedExpression {
    if case .function? = type { isCalledWithoutChance = true }
    defer { isCalledWithoutChance = false }
    if case .closure(let closure) = expression, type == nil {
      if let declaration = closure.declaration { return checkFunction(closure, declaration) }
      if bindingName != nil { return checkTemplate(closure) }
    }
    let checked = check(expression, type)
    reportDrawing()
    return checked
  }

  /// Reports random draws outside of closures that run with a call.
  mutating func reportDrawing() {
    guard let drawing else { return }
    report(
      .impossibleValue,
      "'\(text[drawing].prefix { $0 != "(" })' can only be used in a closure that runs with each call",
      drawing)
    self.drawing = nil
  }

  /// Returns the source text of an expression, if that can be shown.
  ///
  /// It is reformatted if it contains control characters, or if its range omits an outer bracket, as for `(1 + 2)
  /// * 3`.
  func written(_ expression: Expression) -> String {
    let written = text[expression.range]
    let isPlain = written.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !$0.isControl }
    return isPlain && Lexer.isBalanced(written) ? written : Formatter().text(expression)
  }

  /// The errors of an expression; empty if it only depends on an error reported before.
  package struct Failure: Error {
    package let diagnostics: [Diagnostic]
  }

  private func diagnostic(of error: EvaluationError, at range: Range<Int>) -> Diagnostic {
    switch error {
    case .invalid(let argument, let range):
      return Diagnostic(.impossibleValue, argument.description, at: range)
    case .fault(let fault):
      var reason = "\(fault)"
      if case .text(let text)? = fault.payload { reason = text }
      return Diagnostic(.impossibleValue, "cannot evaluate this: \(reason)", at: range)
    }
  }
}

extension Checker {
  /// Checks an expression and converts it to the expected type.
  mutating func check(_ expression: Expression, _ expected: Type? = nil) -> TypedExpression {
    steps += 1
    guard steps <= Self.mostSteps else {
      if steps == Self.mostSteps + 1 {
        report(.tooLong, "this expression is too complex", expression.range)
      }
      return .broken
    }
    let checked = infer(expression, expected)
    probe(expression, checked)
    guard let expected else { return checked }
    return convert(checked, to: expected, at: expression)
  }

  /// Infers the type of an expression; the expected type only resolves ambiguity.
  mutating func infer(_ expression: Expression, _ expected: Type?) -> TypedExpression {
    switch expression {
    case .int(let number, _): return .constant(.int, .value(.int(number)))
    case .double(let number, _): return .constant(.double, .value(.double(number)))
    case .share(let share, _): return .constant(.share, .value(.double(share)))
    case .duration(let span, _): return .constant(.duration, .value(.duration(span)))
    case .rate(let rate, _): return .constant(.rate, .value(.double(rate)))
    case .text(let text, _): return .constant(.text, .value(.text(text)))
    case .bool(let flag, _): return .constant(.bool, .value(.bool(flag)))
    case .name(let name, let range): return checkName(name, range, expected)
    case .implicitMember(let name, let arguments, let range):
      return checkImplicitMember(name, arguments, range, expected)
    case .member(let base, let name): return checkMember(base, name, expected)
    case .call(let callee, let arguments, let range):
      return checkCall(callee, arguments, range, expected)
    case .list(let items, _): return checkList(items, expected)
    case .dictionary(let entries, _): return checkDictionary(entries, expected)
    case .tuple(let items, _): return checkTuple(items)
    case .closure(let closure): return checkClosure(closure, expected)
    case .keyPath(_, let range): return checkKeyPath(range, expected)
    case .prefix(let prefix, let range, let value): return checkPrefix(prefix, range, value)
    case .infix(let left, let infix, let range, let right):
      return checkInfix(left, infix, range, right, expected)
    case .conditional(let condition, let yes, let no):
      return checkConditional(condition, yes, no, expected)
    case .broken:
      dependsOnError = true
      return .broken
    }
  }

  /// Records ignored source text.
  mutating func passOver(_ range: Range<Int>) {
    let passed = text[range]
    if !ignoredText.contains(passed) { ignoredText.append(passed) }
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ range: Range<Int>, fixIt: Diagnostic.FixIt? = nil
  ) {
    diagnostics.append(Diagnostic(code, message, at: range, fixIt: fixIt))
  }

  /// Reports an error and returns a placeholder that fits everywhere.
  mutating func broken(
    _ code: DiagnosticCode, _ message: String, _ range: Range<Int>, fixIt: Diagnostic.FixIt? = nil
  ) -> TypedExpression {
    report(code, message, range, fixIt: fixIt)
    return .broken
  }
}
