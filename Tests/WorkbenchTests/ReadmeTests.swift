import Foundation
import Testing
import Workbench

@Suite("README")
struct ReadmeTests {
  private static let text: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
  }()

  /// The contents of the fenced blocks that begin with a line.
  private static func blocks(_ fence: String) -> [String] {
    text.components(separatedBy: "\n\(fence)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```\n").first
    }
  }

  @Test("its session prints what it shows")
  func session() {
    let shown = Self.blocks("```").first { $0.hasPrefix("retry> ") } ?? ""
    var printed: [String] = []
    var session = Session { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): printed.append(text)
      }
    }
    for line in shown.split(separator: "\n") where line.hasPrefix("retry> ") {
      printed.append(String(line))
      session.run(String(line.dropFirst("retry> ".count)))
    }
    #expect(printed.joined(separator: "\n") == shown)
  }

  @Test("its example of the language runs")
  func language() {
    let example = Self.blocks("```swift").first { $0.hasPrefix("let fetch") } ?? "missing"
    var mistakes: [String] = []
    var session = Session { output in
      if case .mistake(let text) = output { mistakes.append(text) }
    }
    #expect(session.run(example) == .ready)
    #expect(mistakes == [])
  }
}
