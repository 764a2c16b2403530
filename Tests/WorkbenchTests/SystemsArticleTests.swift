import Foundation
import Testing
import Workbench

@Suite("The table of the sixteen systems")
struct SystemsArticleTests {
  /// The rows, as the texts of their cells.
  private static let rows: [[String]] = ManualText.article("Systems").text.split(separator: "\n")
    .filter { $0.hasPrefix("| ") && $0.contains("scenarios/seeds/") }
    .map { $0.components(separatedBy: " | ") }

  @Test("states the right numbers of attempts")
  func attempts() {
    var told: [Int] = []
    for row in Self.rows {
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

  @Test("names all their scenarios")
  func scenarios() {
    let named = Self.rows.map { row in
      row[4].components(separatedBy: "`scenarios/").last?.components(separatedBy: "`").first
    }
    #expect(named == StoredScenario.all.map(\.path).filter { $0.hasPrefix("seeds/") })
  }
}
