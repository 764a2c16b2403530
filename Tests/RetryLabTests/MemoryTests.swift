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
}
