import Foundation
import PolicyFiles
import Retry
import RetryCoding
import RetryLanguage
import Simulation
import Testing

@Suite("Rules as JSON")
struct RulesFileTests {
  /// The text of a file without its comment.
  private func body(_ strategy: RetryStrategy) -> String {
    let text = PolicyTarget.rules.file(of: strategy, written: "").text
    return text.replacing(/"_comment" : \[[^\]]*\],\n/, with: "")
  }

  /// Eight times 250 policies.
  @Test(
    "are what a program decodes, and the prompt reads the same policy again", arguments: 0..<8)
  func roundTrip(part: UInt64) throws {
    var (read, layers, budgets) = (0, 0, 0)
    for seed in part * 250..<(part + 1) * 250 {
      var chance = RandomStrategy(seed: seed)
      let strategy = chance.accompanied()
      let file = PolicyTarget.rules.file(of: strategy, written: "seed \(seed)")
      #expect(file.losses.isEmpty)
      #expect(!file.text.contains("\"_0\""))
      let document = try JSONDecoder().decode(PolicyDocument.self, from: Data(file.text.utf8))
      #expect(document.rules == strategy.policy.rules, "\(file.text)")
      #expect(document.budget == strategy.budget?.settings)
      #expect(document.aroundAttempt.count == strategy.inner.count)
      let policies = try PolicyFile(file.text, named: "rules.json")
      #expect(policies.remarks.isEmpty, "\(policies.remarks)")
      let policy = try #require(policies.policies.first)
      let again = try #require(try? Preset.policy(of: policy.text).get(), "\(policy.text)")
      #expect(body(again) == body(strategy), "\(policy.text)")
      read += 1
      layers += document.aroundAttempt.count + document.aroundCall.count
      budgets += document.budget == nil ? 0 : 1
    }
    #expect(read == 250 && layers > 600 && budgets > 180)
  }

  @Test("are told without what is usual in them")
  func brief() throws {
    let text = "policy(attempts: 2, backoff: none, retryAfter: obey)"
    let file = PolicyTarget.rules.file(of: try Preset.policy(of: text).get(), written: text)
    #expect(try PolicyFile(file.text, named: "rules.json").policies.map(\.text) == [text])
  }

  @Test("can be read without companions, as the rules alone")
  func alone() throws {
    for seed in 0..<200 as Range<UInt64> {
      var chance = RandomStrategy(seed: seed)
      let rules = chance.accompanied().policy.rules
      let text = String(decoding: try JSONEncoder().encode(rules), as: UTF8.self)
      let policy = try #require(PolicyFile(text, named: "rules.json").policies.first)
      #expect(try Preset.policy(of: policy.text).get().policy.rules == rules, "\(policy.text)")
    }
  }

  @Test(
    "name what only code can say",
    arguments: [
      (
        #"preset("dotnet-http-standard")"#,
        ["which errors are retried is for your code", "which errors the breaker counts"]
      ),
      (
        "policy(attempts: 3, backoff: { n in 1s }).perCall(pacer(on: [.http(503)], perClient: true))",
        [
          "the delays are computed by a closure", "which errors slow down the send rate",
          "each client has a memory of its own",
        ]
      ),
      ("policy(attempts: 3, limits: [.timeout: 1])", ["the limits for single errors"]),
    ])
  func losses(text: String, expected: [String]) throws {
    let file = PolicyTarget.rules.file(of: try Preset.policy(of: text).get(), written: text)
    #expect(file.losses.count == expected.count)
    for (loss, word) in zip(file.losses, expected) { #expect(loss.hasPrefix(word)) }
    for loss in file.losses { #expect(file.text.contains(loss)) }
  }

  @Test("say layers of which other programs are told that they are set elsewhere")
  func elsewhere() throws {
    let text =
      "policy(attempts: 2).perAttempt(hedge: 9ms).perCall(breaker(consecutive: 3, open: 2s))"
    let strategy = try Preset.policy(of: text).get()
    let known: [PolicyTarget] = [.polly, .cockatiel, .failsafe, .resilience4j]
    for target in PolicyTarget.allCases where ![.swift, .rules].contains(target) {
      let losses = target.file(of: strategy, written: text).losses
      #expect(losses.contains("the hedge is set elsewhere"), "\(target): \(losses)")
      let isElsewhere = losses.contains("the circuit breaker is set elsewhere")
      #expect(isElsewhere != known.contains(target), "\(target): \(losses)")
    }
    let swift = PolicyTarget.swift.file(of: strategy, written: text).losses
    #expect(swift == [])
  }

  @Test("keep the order of layers, from the outside in")
  func order() throws {
    let text =
      "policy(attempts: 2).perAttempt(timeout: 1s).perAttempt(breaker(consecutive: 3, open: 2s))"
      + ".perAttempt(timeout: 9s).perCall(bulkhead(4)).perCall(timeout: 30s)"
    let file = PolicyTarget.rules.file(of: try Preset.policy(of: text).get(), written: text)
    let document = try JSONDecoder().decode(PolicyDocument.self, from: Data(file.text.utf8))
    let breaker = CircuitBreaker(consecutiveFailures: 3, opening: .init(.seconds(2)))
    #expect(
      document.aroundAttempt == [.timeout(.seconds(9)), .breaker(breaker), .timeout(.seconds(1))])
    #expect(
      document.aroundCall == [.timeout(.seconds(30)), .concurrencyLimit(ConcurrencyLimit(4))])
  }

  @Test(
    "keep the rate of a bucket in its smallest exact form",
    arguments: [
      ("10/s", "10, per: 1s"), ("0.5/s", "30, per: 1m"), ("0.25/s", "15, per: 1m"),
      ("3/s", "3, per: 1s"), ("100000000/s", "100000000, per: 1s"),
      ("3.7/s", "222, per: 1m"), ("0.123456789/s", "1000000, per: 8100000.073710001s"),
    ])
  func rates(rate: String, expected: String) throws {
    let text = "policy(attempts: 2).perCall(rateLimiter(tokens(\(rate), burst: 4), wait: 2s))"
    let file = PolicyTarget.rules.file(of: try Preset.policy(of: text).get(), written: text)
    let read = try #require(PolicyFile(file.text, named: "rules.json").policies.first).text
    #expect(read.contains(".perCall(rateLimiter(\(expected), burst: 4, wait: 2s))"), "\(read)")
  }

  private static let plain =
    #""rules": {"attempts": 3, "backoff": {"schedule": {"none": {}}, "steps": []}, "#
    + #""deadlineMoment": "failure", "deadlineRule": "clamp", "exhausted": "fail", "limitRule": "either"}"#

  @Test(
    "note what is not understood, and what was brought into its range",
    arguments: [
      (
        #""_note": "x""#, [],
        "policy(attempts: 3, backoff: none, deadlineRule: clamp, retryAfter: ignore)"
      ),
      (
        "\n\"budget\": {\"throttle\": {\"maximumTokens\": 2000, \"tokenRatio\": 1}}",
        ["line 2, column 42: 2000 is out of range, and read as 1000"],
        "policy(attempts: 3, backoff: none, deadlineRule: clamp, retryAfter: ignore, "
          + "budget: budget(throttle: 1000.0, credit: 1.0))"
      ),
      (
        #""budget": {"ratio": {"ratio": -0.2, "minimumPerSecond": 1, "window": "1s"}}"#,
        ["line 1, column 32: -0.2 is out of range, and read as 0"],
        "policy(attempts: 3, backoff: none, deadlineRule: clamp, retryAfter: ignore, "
          + "budget: budget(ratio: 0%, min: 1/s, window: 1s))"
      ),
      (
        #""aroundCall": [{"timeout": -5}, {"hedge": {"delay": null, "hedges": 2}}]"#,
        ["line 1, column 29: -5 is out of range, and read as 0s"],
        "policy(attempts: 3, backoff: none, deadlineRule: clamp, retryAfter: ignore)"
          + ".perCall(hedges: 2).perCall(timeout: 0s)"
      ),
    ])
  func remarks(keys: String, remarks: [String], expected: String) throws {
    let file = try PolicyFile("{\(keys),\n\(Self.plain)}", named: "service.json")
    #expect(file.policies.map(\.text) == [expected])
    #expect(file.remarks.map { "\($0)" } == remarks)
  }

  @Test(
    "are refused with the place of a companion that no program can make",
    arguments: [
      (
        #""budget": {}"#,
        "line 1, column 12: a budget has one key of ratio, tokens, throttle, share, bucket, failures"
      ),
      (
        #""aroundCall": [{"timeout": 1}, {"timeout": 2, "hedge": 3}]"#,
        "line 1, column 33: a layer has one key of timeout, breaker, rateLimiter, concurrencyLimit, "
          + "throttle, pace, hedge"
      ),
      (
        #""aroundAttempt": [{"hedge": {"hedges": "two"}}]"#,
        "line 1, column 41: a whole number is expected"
      ),
      (
        #""aroundAttempt": [{"breaker": {"consecutiveFailures": 1, "failureRate": 0.5, "slow": [0, 0], "#
          + #""window": {"calls": {"_0": 1}}, "minimumCalls": 1, "probes": 1, "opening": {"initial": [0, 0], "#
          + #""factor": 1, "maximum": [0, 0], "isJittered": false}}}]"#,
        "line 1, column 20: a breaker opens either by failures in a row or by rates"
      ),
      (
        #""aroundAttempt": [{"breaker": {"slow": [0, 0], "window": {"calls": 5}, "minimumCalls": 1, "#
          + #""probes": 1, "opening": {"initial": [0, 0], "factor": 1, "maximum": [0, 0], "isJittered": false}}}]"#,
        "line 1, column 20: a breaker opens either by failures in a row or by rates"
      ),
    ])
  func wrongCompanions(keys: String, words: String) {
    #expect {
      try PolicyFile("{\(keys),\n\(Self.plain)}", named: "rules.json")
    } throws: {
      "\($0)" == words
    }
  }

  @Test(
    "are refused with the place of what no program can make",
    arguments: [
      (
        "{\n \"attempts\": 1, \"backoff\": {\"schedule\": {\"constant\": {\"_0\": -1}}, \"steps\": []}\n}",
        "line 2, column 41: the backoff has a negative time, a factor below one, a share beyond one, or no delays"
      ),
      (
        "{\n \"attempts\": \"x\",\n \"backoff\": {\"schedule\": {\"none\": {}}, \"steps\": []}\n}",
        "line 2, column 14: a whole number is expected"
      ),
      (
        "{\"attempts\": 2.5, \"backoff\": {\"schedule\": {\"none\": {}}, \"steps\": []}}",
        "line 1, column 1: a number has a fraction, or is too large, where a whole one is expected"
      ),
      (
        "{\"backoff\": {\"schedule\": {\"none\": {}}, \"steps\": []}}",
        "line 1, column 1: the key 'attempts' is missing"
      ),
      (
        "{\"attempts\": 3, \"backoff\": {\"schedule\": {\"none\": {}}, \"steps\": []}, \"deadlin\": 5}",
        "line 1, column 80: there is no key 'deadlin'; the keys are attempts, backoff, hintRule, deadline, "
          + "deadlineRule, deadlineMoment, limitRule, question, exhausted"
      ),
      (
        "{\"rules\": {\"attempts\": 3, \"backoff\": {\"schedule\": {\"none\": {}}, \"steps\": []}},"
          + " \"aroundCall\": [{\"hedge\": {\"hedges\": 2, \"every\": 1}}]}",
        "line 1, column 128: there is no key 'every'; the keys are delay, percentile, hedges"
      ),
    ])
  func refused(text: String, words: String) {
    #expect {
      try PolicyFile(text, named: "rules.json")
    } throws: {
      "\($0)" == words
    }
  }
}
