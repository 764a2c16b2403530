import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// The rules for limits, deadlines and server hints.
  static let rules: [Callable] =
    [DeadlineRule.refuse, .refuseBeyond, .clamp, .after, .elapsed].map(word) + limitRules + hints
    + [hintRule]
    + ends

  private static func word(_ rule: DeadlineRule) -> Callable {
    word(
      rule.rawValue, .deadlineRule, rule, .strategy, rule.phrase,
      example:
        "op(fails: 80%).retry(attempts: 9, delay: 1s, deadline: 5s, deadlineRule: \(rule.rawValue))"
    )
  }

  @Table private static var limitRules: [Callable] {
    word(
      "unlimited", .attemptLimit, .unlimited, .strategy, "any number of attempts",
      example: "op(fails: 80%).retry(attempts: unlimited, delay: 1s, deadline: 5s)")
    word(
      "nil", .attemptLimit, .unlimited, .strategy, "any number of attempts, as in Swift",
      example:
        "op(fails: 80%).retry(RetryPolicy(attempts: nil, backoff: .constant(.seconds(1)), deadline: .seconds(5)))"
    )
    word(
      "nil", .timeLimit, Nanoseconds?.none, .strategy, "any time, as in Swift",
      example:
        "op(script: [.throttled(retryAfter: 2h), ok]).retry(attempts: 2, retryAfter: HintRule(maximum: nil))"
    )
    word(
      "failure", .deadlineMoment, .failure, .strategy,
      "compares the deadline with the end of an attempt that fails",
      example: "op(fails: 80%).retry(attempts: 9, delay: 1s, deadline: 5s, deadlineMoment: failure)"
    )
    word(
      "start", .deadlineMoment, .start, .strategy,
      "compares the deadline with the start of an attempt that fails, as Python's backoff does",
      example: "op(fails: 80%).retry(attempts: 9, delay: 1s, deadline: 5s, deadlineMoment: start)")
    word(
      "either", .stopRule, .either, .strategy,
      "stops at the limit on the attempts or at the deadline, whichever comes first",
      example: "op(fails: 80%).retry(attempts: 3, delay: 1s, deadline: 5s, stop: either)")
    word(
      "both", .stopRule, .both, .strategy,
      "stops only when the attempts are used and the deadline has passed",
      example: "op(fails: 80%).retry(attempts: 3, delay: 1s, deadline: 5s, stop: both)")
  }

  @Table private static var hints: [Callable] {
    word(
      "honour", .hintRule, HintRule(), .strategy,
      "waits as long as the server requests, up to 1m; a request for 0s is none",
      example: "op(script: [.throttled(retryAfter: 2s), ok]).retry(attempts: 2, retryAfter: honour)"
    )
    word(
      "ignore", .hintRule, nil, .strategy,
      "waits as long as the back-off says and ignores the server's hint",
      example: "op(script: [.throttled(retryAfter: 2s), ok]).retry(attempts: 2, retryAfter: ignore)"
    )
    word(
      "nil", .hintRule, nil, .strategy, "ignores the server's hint, as in Swift",
      example:
        "op(script: [.throttled(retryAfter: 2s), ok]).retry(RetryPolicy(attempts: 2, hintRule: nil))"
    )
    Callable(
      "atMost", .one(.duration), waiting("atLeastBackoff"),
      .one(
        "failsBeyond", .bool, or: false, "whether a longer hint ends the call instead of being cut"),
      failsIfNegative, zero, gives: .hintRule, .strategy,
      "waits as long as the server requests, up to this time",
      example:
        "op(script: [.throttled(retryAfter: 2h), ok]).retry(attempts: 2, retryAfter: atMost(30s))"
    ) { longest, waiting, failsBeyond, negative, zero throws(InvalidArgument) in
      waiting.rule(
        atMost: try longest.notNegative("atMost", of: "the maximum"),
        excess: failsBeyond ? .fail : .shorten, negative, zero)
    }
    Callable(
      "obey", waiting("atLeastBackoff"), failsIfNegative, zero, gives: .hintRule, .strategy,
      "waits as long as the server requests, however long",
      example: "op(script: [.throttled(retryAfter: 2h), ok]).retry(attempts: 2, retryAfter: obey)",
      isBare: true
    ) { $0.rule(atMost: nil, $1, $2) }
  }

  /// The rule as the library has it in Swift.
  private static var hintRule: Callable {
    Callable(
      "HintRule",
      .one(
        "maximum", .timeLimit, or: .seconds(60),
        "the longest time that a server may request; 1m by default, nil for any"),
      waiting("isAtLeastBackoff"),
      .one(
        "excess", .word, or: HintRule.Excess.shorten,
        "what follows from a request for more than the maximum: shorten or fail"),
      .one(
        "negative", .word, or: HintRule.Negative.ignore,
        "what follows from a request for a negative time: ignore or fail"),
      zero, gives: .hintRule, .strategy,
      "waits as long as the server requests, as the library writes it in Swift",
      example:
        "op(script: [.throttled(retryAfter: 2h), ok]).retry(attempts: 2, retryAfter: HintRule(maximum: 30s, excess: fail))"
    ) { longest, waiting, excess, negative, zero throws(InvalidArgument) in
      waiting.rule(atMost: try longest?.notNegative("maximum"), excess: excess, negative, zero)
    }
  }

  /// How a hint and the delay of the back-off make a wait.
  private struct HintedWait: Sendable {
    let jitter: Duration
    let isAtLeastBackoff: Bool
    let beyondBackoff: Duration?
    let resetsBackoff: Bool

    func rule(
      atMost longest: Duration?, excess: HintRule.Excess = .shorten, _ negative: HintRule.Negative,
      _ zero: HintRule.Zero
    ) -> HintRule {
      HintRule(
        maximum: longest, jitter: jitter, isAtLeastBackoff: isAtLeastBackoff,
        beyondBackoff: beyondBackoff, resetsBackoff: resetsBackoff, excess: excess,
        negative: negative, zero: zero)
    }
  }

  private static func waiting(_ leastLabel: String) -> ParameterBinding<HintedWait> {
    .group(
      .one("jitter", .duration, or: .zero, "the longest random time that is added to a hint"),
      .one(
        leastLabel, .bool, or: false, "whether the delay is that of the back-off if that is longer"),
      .optional(
        "beyondBackoff", .duration,
        "the most by which a hint may exceed the delay of the back-off; no bound by default"),
      .one("resetsBackoff", .bool, or: false, "whether the back-off starts over after a hint")
    ) { jitter, isAtLeastBackoff, beyond, resetsBackoff throws(InvalidArgument) in
      HintedWait(
        jitter: try jitter.notNegative("jitter"), isAtLeastBackoff: isAtLeastBackoff,
        beyondBackoff: try beyond?.notNegative("beyondBackoff"), resetsBackoff: resetsBackoff)
    }
  }

  private static let failsIfNegative = ParameterBinding<Bool>.one(
    "failsIfNegative", .bool, or: false,
    "whether a negative hint ends the call instead of being no hint"
  ).checked { $0 ? HintRule.Negative.fail : .ignore }

  private static let zero = ParameterBinding<HintRule.Zero>.one(
    "zero", .word, or: .ignore,
    "what a request for 0s is: 'ignore' for none, or 'atOnce' for a retry at once")

  @Table private static var ends: [Callable] {
    word(
      "complete", .exhaustion, .complete, .strategy,
      "if the last attempt fails, the call completes without a value or an error",
      example: "op(fails: 100%).retry(attempts: 2, exhausted: complete)")
    word(
      "fail", .exhaustion, .fail, .strategy,
      "if the last attempt fails, the call fails with its error",
      example: "op(fails: 100%).retry(attempts: 2, exhausted: fail)")
  }
}

extension DeadlineRule {
  fileprivate var phrase: String {
    switch self {
    case .refuse: "fails immediately if the next delay would end at the deadline or after it"
    case .refuseBeyond: "fails immediately if the next delay would end after the deadline"
    case .clamp: "shortens the delay to the deadline and makes one last attempt"
    case .after: "waits as planned, then checks whether the deadline has passed"
    case .elapsed:
      "checks only when an attempt fails whether the deadline has passed, so that the last attempt may start after it"
    }
  }
}
