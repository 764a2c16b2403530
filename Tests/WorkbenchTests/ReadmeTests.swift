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

  @Test("its sessions print what they show")
  func sessions() {
    let sessions = Self.blocks("```").filter { $0.hasPrefix("retry> ") }
    #expect(sessions.count == 2)
    for shown in sessions {
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
      // The trace at the end may be left out.
      #expect(printed.joined(separator: "\n").hasPrefix(shown))
    }
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

  /// The rows of the table of systems, as the texts of their cells.
  private static var systems: [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("scenarios/seeds/") }
      .map { $0.components(separatedBy: " | ") }
  }

  @Test("the attempts that its table of systems tells are made")
  func attempts() {
    var told: [Int] = []
    for row in Self.systems {
      guard let count = Int(row[3]) else { continue }
      told.append(count)
      let form = row[2].split(separator: "`", omittingEmptySubsequences: false)[1]
      var printed: [String] = []
      var session = Session { output in
        if case .result(let text) = output { printed.append(text) }
      }
      session.run("let f = op(fails: 100%)\n\(form)\n_1.attempts")
      #expect(printed.last == "\(count)", "\(form)")
    }
    #expect(told == [4, 4, 3, 4, 4, 4, 3])
  }

  @Test("its table of systems leads to every scenario of theirs")
  func scenarios() {
    let named = Self.systems.map { row in
      row[4].components(separatedBy: "(scenarios/").last?.components(separatedBy: ")").first
    }
    #expect(named == StoredScenario.all.map(\.path).filter { $0.hasPrefix("seeds/") })
  }
}
