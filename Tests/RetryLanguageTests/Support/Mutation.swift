import RetryLanguage
import RetryNumerics
import VirtualTime

/// Random texts from the words and examples of the language.
enum Mutation {
  /// Words of the language, and some that harm.
  static let words: [String] = [
    "let", "x", "=", "op", "(", ")", "[", "]", "{", "}", ",", ":", ".", "retry", "retryWhen", "3",
    "30%", "100ms", "2.5", "$0", "$1", "$0.0", "in", "a", "b", "in", "e", "is", ".timeout", "ok",
    "never", "+", "-", "*", "/", "**", "...", "<", "==", "&&", "?", "!", "\n", "just", "flatMap",
    "timer", "scan", "map", "fails:", "latency:", "script:", "attempts:", "\"text\"",
    "-9223372036854775807", "9223372036854775807", "1e400", "exponential", "backoff:", "jitter:",
    "full", "mix", "zip", "1...3", "Task.retrying", "andThen", "RetryFilter", "interval", "delay",
    "true", "return", "//", "///", ";",
  ]

  /// Returns words in any order.
  static func nonsense(seed: UInt64) -> String {
    var draws = draws(seed, "fuzz")
    let count = 1 + Int(draws.unit() * 40)
    return (0..<count).map { _ in pick(words, &draws) }.joined(separator: " ")
  }

  /// Returns an example with a piece missing, doubled or exchanged.
  static func text(seed: UInt64) -> String {
    var draws = draws(seed, "mutate")
    var characters = Array(pick(Catalogue.all.map(\.example), &draws))
    let start = Int(draws.unit() * Double(characters.count))
    let end = min(characters.count, start + Int(draws.unit() * 6))
    let piece = Array(characters[start..<end])
    switch Int(draws.unit() * 3) {
    case 0: characters.removeSubrange(start..<end)
    case 1: characters.insert(contentsOf: piece, at: start)
    default: characters.replaceSubrange(start..<end, with: Array(pick(words, &draws)))
    }
    return String(characters)
  }

  private static func draws(_ seed: UInt64, _ name: String) -> Draws {
    Draws(DrawKey(seed: seed, name: name), call: 0, attempt: 0, purpose: .closure)
  }

  private static func pick(_ items: [String], _ draws: inout Draws) -> String {
    items[Int(draws.unit() * Double(items.count))]
  }
}
