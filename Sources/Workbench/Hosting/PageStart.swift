package import Report
import RetryLanguage

/// What a page of the laboratory begins with: texts, and the files that they read.
package struct PageStart: Sendable {
  private var texts: [String] = []
  private var files: [(name: String, text: String)] = []
  private var hasLesson = false

  /// Two different files that texts would read by one name.
  package struct Conflict: Error {
    package let name: String
  }

  /// Creates the start of a page that shows its own example.
  package init() {}

  /// Adds a scenario, or a lesson, which is gone through section by section, with the files that it reads.
  package mutating func add(_ scenario: Scenario) throws(Conflict) {
    let (text, path) = (scenario.text, scenario.path)
    let read = FilesRead()
    var session = Session(commands: .standard, host: read.watching(scenario.host)) { _ in }
    session.run(text, name: path, isFile: true, onlyChecking: true)
    for (name, text) in read.files.sorted(by: { $0.key < $1.key }) { try add(text, named: name) }
    let statements = Parser.read(SourceText(text), commands: scenario.commands).statements
    let isLesson = statements.contains { statement in
      if case .command(let command) = statement { command.name.text == "exercise" } else { false }
    }
    guard isLesson else {
      texts.append(text)
      return
    }
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    try add(text, named: name)
    // One lesson is open at a time; the others are in the list of lessons.
    if !hasLesson { texts.append("lesson \"\(name)\"") }
    hasLesson = true
  }

  private mutating func add(_ text: String, named name: String) throws(Conflict) {
    if let other = files.first(where: { $0.name == name }) {
      guard other.text == text else { throw Conflict(name: name) }
    } else {
      files.append((name, text))
    }
  }

  package var json: JSONValue {
    let files = files.map { JSONValue.Member(key: $0.name, value: .string($0.text)) }
    return ["texts": .list(texts.map { .string($0) }), "files": .object(files)]
  }

  /// Whether a page keeps its own example.
  package var isEmpty: Bool { texts.isEmpty }
}
