import Foundation
import Retry
import RetryCoding
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

  @Test("a document that was encoded with unnamed values and numbers is read")
  func older() throws {
    let text = """
      {
        "aroundAttempt": [
          {"breaker": {
            "failureRate": 0.5, "slow": [3, 4659767778871345152], "window": {"time": {"_0": [0, 9000000000000000000]}},
            "minimumCalls": 2, "probes": 1,
            "opening": {"initial": [0, 1000000000000000000], "factor": 1, "maximum": [0, 2000000000000000000], "isJittered": false}}},
          {"breaker": {
            "consecutiveFailures": 2, "slow": [0, 0], "window": {"calls": {"_0": 1}}, "minimumCalls": 1, "probes": 1,
            "opening": {"initial": [0, 1000000000000000000], "factor": 1, "maximum": [499999999, 4611686018427387904], "isJittered": false}}}
        ],
        "aroundCall": [{"timeout": 5000000000}, {"hedge": {"delay": [0, 1000000000000000000], "hedges": 1}}],
        "budget": {"ratio": {"_0": 0.2, "minimumPerSecond": 10, "window": [0, 10000000000000000000]}},
        "rules": {
          "attempts": 3,
          "backoff": {
            "schedule": {"joined": {"_0": [
              {"schedule": {"delays": {"_0": [1, 2]}}, "steps": [], "count": 2},
              {"schedule": {"constant": {"_0": 5}}, "steps": [{"fullJitter": {}}], "count": 9223372036854775807}]}},
            "steps": [{"scaledJitter": {"_0": 0.5, "_1": 2}}, {"maximum": {"_0": 1000000}}]},
          "deadline": 9000000000,
          "deadlineMoment": "failure", "deadlineRule": "refuse", "exhausted": "fail", "limitRule": "either",
          "hintRule": {
            "jitter": 5, "isAtLeastBackoff": false, "resetsBackoff": false, "excess": "shorten", "negative": "ignore"}
        }
      }
      """
    let slow = Duration(secondsComponent: 60, attosecondsComponent: 0)
    let rules = RetryRules(
      attempts: 3,
      backoff: Backoff.delays([.nanoseconds(1), .nanoseconds(2)]).take(2)
        .then(Backoff.constant(.nanoseconds(5)).fullJitter()).scaledJitter(0.5...2)
        .maximum(.milliseconds(1)),
      hintRule: HintRule(maximum: nil, jitter: .nanoseconds(5)), deadline: .seconds(9))
    let document = try JSONDecoder().decode(PolicyDocument.self, from: Data(text.utf8))
    #expect(document.rules == rules)
    #expect(document.budget == .ratio(0.2, minimumPerSecond: 10))
    #expect(document.aroundCall == [.timeout(.seconds(5)), .hedge(Hedge(after: .seconds(1)))])
    guard case .breaker(let breaker) = document.aroundAttempt.first else {
      Issue.record("no breaker")
      return
    }
    #expect(breaker.slow == slow && breaker.window == .time(.seconds(9)))
    #expect(breaker.opening == .init(.seconds(1), maximum: .seconds(2)))
    #expect(document.aroundAttempt.count == 2)
  }

  private static func document(_ keys: String) throws -> PolicyDocument {
    let text = #"{"version": 1, "rules": {"attempts": 3}, \#(keys)}"#
    return try JSONDecoder().decode(PolicyDocument.self, from: Data(text.utf8))
  }

  @Test("layers by hand need only what their initializers need, and times have units")
  func layers() throws {
    #expect(try Self.document(#""budget": {"tokens": {}}"#).budget == .tokens())
    #expect(try Self.document(#""budget": {"throttle": {}}"#).budget == .throttle())
    #expect(try Self.document(#""budget": {"ratio": {}}"#).budget == .ratio())
    #expect(try Self.document(#""budget": {"share": {}}"#).budget == .share())
    // With a version, what begins with `_` is a comment, also where older files have a value.
    #expect(try Self.document(#""budget": {"share": {"_0": 0.5}}"#).budget == .share())
    #expect(try Self.document(#""budget": {"bucket": {}}"#).budget == .bucket())
    #expect(try Self.document(#""budget": {"failures": {}}"#).budget == .failures())
    let document = try Self.document(
      """
      "budget": {"share": {"share": 0.3}},
      "aroundCall": [{"timeout": "1m30s"}, {"throttle": {}}, {"pace": {"beta": 0.5}}],
      "aroundAttempt": [
        {"breaker": {"consecutiveFailures": 5, "opening": {"initial": "10s"}}},
        {"breaker": {"failureRate": 0.5, "window": {"time": "30s"}, "opening": {"initial": "10s"}}},
        {"rateLimiter": {"kind": "tokenBucket", "calls": 100, "span": "1s"}},
        {"concurrencyLimit": {"calls": 10, "adaptation": {"range": [1, 20]}}},
        {"hedge": {"delay": "250ms"}}]
      """)
    #expect(document.budget == .share(0.3))
    #expect(
      document.aroundCall
        == [.timeout(.seconds(90)), .throttle(ClientThrottle()), .pace(CubicRate(beta: 0.5))])
    let opening = CircuitBreaker.Opening(.seconds(10))
    #expect(
      document.aroundAttempt.dropFirst()
        == [
          .breaker(
            CircuitBreaker(failureRate: 0.5, over: .time(.seconds(30)), opening: opening)),
          .rateLimiter(.tokenBucket(100, per: .seconds(1))),
          .concurrencyLimit(ConcurrencyLimit(10, adapting: .init(in: 1...20))),
          .hedge(Hedge(after: .milliseconds(250))),
        ])
    guard case .breaker(let breaker) = document.aroundAttempt.first else {
      Issue.record("no breaker")
      return
    }
    #expect(breaker == CircuitBreaker(consecutiveFailures: 5, opening: opening))
    #expect(
      try Self.rules(#"{"attempts": 2, "hintRule": {"jitter": "1s"}}"#)
        == RetryRules(attempts: 2, hintRule: HintRule(jitter: .seconds(1))))
  }

  @Test("a document is encoded with its version, times with units, and a name for each value")
  func text() throws {
    let document = PolicyDocument(
      rules: RetryRules(
        attempts: nil,
        backoff: Backoff.constant(.milliseconds(250)).fullJitter().maximum(.seconds(90)),
        hintRule: nil),
      budget: .bucket(5, perSuccess: 0.1), aroundCall: [.timeout(.seconds(300))])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(document), as: UTF8.self)
        == #"{"aroundCall":[{"timeout":"5m"}],"budget":{"bucket":{"fill":0.1,"per":"success","size":5}},"#
        + #""rules":{"attempts":null,"backoff":{"schedule":{"constant":"250ms"},"steps":["fullJitter",{"maximum":"90s"}]},"#
        + #""deadlineMoment":"failure","deadlineRule":"refuse","exhausted":"fail","hintRule":null,"limitRule":"either"},"#
        + #""version":1}"#)
  }

  @Test("the times of all layers are encoded with units")
  func times() throws {
    let opening = CircuitBreaker.Opening(.seconds(10), maximum: .seconds(60))
    let layers: [PolicyDocument.Layer] = [
      .hedge(Hedge(after: .milliseconds(250))),
      .breaker(CircuitBreaker(failureRate: 0.5, over: .time(.seconds(30)), opening: opening)),
      .rateLimiter(.tokenBucket(100, per: .seconds(1), maximumWait: .milliseconds(5))),
      .throttle(ClientThrottle()),
      .concurrencyLimit(
        ConcurrencyLimit(10, maximumWait: .seconds(2), adapting: .init(in: 1...20))),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let texts = try layers.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    #expect(
      texts == [
        #"{"hedge":{"delay":"250ms","hedges":1}}"#,
        #"{"breaker":{"failureRate":0.5,"minimumCalls":1,"#
          + #""opening":{"factor":1,"initial":"10s","isJittered":false,"maximum":"1m"},"#
          + #""probes":1,"slow":"1m","window":{"time":"30s"}}}"#,
        #"{"rateLimiter":{"burst":1,"calls":100,"kind":"tokenBucket","maximumWait":"5ms","span":"1s"}}"#,
        #"{"throttle":{"k":2,"window":"2m"}}"#,
        #"{"concurrencyLimit":{"adaptation":{"decrease":0.9,"range":[1,20],"slow":"5s"},"#
          + #""calls":10,"maximumWait":"2s","queue":0}}"#,
      ])
  }

  @Test("a file with a version says all that it means, also where it has the keys of an older one")
  func versioned() throws {
    let usual =
      #""backoff": {"schedule": "none"}, "deadlineMoment": "failure", "deadlineRule": "refuse", "#
      + #""limitRule": "either", "exhausted": "fail""#
    func document(_ keys: String) throws -> PolicyDocument {
      let text = #"{\#(keys), "rules": {\#(usual)}}"#
      return try JSONDecoder().decode(PolicyDocument.self, from: Data(text.utf8))
    }
    #expect(throws: DecodingError.self) { try document(#""version": 1"#) }
    #expect(try document(#""_comment": "older""#).rules == RetryRules(attempts: nil, hintRule: nil))
  }

  @Test(
    "a value that means nothing is refused with what would",
    arguments: [
      (#""version": 2"#, "the version is 2, and only 1 is known"),
      (#""aroundCall": [{"timeout": "5 seconds"}]"#, "'5 seconds' is no time"),
      (
        #""aroundCall": [{"timeout": "5s", "hedge": {}}]"#,
        "a layer has one key of timeout, breaker"
      ),
      (
        #""version": 1, "aroundCall": [{"timeout": 5}]"#, "this is no time; write one with its unit"
      ),
      (#""version": 1, "aroundCall": [{"timeout": [0, 5]}]"#, "this is no time"),
      (#""version": 2, "other": 1"#, "the version is 2"),
      (#""budget": "ratio""#, "'ratio' needs its values"),
      (#""budget": "ration""#, "a budget has one key of ratio, tokens"),
      (
        #""budget": {"share": {"share": 1, "least": 3}}"#,
        "no key 'least'; the keys are share, minimum"
      ),
      (
        #""aroundCall": [{"breaker": {"consecutiveFailures": 2, "slowRate": 0.5, "opening": {"initial": "1s"}}}]"#,
        "window"
      ),
      (
        #""aroundCall": [{"breaker": {"failureRate": 0.5, "opening": {"initial": "1s"}}}]"#,
        "window"
      ),
    ])
  func refuses(keys: String, words: String) {
    let error = #expect(throws: DecodingError.self) {
      let text = #"{\#(keys), "rules": {"attempts": 3}}"#
      return try JSONDecoder().decode(PolicyDocument.self, from: Data(text.utf8))
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(words), "\(text)")
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
      #"{"schedule":{"none":5}}"#, #"{"schedule":"none","steps":["fulljitter"]}"#,
      #"{"schedule":"none","steps":[{"fullJitter":{"low":1}}]}"#,
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
