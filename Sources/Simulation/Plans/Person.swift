import RetryNumerics
package import VirtualTime

/// A person whom a strategy may ask whether to go on.
package struct Person: Hashable, Sendable {
  /// The share of questions that are answered with *retry*.
  package let retries: Double
  /// How long the person thinks; `nil` is no time at all.
  package let thinks: Distribution?
  /// Whether it is the person at the prompt, if there is one.
  let isYou: Bool

  /// Creates a person.
  package init(retries: Double, thinks: Distribution? = nil) throws(InvalidArgument) {
    try InvalidArgument.checkShare(retries, "retries")
    self.init(checked: retries, thinks)
  }

  private init(checked retries: Double, _ thinks: Distribution?, isYou: Bool = false) {
    self.isYou = isYou
    self.retries = retries
    self.thinks = thinks
  }

  /// A person who always says *retry*, at once.
  package static let patient = Person(checked: 1, nil)

  /// The person at the prompt; where there is none, one who always says *retry*, at once.
  package static let you = Person(checked: 1, nil, isYou: true)
}

/// What a person says.
package enum PersonAnswer: String, Hashable, Sendable {
  case retry
  case cancel
}
