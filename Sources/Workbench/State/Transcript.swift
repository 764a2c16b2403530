import RetryLanguage
import Simulation

/// The source text of a source, with scripts for its operations.
struct Transcript {
  private let scripts: Shrinking.Scripts
  private let definitions: Definitions
  /// The definitions it depends on.
  private(set) var lines: [String] = []
  /// The source itself.
  private(set) var text = ""
  private var written: Set<String> = []

  /// Writes a text and everything it depends on.
  init(of text: String, _ definitions: Definitions, scripts: Shrinking.Scripts) {
    self.definitions = definitions
    self.scripts = scripts
    self.text = rewritten(text)
  }

  /// Returns a text with its operations replaced, and adds the definitions that it depends on.
  private mutating func rewritten(_ text: String) -> String {
    let source = SourceText(text)
    var spans: [(range: Range<Int>, text: String)] = []
    for expression in Parser.read(source).statements.flatMap(\.expressions) {
      visit(expression, &spans)
    }
    var result = ""
    var end = 0
    for span in spans.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += source[end..<span.range.lowerBound] + span.text
      end = span.range.upperBound
    }
    return result + source[end..<source.characters.count]
  }

  private mutating func visit(
    _ expression: Expression, _ spans: inout [(range: Range<Int>, text: String)]
  ) {
    switch expression {
    case .name(let name, _): define(name)
    case .call(.name("op", _), let arguments, let range):
      if let script = script(of: Self.name(in: arguments) ?? "op") {
        return spans.append((range, operation(Self.name(in: arguments), script)))
      }
    default: break
    }
    for part in expression.parts { visit(part, &spans) }
  }

  /// The name passed to an operation, if any.
  private static func name(in arguments: [Expression.Argument]) -> String? {
    if case .text(let name, _)? = arguments.first?.value, arguments[0].label == nil {
      name
    } else {
      nil
    }
  }

  /// Adds the definition of a name, once.
  private mutating func define(_ name: String) {
    guard let definition = definitions[name], written.insert(name).inserted else { return }
    if case .source(let source) = definition.item, case .operation(let operation) = source.kind,
      let script = script(of: operation.name)
    {
      let other = operation.name == name ? nil : operation.name
      lines.append("let \(name) = \(self.operation(other, script))")
    } else {
      lines.append(definition.written(as: name, rewritten(definition.text)))
    }
  }

  /// The script of an operation, or `nil` if it made no attempt.
  private func script(of name: String) -> [ScriptedAnswer]? { scripts[name] }

  private func operation(_ name: String?, _ script: [ScriptedAnswer]) -> String {
    let answers = script.map(\.written).joined(separator: ", ")
    let named = name.map { Formatter().text(.text($0, 0..<0)) + ", " } ?? ""
    return "op(\(named)script: [\(answers)])"
  }
}

extension ScriptedAnswer {
  /// The answer as source text.
  var written: String {
    let word =
      switch answer {
      case .ok: "ok"
      case .value(let value): "ok(\(value))"
      case .fault(let fault): ".\(fault)"
      case .empty: "empty"
      case .never, .source: "never"
      }
    if isSynchronous { return word + ".synchronous" }
    return word + (after.map { ".after(\(Formatter().text(.duration($0, 0..<0))))" } ?? "")
  }
}
