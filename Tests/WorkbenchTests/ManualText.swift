import Foundation

/// A document for users: the README, or an article of the manual.
struct ManualText: Sendable, CustomStringConvertible {
  let path: String
  let text: String

  var description: String { path }

  /// The folder of the manual.
  static let folder = "Sources/retrylab/RetryLab.docc"
  static let readme = ManualText("README.md")
  /// What the documentation of the library says of the prompt.
  static let laboratory = ManualText("Sources/Retry/Retry.docc/FromTheLaboratory.md")

  /// The articles that are written by hand.
  static let articles: [ManualText] = {
    let generated = GeneratedPage.allCases.map { "\($0.rawValue).md" }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url(folder).path)) ?? []
    return names.filter { $0.hasSuffix(".md") && !generated.contains($0) }.sorted()
      .map { ManualText("\(folder)/\($0)") }
  }()

  /// The README and all articles that are written by hand.
  static let all = [readme] + articles
  static let withSessions = (all + [laboratory]).filter { !$0.sessions.isEmpty }
  static let withExamples = all.filter { !$0.examples.isEmpty }
  static let withScenarios = all.filter { !$0.scenarios.isEmpty }

  init(_ path: String) {
    self.path = path
    text = (try? String(contentsOf: Self.url(path), encoding: .utf8)) ?? ""
  }

  /// Returns an article of the manual.
  static func article(_ name: String) -> ManualText { ManualText("\(folder)/\(name).md") }

  static func url(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: path)
  }

  /// The contents of the fenced blocks that begin with a line.
  func blocks(_ fence: String) -> [String] {
    var blocks: [String] = []
    var open: (fence: Substring, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open, line == "```" {
        if block.fence == fence { blocks.append(block.lines.joined(separator: "\n")) }
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (line, [])
      }
    }
    return blocks
  }

  /// The sessions at the prompt, with what they print.
  var sessions: [String] { blocks("```").filter { $0.hasPrefix("retry> ") } }

  /// What can be typed, block by block: neither Swift for a compiler nor a whole scenario.
  var examples: [String] {
    blocks("```swift").filter { !$0.hasPrefix("import ") && !$0.hasPrefix("/// ") }
  }

  /// The scenarios, which begin with narration.
  var scenarios: [String] { blocks("```swift").filter { $0.hasPrefix("/// ") } }
}
