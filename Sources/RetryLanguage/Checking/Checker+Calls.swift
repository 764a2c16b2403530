import Retry
import RetryNumerics
import Simulation
import VirtualTime

// Calls of functions and methods.

extension Checker {
  mutating func checkCall(
    _ callee: Expression, _ arguments: [Expression.Argument], _ range: Range<Int>, _ expected: Type?
  ) -> TypedExpression {
    switch callee {
    case .name(let name, let nameRange):
      return checkFunctionCall(name, nameRange, arguments, range, expected)
    case .member(.name(let base, _), let name) where SwiftNames.types.contains(base):
      let checked = checkImplicitMember(name, arguments, range, expected ?? .duration)
      guard [.fault, .pattern].contains(checked.type) else { return checked }
      return broken(
        .unknownName, "'\(base)' has no '\(name.text)'", callee.range,
        fixIt: .advice("write '500ms', '1.5s' or '2m'"))
    case .member(.name("Task", let range), let name) where name.text == "retrying":
      return checkFunctionCall("Task.retrying", range, arguments, callee.range, expected)
    case .member(let base, let name):
      return checkMethodCall(base, name, arguments, range, expected)
    default:
      return broken(.wrongType, "this is not a function", callee.range)
    }
  }

  private mutating func checkFunctionCall(
    _ name: String, _ nameRange: Range<Int>, _ arguments: [Expression.Argument],
    _ range: Range<Int>, _ expected: Type?
  ) -> TypedExpression {
    if SwiftNames.seconds.contains(name), arguments.count == 1 { return checkSeconds(arguments[0]) }
    if let called = checkOwnCall(name, nameRange, arguments, range) { return called }
    if let definition = definitions[name] {
      return broken(
        .wrongType, "'\(name)' is \(definition.type), not a function", nameRange)
    }
    var candidates = Catalogue.functions(named: SwiftNames.meant[name] ?? name)
    let called = candidates.filter { !$0.isBare }
    if !called.isEmpty { candidates = called }
    guard !candidates.isEmpty else {
      return broken(
        .unknownName, "there is no function '\(name)'", nameRange,
        fixIt: methodAdvice(name).map(Diagnostic.FixIt.advice) ?? nearestName(to: name))
    }
    return resolve(
      name, candidates, receiver: nil, arguments, nameRange: nameRange, callRange: range, expected)
  }

  /// Who writes `retry(attempts: 3)` where a value is expected means a policy, which has another name.
  private func methodAdvice(_ name: String) -> String? {
    let methods = Catalogue.all.filter { $0.name == name }
    let taken = methods.filter { $0.parameters.count == 1 }.map(\.parameters[0].type)
    let maker = Catalogue.all.first {
      $0.receiver == nil && $0.topic == .strategy && taken.contains($0.result)
    }
    let making = maker.map { "'\($0.name)(…)' makes \($0.result) for it; " } ?? ""
    return methods.first.map { "'\(name)' is a method; \(making)example: \($0.line)" }
  }

  /// Checks `TimeInterval(0.2)`: a number of seconds.
  private mutating func checkSeconds(_ argument: Expression.Argument) -> TypedExpression {
    let seconds = check(argument.value, .double).code.number
    return TypedExpression(.duration, .span(in: 1e9, seconds))
  }

  private mutating func checkMethodCall(
    _ base: Expression, _ name: Expression.Name, _ arguments: [Expression.Argument],
    _ range: Range<Int>, _ expected: Type?
  ) -> TypedExpression {
    let receiver = infer(base, wantedType(of: base, with: name.text, expected))
    probe(base, receiver)
    if receiver.type == .nothing { return .broken }
    if case .source = receiver.type, SwiftNames.silentMethods.contains(name.text) {
      passOver(name.range.lowerBound - 1..<range.upperBound)
      return receiver
    }
    let candidates = Catalogue.methods(
      named: SwiftNames.meant[name.text] ?? name.text, of: receiver.type)
    guard !candidates.isEmpty else {
      return broken(
        .unknownMember, missing(name.text, of: receiver.type), name.range,
        fixIt: nearestMember(to: name.text, of: receiver.type))
    }
    return resolve(
      name.text, candidates, receiver: receiver, arguments, nameRange: name.range,
      callRange: range, nil)
  }

  /// Returns the type that a receiver has to have for a member.
  ///
  /// `exponential(100ms).max(5s)` can only be a back-off, because nothing else has a maximum, and so is
  /// `constant(1s).take(2)`, because no latency has `take`. A wrong member leaves the type that the whole should have.
  func wantedType(of base: Expression, with member: String, _ expected: Type?) -> Type? {
    if let only = Catalogue.onlyReceiver(ofMethodsNamed: member) { return only }
    guard let function = base.calledFunction else { return nil }
    if let only = Catalogue.onlyResult(ofFunctionsNamed: function, withMethodsNamed: member) {
      return only
    }
    let results = Catalogue.functions(named: function).map(\.result)
    return expected.flatMap { results.contains($0) ? $0 : nil }
  }

