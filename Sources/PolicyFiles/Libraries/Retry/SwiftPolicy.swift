import Retry
import RetryNumerics
import Simulation

/// A policy as source of Swift, which the Retry library compiles.
struct SwiftPolicy {
  let strategy: RetryStrategy

  init(_ strategy: RetryStrategy) { self.strategy = strategy }

  var rules: RetryRules { strategy.policy.rules }

  /// Returns the text of the file, and what it leaves to a person.
  func file(written text: String) -> (text: String, losses: [String]) {
    let backoff = Self.swift(reachable)
    let rest = losses.isEmpty ? [] : ["What is left to you:"] + losses.map { "- \($0)" }
    let lines = (["Written by RetryLab from \(text)"] + rest).map { "// \($0.oneLine)\n" }.joined()
    return (
      """
      \(lines)import Retry

      let policy = RetryPolicy<any Error>(
        \(arguments(backoff ?? ".none").joined(separator: ",\n  ")))

      """ + (SwiftPipeline(strategy)?.source ?? ""), losses
    )
  }

  /// Why the file would be far from the policy.
  var distance: [String] {
    Self.swift(rules.backoff) == nil
      ? ["its delays are computed by a closure, which the file leaves to you"] : []
  }

  /// What only code can say.
  private var codeLosses: [String] {
    var losses: [String] = []
    if Self.swift(rules.backoff) == nil {
      losses.append("the delays are computed by a closure: write it")
    }
    if !strategy.filter.admitsEverything {
      losses.append("which errors are retried is for your code to say: \(strategy.filter.phrase)")
    }
    if let errors = strategy.hinting, rules.hintRule != nil {
      let words = errors.map(\.description).joined(separator: ", ")
      losses.append("the hints that count are for your code to say: \(words)")
    }
    if !strategy.limits.isEmpty { losses.append("the limits for single errors are for your code") }
    if rules.question != nil { losses.append("the question to a person is for your code") }
    return losses
  }

  /// What the source cannot say.
  var losses: [String] { codeLosses + strategy.memoryLosses }

  /// The back-off, without the end of a list for which no attempts are left.
  private var reachable: Backoff {
    guard case .delays(let list) = rules.backoff.schedule, rules.question == nil,
      let most = rules.mostAttempts, list.count >= most
    else { return rules.backoff }
    var backoff = Backoff.delays(list.prefix(max(most - 1, 1)).map(\.duration))
    backoff.steps = rules.backoff.steps
    return backoff
  }

  private func arguments(_ backoff: String) -> [String] {
    [
      "attempts: \(rules.attempts.map { "\($0)" } ?? "nil")", "backoff: \(backoff)",
      "hintRule: \(hintRule)",
    ]
      + (rules.deadline.map { deadline in
        [
          "deadline: \(Self.swift(Nanoseconds(deadline)))",
          "deadlineRule: .\(rules.deadlineRule.rawValue)",
          "deadlineMoment: .\(rules.deadlineMoment.rawValue)",
          "limitRule: .\(rules.limitRule.rawValue)",
        ]
      } ?? []) + ["exhausted: .\(rules.exhausted.rawValue)"]
  }

  private var hintRule: String {
    guard let rule = rules.hintRule else { return "nil" }
    guard rule != HintRule() else { return "HintRule()" }
    let longest = rule.maximum.map { Self.swift(Nanoseconds($0)) } ?? "nil"
    let beyond = rule.beyondBackoff.map { Self.swift(Nanoseconds($0)) } ?? "nil"
    return "HintRule(maximum: \(longest), jitter: \(Self.swift(Nanoseconds(rule.jitter))), "
      + "isAtLeastBackoff: \(rule.isAtLeastBackoff), beyondBackoff: \(beyond), "
      + "resetsBackoff: \(rule.resetsBackoff), excess: .\(rule.excess.rawValue), negative: .\(rule.negative.rawValue), "
      + "zero: .\(rule.zero.rawValue))"
  }

  /// Returns a back-off as source, unless it has a closure.
  private static func swift(_ backoff: Backoff) -> String? {
    swift(backoff.schedule).map { $0 + backoff.steps.map(swift).joined() }
  }

  private static func swift(_ part: Backoff.Part) -> String? {
    guard let schedule = swift(part.schedule) else { return nil }
    return schedule + part.steps.map(swift).joined()
      + (part.count == .max ? "" : ".take(\(part.count))")
  }

  private static func swift(_ schedule: Backoff.Schedule) -> String? {
    switch schedule {
    case .none: ".none"
    case .constant(let delay): ".constant(\(swift(delay)))"
    case .linear(let increment, let initial):
      ".linear(increment: \(swift(increment)), initial: \(swift(initial)))"
    case .exponential(let factor, let initial):
      ".exponential(factor: \(factor), initial: \(swift(initial)))"
    case .fibonacci(let initial): ".fibonacci(initial: \(swift(initial)))"
    case .decorrelated(let base, let factor):
      ".decorrelated(base: \(swift(base)), factor: \(factor))"
    case .ratcheting(let base, let factor, let maximum):
      ".ratcheting(base: \(swift(base)), factor: \(factor), maximum: \(swift(maximum)))"
    case .smoothed(let factor, let initial):
      ".smoothed(factor: \(factor), initial: \(swift(initial)))"
    case .delays(let list): ".delays([\(lines(list.map(swift)))])"
    case .joined(let parts): swift(parts)
    case .caused(let cause, let delays, let usual):
      swift(usual).flatMap { usual in
        swift(delays).map { "\(usual).\(cause.method)(\($0))" }
      }
    case .computed: nil
    }
  }

  /// Returns the items of a list, of which many are laid out in lines.
  private static func lines(_ items: [String]) -> String {
    guard items.count > 4 else { return items.joined(separator: ", ") }
    let rows = stride(from: 0, to: items.count, by: 4).map {
      items[$0..<min($0 + 4, items.count)].joined(separator: ", ")
    }
    return rows.map { "\n    \($0)," }.joined() + "\n  "
  }

  /// Returns parts that follow one another; a part may have parts itself.
  private static func swift(_ parts: [Backoff.Part]) -> String? {
    var text = ""
    for part in parts {
      guard let next = swift(part) else { return nil }
      text += text.isEmpty ? next : ".then(\(next))"
    }
    return text
  }

  private static func swift(_ step: Backoff.Step) -> String {
    switch step {
    case .maximum(let bound): ".maximum(\(swift(bound)))"
    case .minimum(let bound): ".minimum(\(swift(bound)))"
    case .fullJitter: ".fullJitter()"
    case .equalJitter: ".equalJitter()"
    case .proportionalJitter(let share): ".proportionalJitter(\(share))"
    case .scaledJitter(let low, let high): ".scaledJitter(\(low)...\(high))"
    case .additiveJitter(let extra): ".additiveJitter(\(swift(extra)))"
    case .wholeJitter(let unit): ".wholeJitter(unit: \(swift(unit)))"
    case .truncated(let unit): ".truncated(to: \(swift(unit)))"
    case .rounded(let unit): ".rounded(to: \(swift(unit)))"
    }
  }

  /// Returns a time as source, in the largest unit in which it is whole.
  static func swift(_ time: Nanoseconds) -> String {
    let count = time.count
    if count % 1_000_000_000 == 0 { return ".seconds(\(count / 1_000_000_000))" }
    if count % 1_000_000 == 0 { return ".milliseconds(\(count / 1_000_000))" }
    return count % 1000 == 0 ? ".microseconds(\(count / 1000))" : ".nanoseconds(\(count))"
  }
}
