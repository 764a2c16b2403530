public import Retry

extension RetryRules: PolicyPart {
  /// What the rules are as JSON: the attempts are needed, and `null` is no limit; all else has the default of the
  /// initializer.
  public static var form: PartForm<RetryRules> {
    PartForm(
      Key<Int?>.nullable("attempts") {
        try $0.missing("attempts", "a number, or null for no limit")
      },
      Key<Backoff>("backoff", or: Backoff.none),
      Key<HintRule?>.nullable("hintRule") { _ in HintRule() },
      Key.optionalTime("deadline"), Key("deadlineRule", or: DeadlineRule.refuse),
      Key("deadlineMoment", or: DeadlineMoment.failure), Key("limitRule", or: LimitRule.either),
      Key<RetryQuestion?>.optional("question"), Key("exhausted", or: Exhaustion.fail),
      inOlder: ["backoff", "deadlineRule", "deadlineMoment", "limitRule", "exhausted"]
    ) {
      RetryRules(
        attempts: $0, backoff: $1, hintRule: $2, deadline: $3, deadlineRule: $4,
        deadlineMoment: $5, limitRule: $6, question: $7, exhausted: $8)
    } values: {
      (
        $0.attempts, $0.backoff, $0.hintRule, $0.deadline, $0.deadlineRule, $0.deadlineMoment,
        $0.limitRule, $0.question, $0.exhausted
      )
    }
  }
}

extension HintRule: PolicyPart {
  /// What the rule is as JSON: what is not there has the default of the initializer, and a maximum of `null` is no
  /// limit.
  public static var form: PartForm<HintRule> {
    let usual = HintRule()
    return PartForm(
      Key.nullableTime("maximum", or: usual.maximum), Key.time("jitter", or: usual.jitter),
      Key("isAtLeastBackoff", or: usual.isAtLeastBackoff), Key.optionalTime("beyondBackoff"),
      Key("resetsBackoff", or: usual.resetsBackoff), Key("excess", or: usual.excess),
      Key("negative", or: usual.negative), Key("zero", or: usual.zero),
      inOlder: ["jitter", "isAtLeastBackoff", "resetsBackoff", "excess", "negative"]
    ) {
      HintRule(
        maximum: $0, jitter: $1, isAtLeastBackoff: $2, beyondBackoff: $3, resetsBackoff: $4,
        excess: $5, negative: $6, zero: $7)
    } values: {
      (
        $0.maximum, $0.jitter, $0.isAtLeastBackoff, $0.beyondBackoff, $0.resetsBackoff, $0.excess,
        $0.negative, $0.zero
      )
    }
  }
}

extension RetryQuestion: PolicyPart {
  /// What the question is as JSON; a negative number counts as zero.
  public static var form: PartForm<RetryQuestion> {
    PartForm(Key<Int>("after")) {
      RetryQuestion(after: $0)
    } values: {
      $0.after
    }
  }
}

extension DeadlineRule: Codable {}
extension DeadlineMoment: Codable {}
extension LimitRule: Codable {}
extension Exhaustion: Codable {}
extension RetryCause: Codable {}
extension CallOutcome: Codable {}
extension HintRule.Excess: Codable {}
extension HintRule.Negative: Codable {}
extension HintRule.Zero: Codable {}
