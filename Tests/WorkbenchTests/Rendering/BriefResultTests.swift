import Testing
import TextLayout
import Workbench

@Suite("A result on a screen")
struct BriefResultTests {
  private static func lines(_ text: String, rows: Int?, columns: Int = 80) -> [String] {
    var settings = Settings()
    var printed: [String] = []
    var session = Session.printing(settings: settings, style: Style(width: columns)) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text):
        printed += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
    }
    settings = session.settings
    settings.screenRows = rows
    session.settings = settings
    session.run(text)
    return printed
  }

  /// Results that are taller than 24 lines as a whole.
  static let tall = [
    "stats op(latency: exponential(100ms), fails: 10%).retry(3) calls 500",
    "compare op(fails: 30%), op(fails: 30%).retry(2), op(fails: 30%).retry(4) calls 500",
    "load(op(latency: 50ms...1s, fails: 10%, outages: [3s...4s]).retry(3), rate: 20/s, for: 9s)",
    "sweep n in 1...14 { op(latency: exponential(100ms), fails: 30%).retry(n) } calls 200",
  ]

  @Test("that is new and too tall shows what decides it, and '_' the rest", arguments: tall)
  func brief(text: String) throws {
    let whole = Self.lines(text, rows: nil)
    let brief = Self.lines(text, rows: 24)
    #expect(whole.count > 20 && brief.count < whole.count)
    let more = try #require(brief.first { $0.hasPrefix("'_' shows ") })
    let left = try #require(Int(more.split(separator: " ")[2]))
    // The line that says so is one more.
    let substitutes = text.hasPrefix("load") ? 1 : 0
    #expect(brief.count - 1 - substitutes + left == whole.count, "\(brief)")
    let again = Self.lines("\(text)\n_", rows: 24)
    #expect(Array(again.dropFirst(brief.count)) == whole)
    #expect(Self.lines(text, rows: 100) == whole)
  }

  @Test("of several runs says which of them is drawn")
  func runs() {
    let load = "load(op(latency: 50ms...1s, fails: 10%).retry(3), rate: 20/s, for: 9s)"
    let brief = Self.lines("stats \(load) runs 3", rows: 24)
    #expect(brief.contains { $0.hasPrefix("'_' shows ") })
    #expect(brief.contains("  chart of the first run, seed 42"), "\(brief)")
  }

  @Test("of several calls that is too tall keeps its picture, if that fits")
  func calls() {
    let text = "run op(fails: 50%).retry(3) times 12"
    let (brief, whole) = (Self.lines(text, rows: 24), Self.lines(text, rows: nil))
    #expect(brief.count == 15 && Array(brief[..<13]) == Array(whole[..<13]))
    #expect(brief[13].hasPrefix("9 of 12") || brief[13].contains(" of 12 calls succeeded"))
    #expect(brief[14] == "'export calls.csv' has a line for each call")
    let many = Self.lines("run op(fails: 50%).retry(3) times 30", rows: 24)
    #expect(many.count <= 23 && many.contains { $0.contains("and 15 more calls") }, "\(many)")
    #expect(many.contains { $0.contains("of 30 calls succeeded") })
  }

  @Test("fits 80 columns and 24 rows with its prompt", arguments: tall.dropLast(2))
  func screen(text: String) {
    #expect(Self.lines(text, rows: 24).count <= 23, "\(Self.lines(text, rows: 24))")
  }
}
