import Foundation
import ProgramSupport
import Testing
import Workbench

/// The memory of the program as the system counts it.
@Suite("The memory of a long session")
struct MemoryTests {
  @Test("stays below 256 MB over some hundred statements, with all bounds as they are")
  func longSession() throws {
    var lines: [String] = []
    for seed in 0..<200 as Range<UInt64> {
      let program = GeneratedProgram(seed: seed)
      // Results have other numbers here, and a mistake would end the session.
      let isAlone = !program.text.contains("_") && !program.text.contains("expect")
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
    let kilobytes = try Self.peak(of: lines.joined(separator: "\n") + "\n")
    #expect(kilobytes < 256 * 1024)
  }

  /// Runs the program on a text, and returns the most kilobytes that it took.
  private static func peak(of text: String) throws -> Int {
    let run = try Program.run([], input: text)
    #expect(run.code == 0 && run.output.contains("500 calls"), "\(run.errors.prefix(400))")
    var usage = rusage()
    // Minus one asks about the children that have ended.
    getrusage(-1, &usage)
    #if canImport(Darwin)
      return usage.ru_maxrss / 1024
    #else
      return usage.ru_maxrss
    #endif
  }
}
