import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// The result of parsing a text: the definitions and values in order, and the errors.
struct Reading {
  var definitions: [String: Definition] = [:]
  var values: [Definition] = []
  var diagnostics: [Diagnostic] = []
  var ignoredText: [String] = []

  /// Reads a text line by line, as a session would.
  init(_ text: String, dialect: Dialect = .rxswift, host: ScriptHost = .test) {
    let source = SourceText(text)
    let result = Parser.read(source)
    diagnostics = result.diagnostics
    for statement in result.statements { read(statement, source, dialect, host) }
  }

  private mutating func read(
    _ statement: Statement, _ source: SourceText, _ dialect: Dialect, _ host: ScriptHost
  ) {
    var checker = Checker(source, definitions: definitions, dialect: dialect, host: host)
    switch statement {
    case .binding(let name, let expression):
      definitions[name.text] = .broken(name.text)
      take(checker.evaluate(expression, named: name.text)) { $0.definitions[name.text] = $1 }
    case .expression(let expression):
      take(checker.evaluate(expression)) { $0.values.append($1) }
    default: break
    }
    ignoredText += checker.ignoredText
  }

  private mutating func take(
    _ result: Result<Definition, Checker.Failure>, _ keep: (inout Reading, Definition) -> Void
  ) {
    switch result {
    case .success(let definition): keep(&self, definition)
    case .failure(let failure): diagnostics += failure.diagnostics
    }
  }

  /// The source that the last value is.
  var source: Source? {
    if case .source(let source)? = values.last?.item { source } else { nil }
  }

  /// The first diagnostic as `line:column-end code message [suggestion]`.
  func told(_ text: String) -> [String] {
    let source = SourceText(text)
    return diagnostics.map { diagnostic in
      let place = source.place(of: diagnostic.range.lowerBound)
      let fixIt =
        switch diagnostic.fixIt {
        case nil: ""
        case .replacement(let text)?: " [\(text)]"
        case .advice(let text)?: " (\(text))"
        }
      return
        "\(place.line):\(place.column)+\(diagnostic.range.count) \(diagnostic.code.text) \(diagnostic.message)\(fixIt)"
    }
  }
}

/// Runs the last source of a text and returns its attempts and its end, with times in milliseconds.
func outcome(of text: String, seed: UInt64 = 1, call: UInt64 = 0, dialect: Dialect = .rxswift)
  -> String
{
  let reading = Reading(text, dialect: dialect)
  guard reading.diagnostics.isEmpty, let source = reading.source else {
    return reading.told(text).first ?? "no source"
  }
  let trace = Machine(source, seed: seed).trace(call: call)
  let attempts = trace.events.compactMap { event -> String? in
    guard case .attempt = event.kind else { return nil }
    return "\(event.at.sinceStart.count / 1_000_000)"
  }
  let end = "\(trace.result.duration.count / 1_000_000)"
  return "\(attempts.joined(separator: " ")) | \(end) \(words(trace.result.outcome))"
}

private func words(_ outcome: Outcome) -> String {
  switch outcome {
  case .success(let value): "success \(value)"
  case .failure(let fault): "failure \(fault)"
  case .completed: "completed"
  case .cancelled: "cancelled"
  case .stopped: "stopped"
  case .hung: "hung"
  }
}
