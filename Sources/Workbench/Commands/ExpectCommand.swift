import Measurement
import RetryLanguage
import Simulation

extension Command {
  /// Checks a condition on the last result.
  static let expect = expect(of: NamedFigure.all)

  static func expect(of figures: [NamedFigure]) -> Command {
    Command(
      "expect", .expression, options: [.part], given: figures.givens,
      role: .expectation,
      "fails unless the last result (of a comparison or a sweep, its last row) meets a condition on success, attempts, latency, p50 to p999, longest, waited, load or error; of \"db\" asks about one server, or about one of several loads",
      example: "stats op(fails: 10%).retry(3) calls 20_000\nexpect success >= 99%\nexpect p99 < 2s"
    ) { (workspace: inout Workspace, call) throws(Diagnostic) in
      guard case .function(let condition)? = call.subjects.first?.item,
        let written = call.expressions.first
      else { return .ready }
      guard var last = workspace.environment.lastResult else {
        throw Diagnostic(
          .missingArgument, "there is no result yet", at: call.range)
      }
      let part = call.part
      if let part { last = try last.part(part, in: written, of: figures, at: call) }
      if let missing = last.missing(in: written, of: figures) {
        throw Diagnostic(
          .impossibleValue, missing.missingText(isLoad: last.isLoad), at: call.range)
      }
      let judgement = Judgement(condition, written, on: last, of: figures)
      let measured = last.figures(in: written, of: figures)
      workspace.emit(
        .expected(
          Expectation(
            condition: written, part: part, older: workspace.environment.olderResult,
            judgement: judgement, figures: measured, isEmpty: last.isEmpty,
            remedy: .init(for: written, measured, of: last), line: workspace.lastLine,
            isSilent: workspace.isPresenting)))
      return judgement == .met ? .ready : .failed
    }
  }
}

extension [NamedFigure] {
  /// The names that a condition on a result can use, with their types.
  var givens: [Command.Given] { map { (name: $0.name, type: $0.type) } }
}

extension CommandCall {
  /// The name of the server or load that the command is about, if it names one.
  fileprivate var part: String? {
    if case .text(let name)? = options[.part]?.item.plain { name } else { nil }
  }
}

extension LastResult {
  fileprivate func part(
    _ name: String, in condition: Expression, of figures: [NamedFigure], at call: CommandCall
  ) throws(Diagnostic) -> LastResult {
    let range = call.range(of: .part)
    guard case .many(let calls, let source) = self, let sample = calls.sample else {
      throw Diagnostic(.impossibleValue, "only the result of a load has parts", at: range)
    }
    switch sample.part(named: name) {
    case nil:
      let known = sample.partNames.map { "'\($0)'" }.joined(separator: ", ")
      let others = known.isEmpty ? "no servers, and is one load" : known
      throw Diagnostic(
        .unknownName, "the load has no part '\(name)'; it has \(others)", at: range)
    case .load(let part): return .many(.concurrent(part), of: source)
    case .server(let part):
      for figure in figures where !figure.figure.isOfServers {
        guard condition.mentions({ $0 == figure.name }) else { continue }
        throw Diagnostic(
          .impossibleValue, "'\(figure.name)' is a figure of calls, and '\(name)' is a server",
          at: call.range)
      }
      return .many(.concurrent(part), of: source)
    }
  }
}
