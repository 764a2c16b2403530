import Foundation
import Retry
import Testing

@Suite("Rules as data")
struct CodingTests {
  static let rules: [RetryRules] = [
    RetryRules(attempts: nil), RetryRules(attempts: 5, hintRule: nil),
    RetryRules(
      attempts: 3, backoff: .exponential(factor: 1.5, initial: .milliseconds(100)).fullJitter(),
      hintRule: HintRule(
        maximum: nil, jitter: .seconds(1), isAtLeastBackoff: true, resetsBackoff: true,
        excess: .fail, negative: .fail, zero: .atOnce),
      deadline: .seconds(9), deadlineRule: .elapsed, deadlineMoment: .start, limitRule: .both,
      question: RetryQuestion(after: 2), exhausted: .complete),
    RetryRules(
      attempts: 3,
      backoff: Backoff.linear(increment: .seconds(1), initial: .zero).take(2)
        .then(.decorrelated(base: .seconds(1)).maximum(.seconds(8)).minimum(.seconds(2)))),
    RetryRules(
      attempts: 3,
      backoff: Backoff.delays([.seconds(1)]).firstAtOnce().proportionalJitter(0.2)
        .additiveJitter(.seconds(3)).equalJitter()),
    RetryRules(attempts: 2, backoff: .fibonacci(initial: .seconds(1))),
    RetryRules(attempts: 2, backoff: .constant(.seconds(1))),
    RetryRules(
      attempts: 4,
      backoff: Backoff.ratcheting(base: .seconds(1), factor: 2.5, maximum: .seconds(9))
        .truncated(to: .milliseconds(1)),
      hintRule: HintRule(maximum: nil, isAtLeastBackoff: true, beyondBackoff: .seconds(5))),
    RetryRules(
      attempts: 4,
      backoff: Backoff.smoothed(factor: 3, initial: .seconds(1)).wholeJitter(unit: .seconds(1))),
    RetryRules(
      attempts: 4,
      backoff: Backoff.constant(.seconds(1)).scaledJitter(0.5...1.5).rounded(to: .seconds(1))),
  ]

  @Test("rules survive encoding", arguments: rules)
  func survives(rules: RetryRules) throws {
    let data = try JSONEncoder().encode(rules)
    let decoded = try JSONDecoder().decode(RetryRules.self, from: data)
    #expect(decoded == rules)
    #expect(decoded.hashValue == rules.hashValue)
    #expect(decoded.description == rules.description)
  }

  private static func rules(_ text: String) throws -> RetryRules {
    try JSONDecoder().decode(RetryRules.self, from: Data(text.utf8))
  }

  @Test("a file by hand has the defaults of the initializer, but names its attempts")
  func defaults() throws {
    #expect(try Self.rules(#"{"attempts": 3}"#) == RetryRules(attempts: 3))
    #expect(try Self.rules(#"{"attempts": null}"#) == RetryRules(attempts: nil))
    #expect(
      try Self.rules(#"{"attempts": 3, "_comment": "as the server asks", "hintRule": null}"#)
        == RetryRules(attempts: 3, hintRule: nil))
    let error = #expect(throws: DecodingError.self) { try Self.rules("{}") }
    #expect(error.map { "\($0)" }?.contains("'attempts' is missing") == true)
  }

  @Test(
    "a mistyped key is refused by its name",
    arguments: [
      (#"{"rules": {"attempst": 3}}"#, "attempst"),
      (#"{"rules": {"attempts": 3, "deadlin": 1}}"#, "deadlin"),
      (#"{"rules": {"attempts": 3}, "aroundCal": []}"#, "aroundCal"),
      (#"{"rules": {"attempts": 3}, "budgte": {}}"#, "budgte"),
      (#"{"rules": {"attempts": 3, "hintRule": {"maximun": 1}}}"#, "maximun"),
      (#"{"rules": {"attempts": 3, "backoff": {"shedule": {}}}}"#, "shedule"),
      (#"{"rules": {"attempts": 3}, "aroundCall": [{"hedge": {"hedge": 1}}]}"#, "hedge"),
    ])
  func unknown(text: String, key: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PolicyDocument.self, from: Data(text.utf8))
    }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("there is no key '\(key)'; the keys are "), "\(words)")
  }

  @Test("different rules are different")
  func differs() {
    #expect(Set(Self.rules).count == Self.rules.count)
    #expect(Set(Self.rules.map(\.description)).count == Self.rules.count)
  }

  @Test("a backoff with a closure equals itself, and cannot be encoded")
  func closures() {
    let backoff = Backoff.custom { _ in .seconds(1) }
    let copy = backoff
    #expect(backoff == copy)
    #expect(backoff != .custom { _ in .seconds(1) })
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(backoff.fullJitter()) }
  }

  @Test(
    "a backoff that no program can create is refused",
    arguments: [
      #"{"schedule":{"delays":{"_0":[]}},"steps":[]}"#,
      #"{"schedule":{"constant":{"_0":-1}},"steps":[]}"#,
      #"{"schedule":{"exponential":{"factor":0.5,"initial":1}},"steps":[]}"#,
      #"{"schedule":{"joined":{"_0":[]}},"steps":[]}"#,
      #"{"schedule":{"constant":{"_0":1}},"steps":[{"proportionalJitter":{"_0":7}}]}"#,
      #"{"schedule":{"computed":{"_0":{}}},"steps":[]}"#,
      #"{"schedule":{"ratcheting":{"base":1,"factor":3,"maximum":-1}},"steps":[]}"#,
      #"{"schedule":{"smoothed":{"factor":0.5,"initial":1}},"steps":[]}"#,
      #"{"schedule":{"constant":{"_0":1}},"steps":[{"wholeJitter":{"_0":0}}]}"#,
      #"{"schedule":{"constant":{"_0":1}},"steps":[{"truncated":{"_0":-5}}]}"#,
      #"{"schedule":{"constant":{"_0":1}},"steps":[{"rounded":{"_0":0}}]}"#,
      #"{"schedule":{"constant":{"_0":1}},"steps":[{"scaledJitter":{"_0":2,"_1":1}}]}"#,
    ])
  func refuses(text: String) throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Backoff.self, from: Data(text.utf8))
    }
    let sound = #"{"schedule":{"constant":{"_0":1}},"steps":[]}"#
    #expect(
      try JSONDecoder().decode(Backoff.self, from: Data(sound.utf8)) == .constant(.nanoseconds(1)))
  }

  @Test("a policy says what it does")
  func describes() {
    let policy = RetryPolicy<RequestError>(
      attempts: 3, backoff: .constant(.seconds(1)), on: { $0 == .timeout },
      limits: [RetryLimit(retries: 1) { $0 == .timeout }], deadline: .seconds(5),
      deadlineRule: .clamp)
    #expect(
      policy.description
        == "attempts: 3, backoff: constant(1s), deadline: 5s, deadline rule: clamp, on: { … }, limits: [1]"
    )
  }
}
