import TextLayout
import Workbench

/// The short help on the command line.
enum Usage {
  /// What the program is, in one line.
  static let about = """
    RetryLab \(Version.current): break things on purpose, in virtual time, and watch a retry strategy cope.
    """

  /// The tasks, the options and the exit codes.
  static let text: String = {
    let tasks = Arguments.Task.allCases.map { ("retrylab \($0.synopsis)", $0.help) }
    let options = Option.allCases.map { ($0.synopsis, $0.help) }
    let codes = Platform.ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" }
    return """
      usage: \(rows(tasks, after: "       "))
        \(rows(options, after: "  "))
      \(Wrapping.prose("  exit codes: " + codes.joined(separator: ", "), width: width).dropFirst(2))
      """
  }()

  /// The width of the text, which does not depend on the terminal.
  private static let width = 88

  /// Rows of two columns; all but the first begin with a margin.
  private static func rows(_ rows: [(String, String)], after margin: String) -> String {
    let widest = rows.reduce(0) { max($0, $1.0.count) }
    return rows.map { left, right in
      left + String(repeating: " ", count: widest - left.count + 2) + right
    }.joined(separator: "\n" + margin)
  }
}

extension Arguments.Task {
  /// What is typed for it, behind the name of the program.
  var synopsis: String {
    let files = operand.map { operand in
      switch operand.count {
      case .any: "[\(operand.name) …]"
      case .some: "\(operand.name) …"
      case .one, .two, .oneOrTwo: operand.name
      }
    }
    let command = runsCommand ? "[-- COMMAND …]" : nil
    let value = option?.description.value.map { "\($0.name) …" }
    return
      ([word, "[options]", option?.name, value, need?.synopsis, files, command].compactMap(\.self))
      .joined(separator: " ")
  }
}

extension Option {
  var synopsis: String {
    let names = description.spellings.joined(separator: ", ")
    guard let value = description.value else { return names }
    return value.isOptional ? "\(names)[=\(value.name)]" : "\(names) \(value.name)"
  }
}
