import ReadingSupport
import RetryLanguage

/// A program that is written down reads back as the same one, and does the same.
enum Formatting {
  /// Returns what changes.
  static func difference(_ program: GeneratedProgram) -> String? {
    let read = Parser.read(SourceText(program.text), commands: GeneratedProgram.commands)
    guard read.diagnostics.isEmpty else { return nil }
    let formatter = Formatter(commands: GeneratedProgram.commands)
    let written = formatter.text(read.statements)
    let again = Parser.read(SourceText(written), commands: GeneratedProgram.commands)
    let shapes = (Shape.of(read.statements), Shape.of(again.statements))
    guard shapes.0 == shapes.1 else { return divergence(shapes.0, shapes.1) }
    guard formatter.text(again.statements) == written else { return "changes again: \(written)" }
    guard written != program.text else { return nil }
    let before = program.heard(isJSON: true)
    let after = Hearing(written, isJSON: true)
    let deeds = (Deeds.of(before.results), Deeds.of(after.results))
    if deeds.0 == deeds.1, before.status == after.status { return nil }
    return divergence("\(deeds.0) \(before.mistakes)", "\(deeds.1) \(after.mistakes)")
  }
}
