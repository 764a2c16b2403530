import RetryNumerics
package import VirtualTime

/// A person whom a strategy asks whether to retry.
package struct Person: Hashable, Sendable {
  /// The share of questions that are answered with *retry*.
  package let retries: Double
  /// The time to answer; `nil` means zero.
  package let thinks: Distribution?
  /// Whether it is the user at the prompt, if there is one.
  let isYou: Bool

  package init(retries: Double, thinks: Distribution? = nil) throws(InvalidArgument) {
    try InvalidArgument.checkShare(retries, "retries")
    self.init(checked: retries, thinks)
  }

  private init(checked retries: Double, _ thinks: Distribution?, isYou: Bool = false) {
    self.isYou = isYou
    self.retries = retries
    self.thinks = thinks
  }

  /// A person who always answers *retry* immediately.
  package static let patient = Person(checked: 1, nil)

  /// The user at the prompt; without one, a person who always answers *retry* immediately.
  package static let you = Person(checked: 1, nil, isYou: true)
}

/// A person's answer.
package enum PersonAnswer: String, Hashable, Sendable {
  case retry
  case cancel
}
