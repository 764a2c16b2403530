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
      "\(rule)", .deadlineRule, rule, .strategy, rule.words,
      example: "op(fails: 80%).retry(attempts: 9, delay: 1s, deadline: 5s, deadlineRule: \(rule))")
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
      "atMost", .one(.duration), .optional("jitter", .duration),
      .one("atLeastBackoff", .bool, or: false), .optional("beyondBackoff", .duration),
      .one("resetsBackoff", .bool, or: false), .one("failsBeyond", .bool, or: false),
      .one("failsIfNegative", .bool, or: false), .one("zero", .word, or: HintRule.Zero.ignore),
      gives: .hintRule, .strategy,
      "waits as long as the server requests, up to this time",
      example:
        "op(script: [.throttled(retryAfter: 2h), ok]).retry(attempts: 2, retryAfter: atMost(30s))"
    ) {
      longest, jitter, atLeastBackoff, beyond, resetsBackoff, failsBeyond, failsIfNegative, zero
        throws(InvalidArgument) in
      HintRule(
        maximum: try longest.notNegative("atMost", of: "the maximum"),
        jitter: try jitter?.notNegative("jitter") ?? .zero, isAtLeastBackoff: atLeastBackoff,
        beyondBackoff: try beyond?.notNegative("beyondBackoff"), resetsBackoff: resetsBackoff,
        excess: failsBeyond ? .fail : .shorten, negative: failsIfNegative ? .fail : .ignore,
        zero: zero)
    }
    Callable(
      "obey", .optional("jitter", .duration), .one("atLeastBackoff", .bool, or: false),
      .optional("beyondBackoff", .duration), .one("resetsBackoff", .bool, or: false),
      .one("failsIfNegative", .bool, or: false), .one("zero", .word, or: HintRule.Zero.ignore),
      gives: .hintRule, .strategy,
      "waits as long as the server requests, however long",
      example: "op(script: [.throttled(retryAfter: 2h), ok]).retry(attempts: 2, retryAfter: obey)",
      isBare: true
    ) {
      jitter, atLeastBackoff, beyond, resetsBackoff, failsIfNegative, zero
        throws(InvalidArgument) in
      HintRule(
        maximum: nil, jitter: try jitter?.notNegative("jitter") ?? .zero,
        isAtLeastBackoff: atLeastBackoff, beyondBackoff: try beyond?.notNegative("beyondBackoff"),
        resetsBackoff: resetsBackoff, negative: failsIfNegative ? .fail : .ignore, zero: zero)
    }
  }

  /// The rule as the library has it in Swift.
  private static var hintRule: Callable {
    Callable(
      "HintRule", .one("maximum", .timeLimit, or: Nanoseconds(60_000_000_000)),
      .one("jitter", .duration, or: .zero),
      .one("isAtLeastBackoff", .bool, or: false), .optional("beyondBackoff", .duration),
      .one("resetsBackoff", .bool, or: false), .one("excess", .word, or: HintRule.Excess.shorten),
      .one("negative", .word, or: HintRule.Negative.ignore),
      .one("zero", .word, or: HintRule.Zero.ignore), gives: .hintRule, .strategy,
      "waits as long as the server requests, as the library writes it in Swift",
      example:
        "op(script: [.throttled(retryAfter: 2h), ok]).retry(attempts: 2, retryAfter: HintRule(maximum: 30s, excess: fail))"
    ) {
      longest, jitter, isAtLeastBackoff, beyond, resetsBackoff, excess, negative, zero
        throws(InvalidArgument) in
      HintRule(
        maximum: try longest?.notNegative("maximum"), jitter: try jitter.notNegative("jitter"),
        isAtLeastBackoff: isAtLeastBackoff, beyondBackoff: try beyond?.notNegative("beyondBackoff"),
        resetsBackoff: resetsBackoff, excess: excess, negative: negative, zero: zero)
    }
  }

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
  /// A description of the rule.
  fileprivate var words: String {
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
