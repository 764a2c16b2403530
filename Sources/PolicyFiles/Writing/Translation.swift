import Retry
import RetryLanguage
import RetryNumerics
import Simulation

/// A policy in the words of a library: the call of its preset, and what it cannot say.
package struct Translation: Sendable {
  /// What the library will do.
  package var call: PresetCall
  /// What it cannot express, one sentence each.
  package private(set) var losses: [String] = []

  /// The layers that it has besides those that the call sets.
  var layers = SurroundingLayers()
  /// Whether its layers were looked at.
  var hasLayers = false

  /// What sets it too far apart from the policy to take its place, one clause each.
  package internal(set) var distance: [String] = []

  let strategy: RetryStrategy
  /// Its rules; of delays that depend on the error, those after most errors.
  let rules: RetryRules
  let delays: DelayShape
  /// The place among these of the first sentence about delays.
  private var delayLoss: Int?
  /// What it cannot express of the filter, which has a sentence already.
  private(set) var inexpressible: [FaultPattern] = []
  /// What to say of the growth of the delays, unless they turn out to be the same.
  private(set) var possibleDifferences: [String] = []

  init(_ strategy: RetryStrategy, to preset: String) {
    self.strategy = strategy
    call = PresetCall(preset)
    let rules = strategy.policy.rules
    self.rules = RetryRules(
      attempts: rules.attempts, backoff: rules.backoff.after(.transient), hintRule: rules.hintRule,
      deadline: rules.deadline, deadlineRule: rules.deadlineRule,
      deadlineMoment: rules.deadlineMoment, limitRule: rules.limitRule, question: rules.question,
      exhausted: rules.exhausted)
    delays = DelayShape(self.rules.backoff)
  }

  var deadline: Nanoseconds? { rules.deadline.map { Nanoseconds($0) } }

  var attemptTimeout: Nanoseconds? { Self.timeout(strategy.inner) }

  var callTimeout: Nanoseconds? { Self.timeout(strategy.outer) }

  static func timeout(_ layers: [RetryStrategy.Layer]) -> Nanoseconds? {
    layers.compactMap { if case .timeout(let limit) = $0 { limit } else { nil } }.min()
  }

  /// The nearest delays in a library that multiplies a first one; `nil` if there are no delays.
  func fit(capsLast: Bool = false) -> DelayFit? {
    DelayFit(delays, retries: (attempts ?? .max) - 1, capsLast: capsLast)
  }

  /// The policy as text of the language.
  package var text: String { "\(call)\(layers.source)" }

  /// The number of attempts, which the delays may end as well.
  var attempts: Int? { rules.countedAttempts }

  /// Notes what cannot be said.
  mutating func lose(_ sentence: String) {
    if !losses.contains(sentence) { losses.append(sentence) }
  }

  mutating func loseDelays(_ sentence: String) {
    lose(sentence)
    delayLoss = delayLoss ?? losses.firstIndex(of: sentence)
  }

  /// Notes the delay before a retry that is another one, with the reason if there is a sentence for it.
  mutating func loseDelay(_ retry: Int, given: String, asked: String) {
    guard let delayLoss else {
      return lose("the delay before retry \(retry) is \(given), not \(asked)")
    }
    losses[delayLoss] += " (\(given) before retry \(retry), not \(asked))"
  }

  /// Notes what to say of the delays, unless they turn out to be the same.
  mutating func doubt(_ sentence: String) { possibleDifferences.append(sentence) }

  /// Notes an error that cannot be named.
  mutating func lose(_ pattern: FaultPattern, _ sentence: String) {
    lose("\(sentence) \(pattern)")
    inexpressible.append(pattern)
  }
}

