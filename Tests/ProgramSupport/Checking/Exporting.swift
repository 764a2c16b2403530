import Foundation
import FoundationXML
import Simulation
import Workbench

/// Exports are complete and well formed, whatever the last result is.
enum Exporting {
  /// Returns the kind of file that came out wrong.
  static func difference(_ program: GeneratedProgram) -> String? {
    let memory = MemoryFiles()
    var session = memory.session { _ in }
    guard session.run(program.text) == .ready else { return nil }
    for kind in ["svg", "json", "jsonl", "mmd", "csv"] {
      let path = "x.\(kind)"
      guard session.run("export \(path)") == .ready else { continue }
      guard let text = memory.files[path] else { return "'export \(path)' wrote nothing" }
      if !isWellFormed(text, kind) { return "\(path) is wrong:\n\(text)" }
    }
    return tables(program)
  }

  private static func isWellFormed(_ text: String, _ kind: String) -> Bool {
    switch kind {
    case "svg": XMLParser(data: Data(text.utf8)).parse()
    case "json": StrictJSON.value(of: text) != nil
    case "jsonl": text.split(separator: "\n").allSatisfy { StrictJSON.value(of: String($0)) != nil }
    case "mmd": text.hasPrefix("sequenceDiagram\n")
    default: isTable(text)
    }
  }

  /// Returns rows for a spreadsheet that do not fit their header.
  private static func tables(_ program: GeneratedProgram) -> String? {
    var wrong: String?
    var session = MemoryFiles().session(.csv) {
      if case .result(let text) = $0, !isTable(text) { wrong = "as CSV:\n\(text)" }
    }
    _ = session.run(program.text)
    return wrong
  }

  /// Returns whether all records have as many fields as the first.
  private static func isTable(_ text: String) -> Bool {
    var counts: [Int] = []
    var (fields, isQuoted) = (1, false)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields += 1
      case "\n" where !isQuoted:
        counts.append(fields)
        fields = 1
      default: break
      }
    }
    if text.unicodeScalars.last != "\n" { counts.append(fields) }
    return !isQuoted && counts.allSatisfy { $0 == counts[0] }
  }
}
