import Testing

@testable import Workbench

@Suite("Parts of a strategy that have no effect")
struct IdlePartsTests {
  static let jitter = "the jitter has no delay to change; add 'delay:' or 'backoff:'"

  /// A strategy, and the warnings about it behind a result and by 'explain'.
  static let rows: [(text: String, result: [String], all: [String])] = [
    ("op(fails: 50%).retry(attempts: 3, jitter: full)", [jitter], [jitter]),
    ("op(fails: 50%).retry(attempts: 3, delay: 1s, jitter: full)", [], []),
    (
      "op(latency: 1s).timeout(2s).retry(attempts: 3, on: [.http(503)])",
      ["no operation here fails with .http(503)"], ["no operation here fails with .http(503)"]
    ),
    ("op(fails: [.http(503): 9%]).retry(attempts: 3, on: [.http(503)]).catchAndReturn(1)", [], []),
    (
      "op(fails: [.timeout: 50%]).retry(attempts: 3, on: [.timeout, .reset], unless: [.auth])", [],
      ["no operation here fails with .reset", "no operation here fails with .auth"]
    ),
    (
      "op(fails: [.timeout: 50%]).retry(attempts: 3, on: [.timeout, .timeot])",
      ["no operation here fails with .timeot; did you mean '.timeout'?"],
      ["no operation here fails with .timeot; did you mean '.timeout'?"]
    ),
    // A library names its settings otherwise.
    ("op(fails: [.http(503): 9%]).retry(preset(\"httpx-retries\"))", [], []),
    ("op(fails: { a in 50% }).retry(attempts: 3, on: [.error])", [], []),
    ("op().retry(attempts: 3, on: [.timeout])", [], ["no operation here fails with .timeout"]),
  ]

  @Test("are told behind each result in the words of explain", arguments: rows)
  func told(row: (text: String, result: [String], all: [String])) {
    let commands = [
      "run TEXT", "run TEXT times 3", "stats TEXT calls 20", "compare TEXT, TEXT calls 20",
      "load(TEXT, rate: 9/s, for: 1s)", "_",
    ].map { $0.replacing("TEXT", with: row.text) }
    for (command, output) in zip(
      commands, Session.outputs(of: ["set width 200"] + commands).dropFirst())
    {
      #expect(Self.warnings(in: output) == row.result, "\(command)")
    }
    let explained = Session.outputs(of: ["set width 200; explain \(row.text)"])[0]
    #expect(Self.warnings(in: explained) == row.all)
  }

  private static func warnings(in output: String) -> [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
      .map { String($0.dropFirst("warning: ".count)) }
  }
}
