import ProgramSupport
import Testing

/// Randomly generated programs never contradict themselves; CONTRIBUTING.md describes how to run more.
@Suite("Generated programs")
struct GeneratedProgramTests {
  @Test("give the same results in every way of running them", arguments: 0..<10 as Range<UInt64>)
  func selfChecks(part: UInt64) {
    for seed in stride(from: 1000 + part, to: 1100, by: 10) {
      let program = GeneratedProgram(seed: seed)
      let failure = SelfCheck.failure(of: program)
      #expect(failure == nil, "seed \(seed)\n\(program.text)")
    }
  }

  @Test(
    "no longer contradict themselves where they once did",
    arguments: [
      // A strategy that no call can reach was reported by one engine alone.
      "load(op(fails: 50%).fallback(to: just(.timeout).bulkhead(3), on: [.busy]), clients: 8, think: 1ms...20ms, for: 1s)"
    ])
  func found(text: String) {
    let failure = SelfCheck.failure(of: GeneratedProgram(text, seed: 1))
    #expect(failure == nil, "\(failure ?? "")")
  }

  @Test("pass the checker in nine of ten cases")
  func wellFormed() {
    let wrong = (0..<400 as Range<UInt64>).map { GeneratedProgram(seed: $0) }
      .filter { !$0.isWellFormed }
    #expect(wrong.count <= 40, "\(wrong.map(\.text).joined(separator: "\n---\n"))")
  }

  @Test("are the same for the same seed")
  func seeds() {
    #expect(GeneratedProgram(seed: 7).text == GeneratedProgram(seed: 7).text)
    #expect(GeneratedProgram(seed: 7).text != GeneratedProgram(seed: 8).text)
  }
}
