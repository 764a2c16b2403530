package import Simulation
import VirtualTime

/// Finds the type of expressions, tells what is wrong with them, and makes the right ones ready to run.
package struct Checker {
  /// The most steps that one statement may take to check; overloads within overloads cost the most.
  private static let mostSteps = 20_000

  let text: SourceText
  let definitions: [String: Definition]
  let dialect: Dialect
  let limits: Limits
  let outside: Outside
  /// The parameters and named values that are in sight, those of outer closures first.
  var locals: [(name: String, type: Type)] = []
  /// Names that are in sight and that the closure at hand does not mention.
  var hidden: [String] = []
  var diagnostics: [Diagnostic] = []
  /// What was read and has no meaning here, such as a scheduler.
  package var passedOver: [String] = []
  /// The name that the expression is bound to.
  var bindingName: String?
  /// Whether this stands on something that has a mistake of its own, and so has no value.
  var standsOnMistake = false
  /// Where the code at hand draws by itself, if it does; what closures inside of it draw does not count.
  var drawing: Range<Int>?
  /// Whether the closure that is checked is one of a command, which no call runs.
  private(set) var isCalledWithoutChance = false
  /// The function that is checked, which may call itself.
  var declared: Declaration?
  var steps = 0

  /// Creates a checker over what is defined so far.
  package init(
    _ text: SourceText, definitions: [String: Definition], dialect: Dialect = .rxswift,
    limits: Limits = Limits(), outside: Outside = Outside()
  ) {
    self.text = text
    self.definitions = definitions
    self.dialect = dialect
    self.limits = limits
    self.outside = outside
  }

  /// Checks an expression and works it out.
  package mutating func evaluate(
    _ expression: Expression, expecting type: Type? = nil, named name: String? = nil
  ) -> Result<Definition, Failure> {
    bindingName = name
    steps = 0
    let checked = checkWhole(expression, type)
    guard diagnostics.isEmpty, !standsOnMistake else {
      return .failure(Failure(diagnostics: diagnostics))
    }
    var frame = Frame()
    do throws(Trouble) {
      let item = try checked.code.item(&frame)
      guard item.hasAtMost(limits.parts) else {
        let mistake = Diagnostic(
          .tooLong, "this has more than \(limits.parts) parts", at: expression.range,
          mend: .advice("'set memory \(limits.moreMemory)' raises the limit"))
        return .failure(Failure(diagnostics: [mistake]))
      }
      return .success(
        Definition(type: checked.type, item: item, text: written(expression)))
    } catch {
      return .failure(Failure(diagnostics: [diagnostic(of: error, at: expression.range)]))
    }
  }

  /// Checks an expression without working it out; what it stands for is not known then.
  package mutating func check(
    only expression: Expression, expecting type: Type? = nil, named name: String? = nil
  ) -> Result<Definition, Failure> {
    bindingName = name
    steps = 0
    let checked = checkWhole(expression, type)
    guard diagnostics.isEmpty, !standsOnMistake else {
      return .failure(Failure(diagnostics: diagnostics))
    }
    // A function is known without working anything out.
    let function = type == nil ? checked.function : nil
    return .success(
      Definition(type: checked.type, item: function ?? .unit, text: written(expression)))
  }

  /// Checks an expression that stands in no other one.
  private mutating func checkWhole(_ expression: Expression, _ type: Type?) -> Checked {
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

  /// Tells where something draws that no call will ever run.
  mutating func reportDrawing() {
    guard let drawing else { return }
    report(
      .impossibleValue,
      "'\(text[drawing].prefix { $0 != "(" })' draws a new value in each call; use it in a closure that calls run",
      drawing)
    self.drawing = nil
  }

  /// Returns an expression as it was written, if that can be shown.
  ///
  /// It is written anew where characters in it act on a terminal, or where its range leaves out a bracket at its
  /// beginning or its end, as that of `(1 + 2) * 3` does.
  func written(_ expression: Expression) -> String {
    let written = text[expression.range]
    let isPlain = written.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !$0.isControl }
    return isPlain && Lexer.isBalanced(written) ? written : Formatter().text(expression)
  }

  /// What is wrong with a text; nothing where it only stands on a mistake that was told before.
  package struct Failure: Error {
    package let diagnostics: [Diagnostic]
  }

  private func diagnostic(of trouble: Trouble, at range: Range<Int>) -> Diagnostic {
    switch trouble {
    case .invalid(let argument, let range):
      return Diagnostic(.impossibleValue, argument.description, at: range)
    case .fault(let fault):
      var reason = "\(fault)"
      if case .text(let text)? = fault.payload { reason = text }
      return Diagnostic(.impossibleValue, "this cannot be worked out: \(reason)", at: range)
    }
  }
}

extension Checker {
  /// Checks an expression, converted to what is expected.
  mutating func check(_ expression: Expression, _ expected: Type? = nil) -> Checked {
    steps += 1
    guard steps <= Self.mostSteps else {
      if steps == Self.mostSteps + 1 {
        report(.tooLong, "this is too complex to check", expression.range)
      }
      return .broken
    }
    let checked = infer(expression, expected)
    guard let expected else { return checked }
    return convert(checked, to: expected, at: expression)
  }

  /// Finds the type of an expression; what is expected only decides between several meanings.
  mutating func infer(_ expression: Expression, _ expected: Type?) -> Checked {
    switch expression {
    case .int(let number, _): return .constant(.int, .value(.int(number)))
    case .double(let number, _): return .constant(.double, .value(.double(number)))
    case .share(let share, _): return .constant(.share, .value(.double(share)))
    case .duration(let span, _): return .constant(.duration, .value(.duration(span)))
    case .rate(let rate, _): return .constant(.rate, .rate(rate))
    case .text(let text, _): return .constant(.text, .value(.text(text)))
    case .bool(let flag, _): return .constant(.bool, .value(.bool(flag)))
    case .name(let name, let range): return checkName(name, range, expected)
    case .implicitMember(let name, let arguments, let range):
      return checkImplicitMember(name, arguments, range, expected)
    case .member(let base, let name): return checkMember(base, name)
    case .call(let callee, let arguments, let range):
      return checkCall(callee, arguments, range, expected)
    case .list(let items, _): return checkList(items, expected)
    case .dictionary(let entries, _): return checkDictionary(entries, expected)
    case .tuple(let items, _): return checkTuple(items)
    case .closure(let closure): return checkClosure(closure, expected)
    case .keyPath(_, let range): return checkKeyPath(range, expected)
    case .prefix(let prefix, let range, let value): return checkPrefix(prefix, range, value)
    case .infix(let left, let infix, let range, let right):
      return checkInfix(left, infix, range, right)
    case .conditional(let condition, let yes, let no):
      return checkConditional(condition, yes, no, expected)
    case .broken:
      standsOnMistake = true
      return .broken
    }
  }

  /// Takes note of a part of the text that has no meaning here.
  mutating func passOver(_ range: Range<Int>) {
    let passed = text[range]
    if !passedOver.contains(passed) { passedOver.append(passed) }
  }

  /// Tells what is wrong.
  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ range: Range<Int>, mend: Diagnostic.Mend? = nil
  ) {
    diagnostics.append(Diagnostic(code, message, at: range, mend: mend))
  }

  /// Tells what is wrong and goes on with something that fits everywhere.
  mutating func broken(
    _ code: DiagnosticCode, _ message: String, _ range: Range<Int>, mend: Diagnostic.Mend? = nil
  ) -> Checked {
    report(code, message, range, mend: mend)
    return .broken
  }
}
