import RetryLanguage
import Simulation

/// The definitions in a text of the laboratory, whose other lines do nothing here.
struct ScenarioText {
  private var definitions: [String: Definition] = [:]

  /// Reads the definitions; a mistake in one of them ends the reading.
  init(_ text: String, name: String? = nil) throws(ScenarioError) {
    let source = SourceText(text, name: name)
    let read = Parser.read(source)
    for (statement, range) in zip(read.statements, read.ranges) {
      guard case .binding(let name, let expression) = statement else { continue }
      if let mistake = read.diagnostics.first(where: { range.contains($0.range.lowerBound) }) {
        throw ScenarioError(mistake, in: source)
      }
      var checker = Checker(source, definitions: definitions)
      switch checker.evaluate(expression, named: name.text) {
      case .success(let definition): definitions[name.text] = definition
      case .failure(let failure):
        throw failure.diagnostics.first.map { ScenarioError($0, in: source) }
          ?? ScenarioError("'\(name.text)' has no value")
      }
    }
  }

  /// Returns the source of a name, which has to be one that a program can ask by itself.
  func source(_ name: String) throws(ScenarioError) -> Source {
    guard let definition = definitions[name] else {
      let near = Suggestion.nearest(to: name, among: definitions.keys.sorted())
      throw ScenarioError(
        "there is no 'let \(name) = op(…)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    guard case .source(let source) = definition.item else {
      throw ScenarioError("'\(name)' is \(definition.type), not an operation")
    }
    guard !source.asksServers else {
      throw ScenarioError(
        "'\(name)' is at a server, whose queue depends on all calls; leave out 'on:'")
    }
    return source
  }
}