  private func missing(_ name: String, of type: Type) -> String {
    "\(type) has no method '\(name)'"
  }

  mutating func checkImplicitMember(
    _ name: Expression.Name, _ arguments: [Expression.Argument]?, _ range: Range<Int>,
    _ expected: Type?
  ) -> TypedExpression {
    if let unit = SwiftNames.units[name.text], let argument = arguments?.first,
      arguments?.count == 1
    {
      let count = check(argument.value, .double).code.number
      return TypedExpression(.duration, .span(in: unit, count))
    }
    if case .word(let words)? = expected, arguments == nil {
      return checkWord(name.text, words, name.range)
    }
    if let expected, ![.fault, .pattern, .outcome].contains(expected) {
      // Swift leaves out the name of a type that it expects.
      let full = name.text == "init" ? SwiftNames.initializers[expected] ?? name.text : name.text
      let named = Catalogue.functions(named: full).filter { $0.result == expected }
      if !named.isEmpty {
        return resolve(
          full, named, receiver: nil, arguments ?? [], nameRange: name.range,
          callRange: range, expected)
      }
    }
    return checkFault(name, arguments ?? [], expected)
  }

  /// What an attempt can answer besides errors, written without a point.
  private static let answers: Set<String> = ["ok", "empty", "never"]

  /// Checks an error with its payload, such as `.http(503)`, or an error pattern.
  private mutating func checkFault(
    _ name: Expression.Name, _ arguments: [Expression.Argument], _ expected: Type?
  ) -> TypedExpression {
    var payload: TypedExpression?
    var hint: CompiledExpression?
    var needsHint = false
    for argument in arguments {
      if argument.label?.text == "retryAfter", case .name("_", _) = argument.value,
        expected != .fault
      {
        needsHint = true
      } else if argument.label?.text == "retryAfter" {
        hint = check(argument.value, .duration).code
      } else if argument.label == nil, payload == nil {
        payload = check(argument.value)
      } else {
        return broken(
          .extraArgument, "an error takes at most one value and 'retryAfter:'", argument.range)
      }
    }
    let kind = name.text
    if expected == .outcome, Self.answers.contains(kind) {
      return broken(
        .unknownName, "with a point, '.\(kind)' is an error", name.range, fixIt: .replacement(kind))
    }
    if let pattern = CompiledExpression.pattern(kind, payload, retryAfter: hint?.span, needsHint) {
      return TypedExpression(.pattern, pattern)
    }
    return TypedExpression(
      .fault, .fault(kind, payload?.code.value, retryAfter: hint?.span, limits))
  }
}

/// Names from Swift code that have another name here, or no effect.
enum SwiftNames {
  /// Types before a dot, as in `DispatchTimeInterval.milliseconds(200)`.
  static let types: Set<String> = ["DispatchTimeInterval", "RxTimeInterval", "Duration"]
  /// What `.init(…)` stands for.
  static let initializers: [Type: String] = [.hintRule: "HintRule", .policy: "RetryPolicy"]
  /// Functions that create a duration from seconds.
  static let seconds: Set<String> = ["TimeInterval", "RxTimeInterval"]
  static let ignoredLabels = ["scheduler", "priority", "qos"]
  /// Labels of a value that has none here, as in `replaceError(with: 1)`.
  static let needless: Set<String> = ["with"]
  /// Methods about threads and subscribers, which have no effect in virtual time.
  static let silentMethods: Set<String> = [
    "subscribe", "sink", "eraseToAnyPublisher", "asObservable", "asSingle", "disposed", "observeOn",
    "observe", "subscribeOn", "receive", "store", "decode", "debug", "print",
  ]
  /// Functions with another name in Rx.
  static let meant = [
    "error": "fail", "catchErrorJustReturn": "catchAndReturn", "catchError": "catch",
    "replaceError": "catchAndReturn",
  ]
  /// The length of units in nanoseconds.
  static let units: [String: Double] = [
    "seconds": 1e9, "milliseconds": 1e6, "microseconds": 1e3, "nanoseconds": 1, "minutes": 6e10,
    "hours": 3.6e12,
  ]
}

extension Expression {
  /// The function that it calls, also in `.constant(1s)` and `none`.
  fileprivate var calledFunction: String? {
    switch self {
    case .call(.name(let name, _), _, _), .name(let name, _): name
    case .implicitMember(let name, _, _): name.text
    default: nil
    }
  }
}
