import Foundation
import ProgramSupport
import Testing

/// The memory of the program as the system counts it.
@Suite("The memory of a long session")
struct MemoryTests {
  @Test("stays below 256 MB over some hundred statements, with all bounds as they are")
  func longSession() throws {
    var lines: [String] = []
    for seed in 0..<120 as Range<UInt64> {
      var writer = ProgramWriter(seed: seed)
      lines += writer.program().split(separator: "\n").map(String.init)
    }
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
    _ = try Program.run([], input: text)
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
