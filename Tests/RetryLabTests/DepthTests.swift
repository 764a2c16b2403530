import Simulation
import Testing

@Suite("The deepest plans")
struct DepthTests {
  /// What encloses a source named `inner`.
  static let links = [
    "inner.retry(2)", "inner.map { $0 }", "inner.timeout(1s)", "inner.catch { e in fail(e) }",
    "inner.hedge(after: 9s)", "just(1).fallback(to: inner)", "just(1).concat(inner)",
    "op(script: [inner])", "op(on: server(service: 1ms), calls: inner)",
  ]

  /// Commands that walk through all parts of a source.
  static let commands = [
    "f", "stats f calls 5", "explain f", "why f call 0", "compare f, op() calls 5",
    "find f where latency > 1ns calls 5", "load(f, rate: 5/s, for: 2s)", "step f",
    "sweep n in 1...2 { f.timeout(n * 1s) } calls 5", "hunt f where success calls 5",
  ]

  @Test("have room on the stack, whatever walks through them", arguments: links)
  func room(link: String) throws {
    let link = "let f = " + link.replacing("inner", with: "f") + "\n"
    let text =
      "set depth \(Limits.mostDepth)\nlet f = op()\n"
      + String(repeating: link, count: Limits.mostDepth - 2)
    let run = try Program.run([], input: text + Self.commands.joined(separator: "\n"))
    #expect(run.code == 0, "\(run.code): \(run.output.suffix(200)) \(run.errors.suffix(200))")
  }
}
