import RetryLanguage
import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// Texts that nobody would write: they may be wrong, but nothing traps, hangs or grows.
@Suite("Texts at random")
struct FuzzTests {
  private static let words = [
    "let", "x", "=", "op", "(", ")", "[", "]", "{", "}", ",", ":", ".", "retry", "retryWhen", "3",
    "30%",
    "100ms", "2.5", "$0", "$1", "$0.0", "in", "a", "b", "in", "e", "is", ".timeout", "ok", "never",
    "+", "-", "*", "/", "**", "...", "<", "==", "&&", "?", "!", "\n", "just", "flatMap", "timer",
    "scan", "map", "fails:", "latency:", "script:", "attempts:", "\"text\"", "-9223372036854775807",
    "9223372036854775807", "1e400", "exponential", "backoff:", "jitter:", "full", "mix", "zip",
    "1...3",
    "Task.retrying", "andThen", "RetryFilter", "interval", "delay", "true", "return", "//", "///",
    ";",
  ]

  @Test("words in any order do no harm", arguments: 0..<20)
  func words(block: UInt64) {
    for seed in block * 200..<(block + 1) * 200 {
      var draws = Draws(DrawKey(seed: seed, name: "fuzz"), call: 0, attempt: 0, purpose: .closure)
      let count = 1 + Int(draws.unit() * 40)
      let text = (0..<count).map { _ in Self.pick(Self.words, &draws) }.joined(separator: " ")
      tryOut(text)
    }
  }

  @Test("examples with a piece missing, doubled or exchanged do no harm", arguments: 0..<20)
  func mutations(block: UInt64) {
    let examples = Catalogue.all.map(\.example)
    for seed in block * 150..<(block + 1) * 150 {
      var draws = Draws(DrawKey(seed: seed, name: "mutate"), call: 0, attempt: 0, purpose: .closure)
      var characters = Array(Self.pick(examples, &draws))
      let start = Int(draws.unit() * Double(characters.count))
      let end = min(characters.count, start + Int(draws.unit() * 6))
      let piece = Array(characters[start..<end])
      switch Int(draws.unit() * 3) {
      case 0: characters.removeSubrange(start..<end)
      case 1: characters.insert(contentsOf: piece, at: start)
      default: characters.replaceSubrange(start..<end, with: Array(Self.pick(Self.words, &draws)))
      }
      tryOut(String(characters))
    }
  }

  private static func pick(_ items: [String], _ draws: inout Draws) -> String {
    items[Int(draws.unit() * Double(items.count))]
  }

  /// Reads a text, and runs what it came to.
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
