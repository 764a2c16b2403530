import ReadingSupport
import RetryLanguage
import Simulation
import Workbench

/// A program that was composed, and the sources and loads in it.
package struct GeneratedProgram: Sendable {
  /// A source and how it is written.
  struct Part {
    let text: String
    let source: Source
  }

  package let seed: UInt64
  package let text: String
  /// The sources that are defined or run.
  private(set) var parts: [Part] = []
  /// The loads that are defined or run.
  private(set) var loads: [Load] = []
  /// Texts of values that cannot be parsed to the same value.
  private(set) var misread: [String] = []
  /// The bounds of a call.
  let limits: Limits
  private let known = Heard()

  /// Composes the program of a seed.
  package init(seed: UInt64) {
    var writer = ProgramWriter(seed: seed)
    self.init(writer.program(), seed: seed)
  }

  /// Takes a program.
  package init(_ text: String, seed: UInt64) {
    self.seed = seed
    self.text = text
    var limits = Limits()
    limits.events = 60
    self.limits = limits
    let source = SourceText(text)
    var known: [String: Definition] = [:]
    for statement in Parser.read(source, commands: Self.commands).statements {
      var checker = Checker(source, definitions: known, host: .strict)
      switch statement {
      case .binding(let name, let value):
        guard case .success(let meant) = checker.evaluate(value, named: name.text) else { continue }
        known[name.text] = meant
        readBack(meant.written(as: name.text), statement)
        add(meant, name.text)
      case .expression(let value):
        guard case .success(let meant) = checker.evaluate(value) else { continue }
        readBack(meant.text, statement)
        add(meant, meant.text)
      case .command(let command):
        for subject in command.subjects {
          guard case .success(let meant) = checker.evaluate(subject) else { continue }
          readBack(meant.text, .expression(subject))
          add(meant, meant.text)
        }
      case .narration: break
      }
    }
  }

  private mutating func readBack(_ text: String, _ statement: Statement) {
    let shape = Shape.of(Parser.read(SourceText(text)).statements)
    if shape != Shape.of([statement]) { misread.append(text) }
  }

  private mutating func add(_ meant: Definition, _ text: String) {
    if case .source(let source) = meant.item { parts.append(Part(text: text, source: source)) }
    if case .load(let load) = meant.item { loads.append(load) }
  }

  /// Returns what a session says to it; the checks share it.
  func heard(isJSON: Bool) -> Hearing { known(text, isJSON: isJSON) }

  /// The shapes of all commands.
  static let commands = CommandTable.standard.known.map(\.shape)

  /// Returns whether all of it passes the checker.
  package var isWellFormed: Bool {
    var session = MemoryFiles().session { _ in }
    return session.run(text, onlyChecking: true) == .ready
  }
}
