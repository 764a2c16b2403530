import Fitting
import MeasuredData
import RetryNumerics
import Testing
import TextLayout
import VirtualTime

@Suite("A log that is unusual")
struct UnusualLogTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    var testDescription: String { name }
  }

  private static func table(_ rows: (Int) -> String, count: Int = 300) -> String {
    "start,duration_ms,status,client\n" + (0..<count).map { rows($0) + "\n" }.joined()
  }

  static let cases = [
    Case(name: "of one request", text: table({ _ in "1700000000.5,10,200,a" }, count: 1)),
    Case(name: "of one moment", text: table { "1700000000.5,\($0 + 1),200,a" }),
    Case(name: "in reverse", text: table { "\(1_700_000_000 - $0).5,\($0 + 1),200,a" }),
    Case(
      name: "of failures and one success",
      text: table { "170000\($0 + 1000).5,9,\($0 == 7 ? 200 : 500),a" }),
    Case(
      name: "of which half fails",
      text: table { "\(1_700_000_000 + $0).5,9,\($0 % 2 == 0 ? 200 : 500),a" }),
    Case(
      name: "of which the first half fails",
      text: table { "\(1_700_000_000 + $0).5,\($0 + 1),\($0 < 150 ? 200 : 500),a" }),
    Case(name: "of durations of zero", text: table { "\(1_700_000_000 + $0).5,0,200,a" }),
    Case(
      name: "of very long durations",
      text: table { "\(1_700_000_000 + $0).5,\($0 % 2 == 0 ? "9e17" : "1e-9"),200,a" }),
    Case(
      name: "of two durations",
      text: table { "\(1_700_000_000 + $0).5,\($0 % 2 == 0 ? 10 : 1000),200,a" }),
    Case(
      name: "of times far apart",
      text: table { "\($0 % 2 == 0 ? "0.5" : "9000000000.5"),\($0 + 1),200,a" }),
    Case(
      name: "of many errors",
      text: table { "\(1_700_000_000 + $0).5,\($0 + 1),\(400 + $0 % 200),a" }),
    Case(
      name: "that was cut off",
      text: table { "\(1_700_000_000 + $0).5,30000,\($0 % 3 == 0 ? 200 : 499),a" }),
  ]

  @Test("is fitted to a definition, or refused", arguments: cases)
  func unusual(_ example: Case) throws {
    let log = try LogReader.read(Array(example.text.utf8))
    guard let operation = try? FittedOperation(log) else { return }
    let text = operation.definition(named: "api") + (operation.load(named: "api") ?? "")
    #expect(DefinitionTests.problems(text).isEmpty, "\(text)")
    #expect(!FitReport(operation).lines(.page).isEmpty)
  }

  @Test("of failures alone is fitted to an operation that always fails")
  func failuresAlone() throws {
    let text = Self.table { "\(1_700_000_000 + $0).5,\(10 + $0 % 7),\($0 % 4 == 0 ? 499 : 503),a" }
    let operation = try FittedOperation(try LogReader.read(Array(text.utf8)))
    let definition = operation.definition(named: "api")
    #expect(definition.contains("fails: [.http(503): 75%, .timeout: 25%]"), "\(definition)")
    #expect(definition.contains("// no request succeeded"), "\(definition)")
    #expect(DefinitionTests.problems(definition).isEmpty)
    let cut = Self.table { "\(1_700_000_000 + $0).5,\(10 + $0 % 7),499,a" }
    #expect(throws: FitProblem.noDurations) {
      try FittedOperation(try LogReader.read(Array(cut.utf8)))
    }
  }

  @Test("at random is fitted to a definition, or refused", arguments: 0..<60 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var draws = Draws(
      DrawKey(seed: seed, name: "unusual"), call: 0, attempt: 0, purpose: .closure)
    let count = 2 + Int(draws.unit() * 400)
    let (spread, scale) = (draws.unit() * 20, draws.unit() * 1e6)
    let failing = draws.unit() * draws.unit()
    let text = Self.table(
      { _ in
        let start = 1_700_000_000 + draws.unit() * scale
        let duration = Elementary.exponential((draws.unit() - 0.5) * spread)
        let status = draws.unit() < failing ? [499, 500, 429, 404][Int(draws.unit() * 4)] : 200
        return "\(start),\(duration),\(status),\(Int(draws.unit() * 9))"
      }, count: count)
    let log = try LogReader.read(Array(text.utf8))
    guard let operation = try? FittedOperation(log) else { return }
    let definition = operation.definition(named: "api") + (operation.load(named: "api") ?? "")
    #expect(DefinitionTests.problems(definition).isEmpty, "\(definition)")
  }
}
