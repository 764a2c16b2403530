import RetryLanguage
import Testing
import TextLayout
import Workbench

@Suite("What retries do besides, in tables")
struct HarmColumnTests {
  private func printed(_ text: String, columns: Int = 80) -> [String] {
    var lines: [String] = []
    var session = Session.printing(style: Style(width: columns)) {
      if case .result(let text) = $0 { lines += text.split(separator: "\n").map(String.init) }
    }
    session.run(text)
    return lines
  }

  private static let pay =
    "let pay = op(latency: 50ms...250ms, lost: 2%, idempotent: false, cost: 0.01)\n"

  @Test(
    "double effects and costs have columns as soon as one operation states them",
    arguments: [
      "compare pay, pay.timeout(200ms).retry(3), op() calls 500",
      "sweep n in 1...3 { pay.timeout(200ms).retry(n) } calls 500",
      "presets pay number 3 calls 500",
      "compare load(pay, rate: 9/s), load(pay.timeout(200ms).retry(3), rate: 9/s)",
      "sweep n in 1...2 { load(pay.timeout(200ms).retry(n), rate: 9/s) } runs 2",
    ], [80, 40])
  func columns(command: String, width: Int) throws {
    let lines = printed(Self.pay + command, columns: width)
    let head = try #require(lines.first { $0.contains("success  ") }, "\(lines)")
    #expect(head.contains("duplicates ") && head.hasSuffix(" cost"), "\(head)")
    #expect(lines.allSatisfy { !$0.hasSuffix("…") || $0.contains("pay.timeout") }, "\(lines)")
    if command.hasPrefix("compare pay") {
      let row = lines.first { $0.hasPrefix("  B ") && $0.contains("%") }
      #expect(row?.contains("24.2%") == true && row?.contains("0.013") == true, "\(lines)")
      let none = lines.first { $0.hasPrefix("  C ") && $0.contains("%") }
      #expect(none?.hasSuffix("ms") == true, "\(lines)")
    }
  }

  @Test("other tables have no such columns")
  func others() {
    #expect(!printed("compare op(), op().retry(2)").contains { $0.contains("duplicates") })
  }
}
