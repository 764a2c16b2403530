import Foundation
import Report
import RetryLanguage
import Testing
import Workbench

@Suite("README")
struct ReadmeTests {
  private static let text: String = read("README.md")

  /// What the documentation of the library says of the prompt.
  private static let article: String = read("Sources/Retry/Retry.docc/FromTheLaboratory.md")

  private static func read(_ path: String) -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// The contents of the fenced blocks of a text that begin with a line.
  private static func blocks(_ fence: String, of text: String = text) -> [String] {
    text.components(separatedBy: "\n\(fence)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```\n").first
    }
  }

  @Test(
    "its sessions and those of the article print the output shown", arguments: [text, article])
  func sessions(text: String) {
    let sessions = Self.blocks("```", of: text).filter { $0.hasPrefix("retry> ") }
    #expect(sessions.count >= 2)
    for shown in sessions {
      var printed: [String] = []
      var session = Session.printing { output in
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
    var session = Session.printing { output in
      if case .mistake(let text) = output { mistakes.append(text) }
    }
    #expect(session.run(example) == .ready)
    #expect(mistakes == [])
  }

  /// Runs texts in one session; returns the errors and the results.
  private static func printed(_ texts: [String]) -> (mistakes: [String], results: [String]) {
    var (mistakes, results): ([String], [String]) = ([], [])
    var session = Session.printing { output in
      switch output {
      case .mistake(let text): mistakes.append(text)
      case .result(let text), .message(let text): results.append(text)
      }
    }
    for text in texts { session.run(text) }
    return (mistakes, results)
  }

  @Test("its measurements run, and their expectations hold")
  func measurements() throws {
    let language = try #require(Self.blocks("```swift").first { $0.hasPrefix("let fetch = op(") })
    let measured = try #require(Self.blocks("```swift").first { $0.hasPrefix("stats ") })
    let lines = measured.split(separator: "\n").map(String.init)
    let printed = Self.printed([language] + lines)
    #expect(printed.mistakes == [])
    #expect(printed.results.last?.hasPrefix("expectation met: success >= 99%") == true)
    #expect(lines.count == 6)
  }

  @Test("the policy of its Swift can be pasted, and means what it says")
  func pasted() throws {
    let block = try #require(Self.blocks("```swift").first { $0.contains("= RetryPolicy<") })
    let parts = block.components(separatedBy: "\n\n")
    let policy = try #require(parts.first { $0.hasPrefix("let policy = RetryPolicy<") })
    let printed = Self.printed([policy, "explain policy"])
    #expect(printed.mistakes == [])
    #expect(printed.results.last?.contains("total attempts: 5") == true)
    #expect(
      printed.results.last?.contains("0s...100ms, 0s...200ms, 0s...400ms, 0s...800ms") == true)
  }

  @Test("its example of outages and bursts runs and behaves as its comments say")
  func disruptions() throws {
    let example = try #require(Self.blocks("```swift").first { $0.hasPrefix("let api") })
    let lines = example.split(separator: "\n").map(String.init)
    let printed = Self.printed(lines.prefix(3) + ["expect success >= 99.9%"] + lines.dropFirst(3))
    #expect(printed.mistakes == [])
    #expect(printed.results.contains { $0.hasPrefix("expectation met: success >= 99.9%") })
    #expect(printed.results.last?.contains("significant") == true)
  }

  @Test("its error is reported as shown")
  func mistake() throws {
    let shown = try #require(Self.blocks("```").first { $0.hasPrefix("error: ") })
    #expect(Self.printed(["let fetch = op()\nrun fetch.rety(3)"]).mistakes == [shown])
  }

  @Test("its lesson passes, and its wrong answer is rejected")
  func lesson() throws {
    let lesson = try #require(Self.blocks("```swift").first { $0.hasPrefix("/// ") })
    let check = Scenario(path: "mine.retry", text: lesson, host: .test).check(
      recording: Recording.Kept())
    #expect(check.verdict == .passed, "\(check)")
    let swapped = lesson.replacing("wrong fetch", with: "wrong fetch.retry(2)")
    let other = Scenario(path: "mine.retry", text: swapped, host: .test).check(
      recording: Recording.Kept())
    #expect(other.verdict == .expectation)
  }

  /// The commands that its text says to type, in a sensible order.
  private static let told = [
    "step X", "next", "failure", "until time > 1s", "back", "state", "queue", "leave",
    "play X, Y speed 5", "set type big", "why X call 7 against Y", "_", "_1", "_1.success", "_.p99",
    "_.load",
    "compare _1, _2", "dialect combine", "retry(3)", "help", "help retry", "help E012",
  ]

  @Test("the commands in its text can be typed")
  func inline() {
    let setup = "let X = op(fails: 30%).retry(3)\nlet Y = op(fails: 30%).retry(2)"
    var typed = [setup, "stats X calls 50", "stats Y calls 50"]
    for text in Self.told {
      #expect(Self.text.contains("`\(text)`") || text == "leave", "\(text)")
      typed.append(text.hasPrefix("retry(") ? "X.\(text)" : text)
      // A speed of 5 takes its time.
      if text.hasPrefix("play") { typed[typed.count - 1] = "play X, Y speed 100000" }
      if text == "_" { typed.append("stats X calls 50") }
    }
    #expect(Self.printed(typed).mistakes == [])
  }

  @Test("the words that the article translates can be typed")
  func words() {
    let cells = Self.article.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.components(separatedBy: " | ").first?.dropFirst(3).dropLast() }
    #expect(cells.count == 22)
    var typed = ["let other = op()"]
    for cell in cells {
      // Options go into a call, and methods behind an operation.
      let parts = cell.components(separatedBy: "`, `").map { part in
        if part.hasPrefix("exponential"), !part.hasSuffix("full") { return "backoff: \(part)" }
        return part
      }
      let text = parts.joined(separator: ", ")
      if text.hasPrefix(".") || text.hasPrefix("retry(") {
        typed.append("op().\(text.trimmingPrefix("."))")
      } else if text.hasPrefix("budget") || text.hasPrefix("breaker") {
        typed.append("let strategy = \(text)")
      } else {
        let count = text.hasPrefix("attempts") ? "" : "attempts: 3, "
        typed.append("op(fails: [.timeout: 1%, .http(503): 1%, .auth: 1%]).retry(\(count)\(text))")
      }
    }
    #expect(Self.printed(typed).mistakes == [])
  }

  /// The rows of the table of systems, as the texts of their cells.
  private static var systems: [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("scenarios/seeds/") }
      .map { $0.components(separatedBy: " | ") }
  }

  @Test("its table of systems states the right numbers of attempts")
  func attempts() {
    var told: [Int] = []
    for row in Self.systems {
      guard let count = Int(row[3]) else { continue }
      told.append(count)
      let form = row[2].split(separator: "`", omittingEmptySubsequences: false)[1]
      var printed: [String] = []
      var session = Session.printing { output in
        if case .result(let text) = output { printed.append(text) }
      }
      session.run("let f = op(fails: 100%)\n\(form)\n_1.attempts")
      #expect(printed.last == "\(count)", "\(form)")
    }
    #expect(told == [4, 4, 3, 4, 4, 4, 3])
  }

  @Test("its table of systems links to all their scenarios")
  func scenarios() {
    let named = Self.systems.map { row in
      row[4].components(separatedBy: "(scenarios/").last?.components(separatedBy: ")").first
    }
    #expect(named == StoredScenario.all.map(\.path).filter { $0.hasPrefix("seeds/") })
  }
}
