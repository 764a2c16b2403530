package import Report
import RetryLanguage

/// What a page of the laboratory begins with: texts, and the files that they read.
package struct PageStart: Sendable {
  private var texts: [String] = []
  private var files: [(name: String, text: String)] = []

  /// Creates the start of a page that shows its own example.
  package init() {}

  /// Adds a scenario, or a lesson, which is gone through section by section.
  package mutating func add(_ text: String, path: String) {
    let statements = Parser.read(
      SourceText(text), commands: CommandTable.standard.known.map(\.shape)
    )
    .statements
    let isLesson = statements.contains { statement in
      if case .command(let command) = statement { command.name.text == "exercise" } else { false }
    }
    guard isLesson else {
      texts.append(text)
      return
    }
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    files.append((name, text))
    texts.append("lesson \"\(name)\"")
  }

  package var json: JSONValue {
    let files = files.map { JSONValue.Member(key: $0.name, value: .string($0.text)) }
    return ["texts": .list(texts.map { .string($0) }), "files": .object(files)]
  }

  /// Whether a page keeps its own example.
  package var isEmpty: Bool { texts.isEmpty }
}
