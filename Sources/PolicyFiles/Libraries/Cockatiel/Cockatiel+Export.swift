import Retry
import RetryLanguage
import RetryNumerics
import Simulation

extension Translation {
  /// The policy as options of cockatiel.
  static func cockatiel(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "cockatiel")
    if it.attempts != nil {
      it.setCount("maxAttempts", retries: true, unlimited: nil)
    }
    it.setDelays(in: .millisecond) {
      $0.setCockatiel()
    } orEach: {
      $0.call.set("backoff", .word("each"))
      $0.call.set("delays", .delays($1))
    }
    it.setLayers(.cockatiel)
    it.checkRest(attempt: true, call: true)
    return it
  }

  private mutating func setCockatiel() {
    switch delays.growth {
    case .none: call.set("backoff", .word("none"))
    case .constant(let delay) where delays.shake == .none:
      call.set("backoff", .word("constant"))
      set("delay", delay, whole: .millisecond)
    default:
      let (initial, factor) = delays.nearest ?? (.zero, 2)
      set("initialDelay", initial, whole: .millisecond)
      call.set("exponent", .number(factor))
      if let cap = delays.cap {
        set("maxDelay", cap, whole: .millisecond)
      } else {
        // Rounded up, so that it bounds no delay.
        let longest = longestDelay(of: 1000).count.quotientAndRemainder(dividingBy: 1_000_000)
        call.set(
          "maxDelay",
          .time(Nanoseconds(1_000_000) * (longest.quotient + (longest.remainder > 0 ? 1 : 0))))
      }
      call.set("generator", .word(generator))
    }
  }

  private var generator: String {
    if case .smoothed = delays.growth, delays.shake == .none {
      return "decorrelatedJitterGenerator"
    }
    return switch delays.shake {
    case .none: "noJitterGenerator"
    case .full, .whole: "fullJitterGenerator"
    case .equal, .proportional, .additive, .other: "halfJitterGenerator"
    }
  }
}

extension PolicyText {
  var cockatiel: String {
    func milliseconds(_ label: String) -> String? { time(label).map { "\($0.wholeMilliseconds)" } }
    let attempts = value("maxAttempts").map { "maxAttempts: \($0), " } ?? ""
    let (shape, generator) = (value("backoff"), value("generator"))
    let names: [String]
    let backoff: String
    var rows = ""
    switch shape {
    case "each":
      guard let table = delays("delays") else { return "" }
      if table.isFixed {
        names = ["IterableBackoff"]
        let list = Self.rows(table, "  ") { _, most in "\(most.wholeMilliseconds)" }
        backoff = "new IterableBackoff([\(list)])"
      } else {
        names = ["DelegateBackoff"]
        let list = Self.rows(table, "") { "[\($0.wholeMilliseconds), \($1.wholeMilliseconds)]" }
        rows = """

          // The shortest and the longest delay before each retry in milliseconds; the last one stays.
          const delays = [\(list)];
          const draw = (ends: number[]) => ends[0] + Math.floor(Math.random() * (ends[1] - ends[0] + 1));

          """
        backoff =
          "new DelegateBackoff((context) => draw(delays[Math.min(context.attempt, delays.length) - 1]))"
      }
    case "none": (names, backoff) = (["ConstantBackoff"], "new ConstantBackoff(0)")
    case "constant":
      (names, backoff) = (
        ["ConstantBackoff"], "new ConstantBackoff(\(milliseconds("delay") ?? "0"))"
      )
    default:
      let options = [
        milliseconds("initialDelay").map { "initialDelay: \($0)" },
        milliseconds("maxDelay").map { "maxDelay: \($0)" },
        value("exponent").map { "exponent: \($0)" }, generator.map { "generator: \($0)" },
      ].compactMap(\.self).joined(separator: ", ")
      (names, backoff) = (
        ["ExponentialBackoff"] + [generator].compactMap(\.self),
        "new ExponentialBackoff({ \(options) })"
      )
    }
    let retries =
      "retry(\(Self.cockatielFilter(refusing)), {\n  \(attempts)backoff: \(backoff),\n})"
    let beside = layers.aroundCall + layers.aroundAttempt
    let own = beside.flatMap { Self.cockatiel($0).names } + (beside.isEmpty ? [] : ["wrap"])
    let refusals = Self.cockatielErrors(refusing)
    let handlers =
      refusals.isEmpty
      ? ["handleAll"]
      : beside.contains { $0.kind == .breaker } ? ["handleAll", "handleWhen"] : ["handleWhen"]
    var others = handlers + ["retry"]
    for name in own + refusals where !others.contains(name) { others.append(name) }
    let isOneLine = beside.allSatisfy { $0.kind == .timeout }
    let steps = self.steps(retries) { Self.cockatiel($0).text }
    let wrapped =
      isOneLine
      ? steps.joined(separator: ", ")
      : steps.map { "\n  " + $0.replacing("\n", with: "\n  ") + "," }.joined() + "\n"
    return """
      import { \((names + others).joined(separator: ", ")) } from "cockatiel";
      \(rows)
      export const policy = \(beside.isEmpty ? retries : "wrap(\(wrapped))");

      """
  }

