import RetryLanguage
import RetryNumerics
import Simulation
import Testing

/// Random texts: they may be invalid, but nothing traps, hangs or grows.
@Suite("Random texts")
struct FuzzTests {
  @Test("words in any order are harmless", arguments: 0..<20)
  func words(block: UInt64) {
    for seed in block * 200..<(block + 1) * 200 { tryOut(Mutation.nonsense(seed: seed)) }
  }

  @Test("examples with parts missing, repeated or exchanged are harmless", arguments: 0..<20)
  func mutations(block: UInt64) {
    for seed in block * 150..<(block + 1) * 150 { tryOut(Mutation.text(seed: seed)) }
  }

  /// Parses a text and runs its sources.
  private func tryOut(_ text: String) {
    let reading = Reading(text)
    for diagnostic in reading.diagnostics {
      #expect(diagnostic.range.lowerBound <= text.count, "\(text)")
      #expect(!diagnostic.message.isEmpty)
    }
    var limits = Limits()
    limits.events = 300
    for value in reading.values {
      guard case .source(let source) = value.item else { continue }
      let machine = Machine(source, seed: 1, limits: limits)
      _ = machine.trace()
      #expect(machine.pendingCount == 0, "\(text)")
    }
  }
}
