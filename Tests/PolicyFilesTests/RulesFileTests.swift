import Foundation
import PolicyFiles
import Retry
import RetryLanguage
import Simulation
import Testing

@Suite("Rules as JSON")
struct RulesFileTests {
  @Test("are what a program decodes, and what the prompt reads again")
  func roundTrip() throws {
    var read = 0
    for seed in 0..<2000 as Range<UInt64> {
      var chance = RandomStrategy(seed: seed)
      let strategy = chance.strategy()
      let rules = strategy.policy.rules
      let file = PolicyTarget.rules.file(of: strategy, written: "seed \(seed)")
      let decoded = try JSONDecoder().decode(RetryRules.self, from: Data(file.text.utf8))
      let hasClosure = file.losses.contains { $0.contains("closure") }
      #expect(decoded == (hasClosure ? rules.with(backoff: .none) : rules), "\(file.text)")
      let policies = try PolicyFile(file.text, named: "rules.json")
      let policy = try #require(policies.policies.first)
      let again = try #require(
        try? Preset.policy(of: policy.text).get().policy.rules, "\(policy.text)")
      guard policies.remarks.isEmpty else { continue }
      #expect(again == decoded, "\(policy.text)\n\(file.text)")
      read += 1
    }
    #expect(read > 1000)
  }

  @Test("can stand under the key 'rules', beside what else a program reads")
  func nested() throws {
    let text =
      #"{"budget": {}, "rules": {"attempts": 3, "backoff": {"schedule": {"none": {}}, "steps": []}, "#
      + #""deadlineMoment": "failure", "deadlineRule": "clamp", "exhausted": "fail", "limitRule": "either"}}"#
    let file = try PolicyFile(text, named: "service.json")
    #expect(
      file.policies.map(\.text) == [
        "policy(attempts: 3, backoff: none, deadlineRule: clamp, retryAfter: ignore)"
      ])
  }

  @Test(
    "are refused with the place of what no program can make",
    arguments: [
      (
        "{\n \"backoff\": {\"schedule\": {\"constant\": {\"_0\": -1}}, \"steps\": []}\n}",
        "line 2, column 26: the backoff is impossible"
      ),
      (
        "{\n \"attempts\": \"x\",\n \"backoff\": {\"schedule\": {\"none\": {}}, \"steps\": []}\n}",
        "line 2, column 14: another kind of value is expected"
      ),
      (
        "{\"backoff\": {\"schedule\": {\"none\": {}}, \"steps\": []}}",
        "line 1, column 1: the key 'deadlineRule' is missing"
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
