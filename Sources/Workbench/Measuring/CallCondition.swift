import RetryLanguage
import Simulation

extension Command {
  /// What a condition behind 'where' can use of a call.
  static let whereCalls = ["where": Figure.ofCall.map { (name: $0.name, type: $0.type) }]
}

extension CommandCall {
  /// The condition on calls that stands behind 'where'.
  ///
  /// The figures that it mentions come first among its parameters, and no others are worked out.
  func condition() throws(Diagnostic) -> @Sendable (CallResult) -> Bool {
    guard case .function(let condition)? = options["where"]?.item,
      let written = optionExpressions["where"]
    else {
      throw Diagnostic(
        .missingArgument, "'\(command.name)' needs 'where' and a condition", at: range)
    }
    let figures = Figure.ofCall.filter { written.mentions($0.name) }.map(\.figure)
    return { result in condition.holds(figures.map { $0.item(of: result) }) }
  }
}
