package import Simulation

extension Preset {
  /// Returns the policy that a call of a preset makes, or what is wrong with the call.
  package static func policy(of call: String) -> Result<RetryStrategy, Checker.Failure> {
    let source = SourceText(call)
    let reading = Parser.read(source)
    guard reading.diagnostics.isEmpty, case .expression(let expression)? = reading.statements.first
    else { return .failure(Checker.Failure(diagnostics: reading.diagnostics)) }
    var checker = Checker(source, definitions: [:])
    return checker.evaluate(expression, expecting: .policy).map { definition in
      guard case .policy(let strategy) = definition.item else {
        preconditionFailure("a call of a preset made no policy")
      }
      return strategy
    }
  }
}