  /// Returns the errors of cockatiel by which kinds of layers refuse a call.
  private static func cockatielErrors(_ kinds: [PolicyDocument.Layer.Kind]) -> [String] {
    (kinds.contains(.breaker) ? ["BrokenCircuitError"] : [])
      + (kinds.contains(.concurrencyLimit) ? ["BulkheadRejectedError"] : [])
  }

  /// Returns which errors cockatiel retries: all but the refusals of layers.
  private static func cockatielFilter(_ kinds: [PolicyDocument.Layer.Kind]) -> String {
    let errors = cockatielErrors(kinds)
    guard !errors.isEmpty else { return "handleAll" }
    let tests = errors.map { "error instanceof \($0)" }.joined(separator: " || ")
    return "handleWhen((error) => !(\(tests)))"
  }
}

extension PolicyText {
  /// Returns a policy of cockatiel, with the names that it needs.
  static func cockatiel(_ layer: PolicyDocument.Layer) -> (names: [String], text: String) {
    switch layer {
    case .timeout(let limit):
      (
        ["timeout", "TimeoutStrategy"],
        "timeout(\(Nanoseconds(limit).wholeMilliseconds), TimeoutStrategy.Aggressive)"
      )
    case .breaker(let breaker):
      (
        ["circuitBreaker", name(of: breaker)],
        "circuitBreaker(handleAll, { halfOpenAfter: \(Nanoseconds(breaker.opening.initial).wholeMilliseconds), "
          + "breaker: new \(name(of: breaker))(\(arguments(of: breaker))) })"
      )
    case .concurrencyLimit(let limit): (["bulkhead"], "bulkhead(\(limit.calls), \(limit.queue))")
    default: ([], "")
    }
  }

  private static func name(of breaker: CircuitBreaker) -> String {
    guard breaker.consecutiveFailures == nil else { return "ConsecutiveBreaker" }
    return if case .time = breaker.window { "SamplingBreaker" } else { "CountBreaker" }
  }

  private static func arguments(of breaker: CircuitBreaker) -> String {
    if let failures = breaker.consecutiveFailures { return "\(failures)" }
    // It opens above the threshold, not at it.
    let threshold = "threshold: \(max((breaker.failureRate ?? 1) - 1e-9, 1e-10))"
    switch breaker.window {
    case .calls(let count):
      return "{ \(threshold), size: \(count), minimumNumberOfCalls: \(breaker.minimumCalls) }"
    case .time(let span):
      let span = Nanoseconds(span)
      // A half less, so that no rounding asks for one call more.
      let rate = (Double(breaker.minimumCalls) - 0.5) / (Double(span.count) / 1e9)
      return "{ \(threshold), duration: \(span.wholeMilliseconds), minimumRps: \(rate) }"
    }
  }
}

extension LayerText {
  /// cockatiel, without rate limiters.
  static let cockatiel = LayerText(
    timeouts: millisecond...Nanoseconds.longest, counts: [.row, .calls, .time], mostProbes: 1,
    bulkhead: .queue,
    windowNote: "the breaker's window moves on by a fifth of it, or by a second",
    notes: [
      .breaker:
        "while the breaker's probe runs, other calls wait for its end, and are not refused"
    ])
}
