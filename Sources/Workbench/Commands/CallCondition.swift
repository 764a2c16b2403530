import Measurement
import RetryLanguage
import Simulation

extension CommandCall {
  /// Returns the `where` condition as a predicate on calls.
  ///
  /// Only the figures that the condition mentions are computed; the planner puts them first among its parameters.
  func condition() throws(Diagnostic) -> @Sendable (CallResult) -> Bool {
    guard case .function(let condition)? = options[.condition]?.item,
      let written = optionExpressions[.condition]
    else {
      throw Diagnostic(
        .missingArgument, "'\(command.name)' needs 'where' and a condition", at: range)
    }
    let figures = CallFigure.all.filter { written.mentions($0.name) }
    return { result in condition.holds(figures.map { .value($0.value(result)) }) }
  }
}
