import Measurement
import RetryLanguage
import Simulation

extension Command {
  /// Checks a condition on the last result.
  static let expect = expect(of: NamedFigure.all)

  /// Returns the command for conditions on some figures.
  static func expect(of figures: [NamedFigure]) -> Command {
    Command(
      "expect", .expression, given: figures.givens,
      saving: .expectation,
      "fails unless the last result (of a comparison or a sweep, its last row) meets a condition on success, attempts, latency, p50 to p999, longest, waited, load or error",
      example: "stats op(fails: 10%).retry(3) calls 20_000\nexpect success >= 99%\nexpect p99 < 2s"
    ) { (session, call) throws(Diagnostic) in
      guard case .function(let condition)? = call.subjects.first?.item,
        let written = call.expressions.first
      else { return .ready }
      guard let last = session.environment.lastResult else {
        throw Diagnostic(
          .missingArgument, "there is no result yet", at: call.range)
      }
      if let missing = last.missing(in: written, of: figures) {
        throw Diagnostic(.impossibleValue, missing.missingWords, at: call.range)
      }
      let judgement = Judgement(condition, written, on: last, of: figures)
      session.emit(
        .expected(
          Expectation(
            condition: written, judgement: judgement,
            figures: last.figures(in: written, of: figures),
            isEmpty: last.isEmpty, remedy: last.remedy, line: session.lastLine,
            isSilent: session.lessons.isPresenting)))
      return judgement == .met ? .ready : .failed
    }
  }
}

extension [NamedFigure] {
  /// The names that a condition on a result can use, with their types.
  var givens: [Command.Given] { map { (name: $0.name, type: $0.type) } }
}
