import ProgramSupport
import Testing
import Workbench

/// The memory of the program as the system counts it.
@Suite("The memory of a long session")
struct MemoryTests {
  @Test("stays below 256 MB over hundreds of statements with default limits")
  func longSession() throws {
    var lines: [String] = []
    for seed in 0..<200 as Range<UInt64> {
      let program = GeneratedProgram(seed: seed)
      // Results have other numbers here, there are no files, and a mistake would end the session.
      let isAlone = !["_", "expect", "f.retry", "s.csv"].contains { program.text.contains($0) }
      guard isAlone, Hearing(program.text).status == .ready else { continue }
      lines += program.text.split(separator: "\n").map(String.init)
    }
    lines += ["set events 100000", "set depth 500", "set engine auto"]
    for count in 1...20 {
      lines += [
        "let f = op(latency: pareto(min: 1us, shape: 0.2), fails: 30%)",
        "sweep n in 1...40 { f.retry(n) } calls 40",
        "compare f, f.retry(\(count)), f.retry(2) calls 90", "f.retry()",
        "stats f.retry(\(count)) calls 500",
      ]
    }
    let text = lines.joined(separator: "\n") + "\n"
    let run = try Program.shell(Program.smallMemory, [], input: text)
    #expect(run.code == 0 && run.output.contains("500 calls"), "\(run.errors.prefix(400))")
  }

  @Test("is measured by the system, which ends a program that uses more")
  func limit() throws {
    let hungry = "numbers(1...90000).map { \"\(String(repeating: "a", count: 9000))\" }"
    let text = "set memory 16384\n\(hungry)\n"
    let arguments = ["--json"]
    #expect(try Program.shell(Program.smallMemory, arguments, input: text).code != 0)
  }

  /// Commands on a hedge of hedges, with what they report.
  static let hedges: [(text: String, told: String)] = [
    ("run f", "success"), ("run f call 3", "success"), ("stats f calls 50", "50 calls"),
    ("why f call 0", "success"), ("explain f", "hedge"),
    ("load(f, rate: 20/s, for: 2s)", "allowed"),
    ("compare f, op() calls 50", "50 calls"),
    ("run f.cancel(at: 90s)", "success"),
    ("run never()\(String(repeating: ".hedge(after: 0ms)", count: 30))", "'set events"),
    ("run never()\(String(repeating: ".hedge(after: 0ms, hedges: 10)", count: 8))", "'set events"),
  ]

  @Test("stays below 256 MB for a hedge of hedges of hedges", arguments: hedges)
  func nestedHedges(text: String, told: String) throws {
    let policy = "policy(attempts: 2).perCall(hedge: 200ms)"
    for link in [".hedge(after: 1s)", ".hedge(after: 1s, hedges: 10)", ".retry(\(policy))"] {
      let nested = "let f = op()\(String(repeating: link, count: 26))\n\(text)\n"
      let run = try Program.shell(Program.smallMemory, [], input: nested)
      #expect(run.code == 0 && run.output.contains(told), "\(link): \(run)")
    }
  }
}
