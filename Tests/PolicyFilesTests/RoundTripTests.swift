import PolicyFiles
import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing

@Suite("A policy that is written and read again")
struct RoundTripTests {
  /// The targets that can be read, with the presets that read them.
  static let readable: [(PolicyTarget, String)] = [
    (.grpc, "grpc"), (.envoy, "envoy"), (.istio, "istio"), (.resilience4j, "resilience4j"),
    (.collector, "opentelemetry-collector"), (.polly, "polly"), (.tenacity, "tenacity"),
    (.cockatiel, "cockatiel"), (.failsafe, "failsafe"), (.cenkalti, "cenkalti"),
  ]

  @Test("is the call of its translation, and what differs is named", arguments: readable)
  func random(target: PolicyTarget, preset: String) throws {
    for seed in 0..<600 as Range<UInt64> {
      var chance = RandomStrategy(seed: seed)
      try check(chance.strategy(), target, "seed \(seed)")
      let call = "preset(\"\(preset)\", \(chance.call(of: preset)))"
      try check(#require(try? Preset.policy(of: call).get(), "\(call)"), target, call)
    }
  }

  private func check(_ strategy: RetryStrategy, _ target: PolicyTarget, _ about: String) throws {
    let translation = try #require(target.translation(of: strategy))
    let text = target.file(of: strategy, written: about).text
    let file: PolicyFile
    do {
      file = try PolicyFile(text, named: target.example)
    } catch {
      Issue.record("\(target) \(about): \(error)\n\(text)")
      return
    }
    let read = try #require(file.policies.first?.call)
    // Code says nothing of the settings that its wait does not use.
    let meant = try translation.call.policy()
    let isCode = ![".json", ".yaml"].contains { target.example.hasSuffix($0) }
    #expect(
      isCode
        ? difference(meant, try read.policy()) == nil
        : parts(read) == parts(translation.call),
      "\(target) \(about): \(read) is not \(translation.call)\n\(text)")
    // The timeout around all attempts is a layer, which Go code is not read for.
    let remarks = file.remarks.filter { !"\($0)".contains("'timeout.New' is not read") }
    #expect(remarks.isEmpty, "\(target) \(about): \(file.remarks)\n\(text)")
    let written = try #require(
      try? Preset.policy(of: "\(read)").get(), "\(target) \(about): \(read) is refused")
    let value = try read.policy()
    #expect(difference(value, written) == nil, "\(read) is another policy than its text")
    #expect(difference(written, value) == nil, "\(read) is another policy than its text")
    guard translation.losses.isEmpty else { return }
    let difference = difference(strategy, written)
    #expect(difference == nil, "\(target) \(about): \(difference ?? "")\n\(text)")
  }

  /// The preset and the arguments of a call, without their order.
  private func parts(_ call: PresetCall) -> [String] {
    [call.preset.name] + call.arguments.map { "\($0.label): \($0.value)" }.sorted()
  }

  /// What differs between a policy and one that is said to be the same.
  private func difference(_ asked: RetryStrategy, _ given: RetryStrategy) -> String? {
    let (before, after) = (asked.policy.rules, given.policy.rules)
    if before.mostAttempts != after.mostAttempts { return "attempts" }
    let count = min(20, (before.mostAttempts ?? 21) - 1)
    if before.backoff.ranges(count) != after.backoff.ranges(count) { return "delays" }
    if before.deadline != after.deadline { return "deadline" }
    let looksAhead = before.deadlineRule.looksAhead && after.deadlineRule.looksAhead
    if before.deadline != nil, before.deadlineRule != after.deadlineRule, !looksAhead {
      return "deadline rule"
    }
    if before.deadline != nil, before.deadlineMoment != after.deadlineMoment { return "moment" }
    if before.deadline != nil, before.limitRule != after.limitRule { return "limit rule" }
    if before.exhausted != after.exhausted { return "exhaustion" }
    if asked.budget?.settings != given.budget?.settings { return "budget" }
    for kind in ["error", "outage", "timeout", "throttled", "rateLimited", "internal", "auth"] {
      let fault = Fault(kind)
      if asked.filter.admits(fault), !given.filter.admits(fault) { return "filter of \(kind)" }
    }
    for code in [404, 429, 500, 502, 503, 504, 599] {
      let fault = Fault("http", .int(code))
      if asked.filter.admits(fault), !given.filter.admits(fault) { return "filter of \(code)" }
    }
    return nil
  }

  @Test(
    "with the defaults of a library loses nothing in the library's own file",
    arguments: [
      (PolicyTarget.grpc, "grpc", [String]()),
      (.istio, "istio", []), (.envoy, "envoy", []), (.resilience4j, "resilience4j", []),
      (.collector, "opentelemetry-collector", []), (.polly, "polly", []),
      (.tenacity, "tenacity", []), (.cockatiel, "cockatiel", []), (.failsafe, "failsafe", []),
      (.cenkalti, "cenkalti", []),
    ])
  func defaults(target: PolicyTarget, preset: String, losses: [String]) throws {
    let strategy = try Preset.policy(of: "preset(\"\(preset)\")").get()
    let translation = try #require(target.translation(of: strategy))
    #expect(translation.losses == losses, "\(translation.call)")
  }

  @Test("is a call that no preset refuses, for every library", arguments: 0..<2000 as Range<UInt64>)
  func calls(seed: UInt64) throws {
    var chance = RandomStrategy(seed: seed)
    let strategy = chance.strategy()
    for target in PolicyTarget.allCases {
      guard let translation = target.translation(of: strategy) else { continue }
      let result = Preset.policy(of: "\(translation.call)")
      #expect((try? result.get()) != nil, "\(target) \(seed): \(result)")
      guard translation.losses.isEmpty, let given = try? result.get() else { continue }
      #expect(
        difference(strategy, given) == nil,
        "\(target) \(seed): \(translation.call) of \(strategy.policy.rules)")
    }
  }

  @Test(
    "has its errors in the words of the library",
    arguments: [
      (PolicyTarget.grpc, #"["DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "UNAVAILABLE"]"#),
      (.envoy, #"retry_on: "reset,resource-exhausted,retriable-status-codes""#),
      (.envoy, "retriable_status_codes: [429, 503]"),
      (.istio, #"retryOn: "reset,resource-exhausted,429,503""#),
    ])
  func errors(target: PolicyTarget, words: String) throws {
    let text = "policy(attempts: 3, on: [.timeout, .throttled, .http(503)])"
    let file = target.file(of: try Preset.policy(of: text).get(), written: text)
    #expect(file.text.contains(words), "\(file.text)")
    #expect(!file.losses.contains { $0.contains("not retried") }, "\(file.losses)")
  }

  @Test("has the same rules where its Swift is read at the prompt")
  func swift() throws {
    for seed in 0..<1000 as Range<UInt64> {
      var chance = RandomStrategy(seed: seed)
      let strategy = chance.strategy()
      let rules = strategy.policy.rules
      // The prompt knows how to ignore hints and how to obey them, and nothing between.
      guard rules.hintRule == nil || rules.hintRule == HintRule() else { continue }
      let text = PolicyTarget.swift.file(of: strategy, written: "seed \(seed)").text
      let source = try #require(text.components(after: "let policy = "))
        .replacing(",\n  hintRule: HintRule()", with: "")
      let read = try #require(try? Preset.policy(of: source).get().policy.rules, "\(text)")
      #expect(read.attempts == rules.attempts, "\(text)")
      // A list ends where no attempt is left for its delays.
      let count = min(100, (rules.mostAttempts ?? 101) - 1)
      #expect(
        read.backoff.ranges(count) == rules.backoff.ranges(count)
          && read.backoff.steps == rules.backoff.steps, "\(text)")
      #expect(read.deadline == rules.deadline && read.exhausted == rules.exhausted, "\(text)")
      #expect(read.hintRule == rules.hintRule, "\(text)")
      guard rules.deadline != nil else { continue }
      #expect(read.deadlineRule == rules.deadlineRule, "\(text)")
      #expect(read.deadlineMoment == rules.deadlineMoment, "\(text)")
      #expect(read.limitRule == rules.limitRule, "\(text)")
    }
  }

  @Test("has its words in comments of one line each", arguments: PolicyTarget.allCases)
  func comments(target: PolicyTarget) {
    let strategy = RetryStrategy(
      rules: RetryRules(attempts: 3),
      on: FaultFilter(on: [FaultPattern("odd", .value(.text("a\nb\u{85}c\u{2028}d\r\ne")))]))
    let text = target.file(of: strategy, written: "p\nq\u{2029}r\r\ns\u{7F}").text
    for line in text.split(whereSeparator: \.isNewline) {
      #expect(
        !["b", "c", "d", "e", "q", "r", "s"].contains { line.hasPrefix($0 + " ") }, "\(text)")
    }
    #expect(!text.contains("\u{85}") && !text.contains("\u{2029}"))
  }
}

extension String {
  /// The text behind a mark.
  fileprivate func components(after mark: String) -> String? {
    firstRange(of: mark).map { String(self[$0.upperBound...]) }
  }
}
