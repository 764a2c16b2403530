import Foundation
import RetryLanguage
import Workbench

/// A text in the language with its expected output, each line after `// expect:`.
///
/// With `RECORD_GOLDEN=1` in the environment the expectations are written anew.
struct GoldenScript: Sendable, CustomStringConvertible {
  let path: String

  var description: String { path }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")
  private static let mark = "// expect:"
  /// The lessons of the package.
  private static var lessons: LessonStore {
    let lessons = StoredScenario.all.filter { $0.path.hasPrefix("lessons/") }
    return LessonStore(
      course: { lessons.map(\.path) },
      lesson: { path in
        (try? lessons.first { $0.path == path }?.text()).map { .text($0) } ?? .absent
      })
  }

  /// Whether expectations are recorded rather than compared.
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  /// Every script, in order.
  static let all: [GoldenScript] = {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".retry") }.sorted().map(GoldenScript.init)
  }()

  /// Writes and records a script that is missing, with a number if there are others of its name.
  static func add(_ name: String, text: String) throws {
    func exists(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.appending(path: name + ".retry").path)
    }
    let numbered = (1...999).lazy.map { "\(name)-\($0)" }.first { !exists($0) }
    guard let free = exists(name) || exists("\(name)-1") ? numbered : name else { return }
    let script = GoldenScript(path: free + ".retry")
    try FileManager.default.createDirectory(
      at: script.url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try (text + "\n").write(to: script.url, atomically: true, encoding: .utf8)
    try script.record()
  }

  private var url: URL { Self.folder.appending(path: path) }

  private func lines() throws -> [Substring] {
    try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// The text that is run.
  func text() throws -> String {
    try lines().filter { !$0.hasPrefix(Self.mark) }.joined(separator: "\n")
  }

  /// The expected output.
  func expected() throws -> [String] {
    try lines().filter { $0.hasPrefix(Self.mark) }
      .map { String($0.dropFirst(Self.mark.count).dropFirst()) }
  }

  /// The actual output.
  func printed() throws -> [String] {
    var printed: [String] = []
    var hooks = TerminalHooks()
    hooks.lessonStore = Self.lessons
    hooks.save = { path, text, _ in
      printed += ["\(path):"] + Self.lines(of: text).map { "| \($0)" }
      return .saved
    }
    var session = Session.printing(host: .test, terminal: hooks) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text):
        printed += Self.lines(of: text)
      }
    }
    session.run(try text())
    return printed
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Writes the output after its text.
  func record() throws {
    let text = try text().trimmingCharacters(in: .whitespacesAndNewlines)
    let marks = try printed().map { $0.isEmpty ? Self.mark : "\(Self.mark) \($0)" }
    try ([text] + marks).joined(separator: "\n").appending("\n").write(
      to: url, atomically: true, encoding: .utf8)
  }
}
