import RetryNumerics

extension RetryRules: Codable {
  /// The keys of encoded rules.
  private enum Key: String, CodingKey {
    case attempts, backoff, hintRule, deadline, deadlineRule, deadlineMoment, limitRule, question
    case exhausted
  }

  /// Decodes rules; what a program cannot create is corrected or refused.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      attempts: try values.decodeIfPresent(Int.self, forKey: .attempts),
      backoff: try values.decode(Backoff.self, forKey: .backoff),
      hintRule: try values.decodeIfPresent(HintRule.self, forKey: .hintRule),
      deadline: try values.decodeIfPresent(Nanoseconds.self, forKey: .deadline)?.duration,
      deadlineRule: try values.decode(DeadlineRule.self, forKey: .deadlineRule),
      deadlineMoment: try values.decode(DeadlineMoment.self, forKey: .deadlineMoment),
      limitRule: try values.decode(LimitRule.self, forKey: .limitRule),
      question: try values.decodeIfPresent(RetryQuestion.self, forKey: .question),
      exhausted: try values.decode(Exhaustion.self, forKey: .exhausted))
  }

  /// Encodes the rules; times are nanoseconds, and a backoff with a closure cannot be encoded.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(attempts, forKey: .attempts)
    try values.encode(backoff, forKey: .backoff)
    try values.encodeIfPresent(hintRule, forKey: .hintRule)
    try values.encodeIfPresent(limit, forKey: .deadline)
    try values.encode(deadlineRule, forKey: .deadlineRule)
    try values.encode(deadlineMoment, forKey: .deadlineMoment)
    try values.encode(limitRule, forKey: .limitRule)
    try values.encodeIfPresent(question, forKey: .question)
    try values.encode(exhausted, forKey: .exhausted)
  }
}

extension HintRule: Codable {
  /// The keys of an encoded rule.
  private enum Key: String, CodingKey {
    case maximum, jitter, isAtLeastBackoff, beyondBackoff, resetsBackoff, excess, negative
  }

  /// Decodes a rule.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      maximum: try values.decodeIfPresent(Nanoseconds.self, forKey: .maximum)?.duration,
      jitter: try values.decode(Nanoseconds.self, forKey: .jitter).duration,
      isAtLeastBackoff: try values.decode(Bool.self, forKey: .isAtLeastBackoff),
      beyondBackoff: try values.decodeIfPresent(Nanoseconds.self, forKey: .beyondBackoff)?.duration,
      resetsBackoff: try values.decode(Bool.self, forKey: .resetsBackoff),
      excess: try values.decode(Excess.self, forKey: .excess),
      negative: try values.decode(Negative.self, forKey: .negative))
  }

  /// Encodes the rule; times are nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(longest, forKey: .maximum)
    try values.encode(spread, forKey: .jitter)
    try values.encode(isAtLeastBackoff, forKey: .isAtLeastBackoff)
    try values.encodeIfPresent(beyond, forKey: .beyondBackoff)
    try values.encode(resetsBackoff, forKey: .resetsBackoff)
    try values.encode(excess, forKey: .excess)
    try values.encode(negative, forKey: .negative)
  }
}