extension Translation {
  /// Sets the number of attempts or retries under a label.
  mutating func setCount(
    _ label: String, retries: Bool, unlimited: SettingValue?,
    within bounds: ClosedRange<Int> = 0...Int.max
  ) {
    guard let attempts else {
      if let unlimited { return call.set(label, unlimited) }
      lose("there is no unlimited number of attempts: \(bounds.upperBound) are made")
      return call.set(label, .count(bounds.upperBound))
    }
    let count = retries ? attempts - 1 : attempts
    let near = min(max(count, bounds.lowerBound), bounds.upperBound)
    if near != count {
      lose(
        "\(attempts) attempts cannot be made: '\(label)' is \(bounds.lowerBound) to \(bounds.upperBound)"
      )
    }
    call.set(label, .count(near))
  }

  /// The units of time that some libraries count.
  enum Unit: Int64 {
    case nanosecond = 1
    case tick = 100
    case millisecond = 1_000_000
  }

  /// Sets a time to a whole number of units, of at least one if it is not zero.
  mutating func set(_ label: String, _ time: Nanoseconds, whole unit: Unit) {
    let count = time.count / unit.rawValue
    let near = Nanoseconds(unit.rawValue) * (time == .zero ? 0 : max(count, 1))
    if near != time {
      let words = unit == .tick ? "ticks of 100 ns" : "milliseconds"
      loseDelays("times are whole \(words): \(near), not \(time)")
    }
    call.set(label, .time(near))
  }

  /// Notes delays that grow otherwise than exponentially.
  mutating func checkGrowth(besidesLeast: Bool = false) {
    if !delays.isExponential {
      doubt("the delays \(delays.text) grow in another way than the library's")
    }
    if delays.least != nil, !besidesLeast { doubt("there is no shortest delay") }
  }

  /// Notes a jitter that is not the library's, and a cap on the other side of it.
  mutating func checkShake(_ known: DelayShape.Shake, capsLast: Bool, _ words: String) {
    if delays.shake != known, delays.growth.isWaiting {
      doubt("delays are drawn otherwise: \(words)")
    }
    if delays.cap != nil, delays.shake != .none, delays.capsLast != capsLast {
      doubt("the longest delay bounds a delay \(capsLast ? "after" : "before") it is drawn")
    }
  }

  /// Notes everything besides attempts and delays that the library has no words for.
  mutating func checkRest(
    deadline hasDeadline: Bool = false, budget hasBudget: Bool = false, attempt: Bool = false,
    call hasCall: Bool = false, filter: Bool = false, hints: Bool = false
  ) {
    if deadline != nil, !hasDeadline {
      lose("there is no deadline for retries: \(deadline ?? .zero)")
    }
    if let budget = strategy.budget, !hasBudget {
      lose("there is no budget for retries: \(budget.settings)")
    }
    if let attemptTimeout, !attempt {
      lose("the timeout of an attempt, \(attemptTimeout), is set elsewhere")
    }
    if let callTimeout, !hasCall {
      lose("the timeout of the call, \(callTimeout), is set elsewhere")
    }
    if !strategy.filter.admitsEverything, !filter {
      lose("which errors are retried is for your code to say: \(strategy.filter.phrase)")
    }
    if !strategy.limits.isEmpty { lose("there are no limits for single errors") }
    if rules.hintRule != nil, !hints {
      lose("a server's hint on how long to wait is not looked at")
    }
    if let errors = strategy.hinting, rules.hintRule != nil, hints {
      lose(
        "hints count after every error, not only after \(errors.map(\.description).joined(separator: ", "))"
      )
    }
    if rules.limitRule == .both, deadline != nil { lose("it ends at its first limit, not at both") }
    if rules.question != nil { lose("no person is asked") }
    if rules.exhausted == .complete { lose("the last error is returned") }
    if !hasLayers { setLayers(LayerText()) }
    for loss in strategy.memoryLosses { lose(loss) }
  }
}

extension DelayShape.Growth {
  fileprivate var isWaiting: Bool { if case .none = self { false } else { true } }
}

extension FaultFilter {
  var phrase: String {
    let on = on.map { $0.map(\.description).joined(separator: ", ") } ?? "every error"
    return on
      + (unless.isEmpty ? "" : ", except " + unless.map(\.description).joined(separator: ", "))
  }
}
