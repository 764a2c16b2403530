package import Simulation
package import VirtualTime

extension Preset {
  /// Returns the policy that a text of the language makes, such as a call of a preset, or what is wrong with the text.
  package static func policy(of text: String) -> Result<RetryStrategy, Checker.Failure> {
    Checker.item(of: text, .policy).map { item in
      guard case .policy(let strategy) = item else {
        preconditionFailure("a text of type policy made \(item)")
      }
      return strategy
    }
  }

  /// Returns the policy that the library makes of some settings; an error has the name of the setting that it is about.
  package func policy(
    with settings: [(label: String, value: SettingValue)]
  ) throws(InvalidArgument) -> RetryStrategy {
    var codes: [[CompiledExpression]] = []
    for parameter in callable.parameters {
      let value = settings.first { $0.label == parameter.label }?.value
      codes.append(
        try value.map { value throws(InvalidArgument) in [try code(value, parameter)] } ?? [])
    }
    let site = CallSite(
      name: nil, dialect: .rxswift, host: ScriptHost(), range: 0..<0, [], [])
    var frame = Frame()
    do throws(EvaluationError) {
      let item = try callable.emit(PlacedCall(nil, codes, site)).item(&frame)
      guard case .policy(let strategy) = item else {
        preconditionFailure("the preset \(name) made \(item)")
      }
      return strategy
    } catch {
      guard case .invalid(let argument, _) = error else {
        preconditionFailure("the preset \(name) takes no \(settings): \(error)")
      }
      throw argument
    }
  }

  private func code(
    _ value: SettingValue, _ parameter: Callable.Parameter
  ) throws(InvalidArgument) -> CompiledExpression {
    let label = parameter.label ?? ""
    if case .word(let word) = value, case .word(let words) = parameter.type, !words.contains(word) {
      throw InvalidArgument(label, PresetProblem.word(word, words))
    }
    if let item = value.item { return .constant(item) }
    switch Checker.item(of: "\(value)", parameter.type) {
    case .success(let item): return .constant(item)
    case .failure(let failure):
      let mistake = failure.diagnostics.first?.message ?? "this cannot be read"
      throw InvalidArgument(label, PresetProblem.expression(mistake))
    }
  }
}

extension Checker {
  /// Returns what a text of the language makes without any definitions.
  static func item(
    of text: String, _ type: Type
  ) -> Result<RuntimeValue, Checker.Failure> {
    let source = SourceText(text)
    let reading = Parser.read(source)
    guard reading.diagnostics.isEmpty, case .expression(let expression)? = reading.statements.first
    else { return .failure(Checker.Failure(diagnostics: reading.diagnostics)) }
    var checker = Checker(source, definitions: [:])
    return checker.evaluate(expression, expecting: type).map(\.item)
  }
}
