import PolicyFiles
import Retry
import RetryLanguage
import Simulation
import Testing

@Suite("A policy as code")
struct CodeTests {
  @Test(
    "is for the library that the end of a file's name selects",
    arguments: [
      ("policy.go", PolicyTarget.failsafe), ("cenkalti.go", .cenkalti),
      ("a/b/Retry-Cenkalti.GO", .cenkalti), ("retry_cenkalti.go", .cenkalti),
      ("x.cenkalti.go", .cenkalti), ("notcenkalti.go", .failsafe), ("cenkalti.go/x.go", .failsafe),
      ("policy_grpc.json", .grpc), ("policy.py", .tenacity), ("cenkalti", nil), ("", nil),
    ] as [(String, PolicyTarget?)])
  func selects(path: String, target: PolicyTarget?) {
    #expect(PolicyTarget(path: path) == target)
  }

  @Test("has an example of a name that selects it", arguments: PolicyTarget.allCases)
  func example(target: PolicyTarget) { #expect(PolicyTarget(path: target.example) == target) }

  @Test(
    "is for the library that is named, or the file",
    arguments: [
      ("tenacity", .tenacity), ("Polly", .polly), ("envoy", .envoy), ("GO", .failsafe),
      ("policy", nil), ("stamina", nil), ("", nil),
    ] as [(String, PolicyTarget?)])
  func named(word: String, target: PolicyTarget?) {
    #expect(PolicyTarget.named(word) == target)
  }

  @Test("has a list around more than eight layers", arguments: [6, 7, 8])
  func manyLayers(count: Int) throws {
    let text = "policy(attempts: 2)" + String(repeating: ".perCall(timeout: 1s)", count: count)
    let file = PolicyTarget.swift.file(of: try Preset.policy(of: text).get(), written: text)
    #expect(file.text.contains("LayerList([") == (count > 7), "\(file.text)")
  }

  @Test("is far from delays that a closure makes of an error", arguments: PolicyTarget.allCases)
  func closure(target: PolicyTarget) {
    let backoff = Backoff.custom(for: CancellationError.self) { _, _ in .seconds(1) }
    let strategy = RetryStrategy(rules: RetryRules(attempts: 3, backoff: backoff))
    #expect(
      target.distance(of: strategy) == [
        "its delays are drawn by a closure, so that their ends are not known"
      ])
  }

  @Test(
    "imports what it uses, and has times in whole units",
    arguments: [
      (PolicyTarget.cenkalti, "attempts: 2", ["ZeroBackOff{}", "MaxTries(2)"], false),
      (.cenkalti, "attempts: 2, deadline: 0s", ["WithMaxElapsedTime(1*time.Nanosecond)"], true),
      (.cenkalti, "attempts: 3, delay: 1500us", ["BackOff(1500*time.Microsecond)"], true),
      (
        .cenkalti, "attempts: 9, backoff: exponential(2s, factor: 1.6).proportionalJitter(30%)",
        [
          "b.InitialInterval = 2 * time.Second", "b.RandomizationFactor = 0.3",
          "b.Multiplier = 1.6", "b.MaxInterval = ", "WithMaxElapsedTime(0)",
        ], true
      ),
      (.cenkalti, "attempts: 3, backoff: exponential(9s, max: 2s)", ["Interval = 2 *"], true),
      (.failsafe, "attempts: 2", ["WithMaxRetries(1)"], false),
      (.failsafe, "attempts: 2, delay: 3ns", ["WithDelay(3 * time.Nanosecond)"], true),
    ])
  func go(target: PolicyTarget, policy: String, parts: [String], needsTime: Bool) throws {
    let file = target.file(of: try Preset.policy(of: "policy(\(policy))").get(), written: policy)
    for part in parts { #expect(file.text.contains(part), "\(file.text)") }
    #expect(file.text.contains("\t\"time\"\n") == needsTime, "\(file.text)")
  }

  @Test("has many delays in lines of four")
  func delays() throws {
    let call = "policy(attempts: 7, backoff: delays([1s, 2s, 3s, 4s, 5s, 6s]))"
    let file = PolicyTarget.swift.file(of: try Preset.policy(of: call).get(), written: call)
    let list = """
      .delays([
          .seconds(1), .seconds(2), .seconds(3), .seconds(4),
          .seconds(5), .seconds(6),
        ])
      """
    #expect(file.text.contains(list), "\(file.text)")
  }
}

@Suite("What a file cannot say")
struct LossTests {
  @Test(
    "is said once, with the reason and an example",
    arguments: [
      (
        PolicyTarget.cenkalti, "attempts: 3, backoff: exponential(100ms), jitter: additive(100ms)",
        [
          "delays are drawn otherwise: it varies a delay by a share of it, or not at all (150ms to 300ms before retry 2, not 200ms to 300ms)"
        ]
      ),
      (
        .cenkalti, "attempts: 6, backoff: fibonacci(100ms)",
        [
          "the delays fibonacci(initial: 100ms) grow in another way than the library's (150ms before retry 2, not 100ms)"
        ]
      ),
      (
        .grpc, "attempts: 3, delay: 2ms, on: [.auth, .timeout]",
        [
          "no status stands for .auth",
          "delays are drawn otherwise: gRPC varies each by 20 %, up or down (1.6ms to 2.4ms before retry 1, not 2ms)",
        ]
      ),
      (
        .cockatiel, "attempts: 3, delay: 1500us",
        ["times are whole milliseconds: 1ms, not 1.5ms (1ms before retry 1, not 1.5ms)"]
      ),
      (
        .polly, "attempts: 3, delay: 1ns",
        ["times are whole ticks of 100 ns: 100ns, not 1ns (100ns before retry 1, not 1ns)"]
      ),
      (
        .resilience4j, "attempts: 3, delay: 1500us",
        ["times are whole milliseconds: 1ms, not 1.5ms (1ms before retry 1, not 1.5ms)"]
      ),
    ])
  func losses(target: PolicyTarget, policy: String, losses: [String]) throws {
    let strategy = try Preset.policy(of: "policy(\(policy), retryAfter: ignore)").get()
    let said = try #require(target.translation(of: strategy)).losses
    let hints = "a server's hint on how long to wait is used in the library's way"
    let other = "a server's hint on how long to wait is not looked at"
    #expect(said.filter { $0 != hints && $0 != other } == losses, "\(said)")
  }
}

@Suite("A policy as a route of Envoy")
struct EnvoyRouteTests {
  @Test(
    "names resets, statuses, hints and the end of the call",
    arguments: [
      ("on: [.reset]", ["retry_on: \"reset\""]),
      ("on: [.network(.reset)]", ["retry_on: \"reset\""]),
      (
        "on: [.throttled]",
        [
          "retry_on: \"resource-exhausted,retriable-status-codes\"",
          "retriable_status_codes: [429]",
        ]
      ),
      (
        "deadline: 10s",
        [
          "timeout: 10s",
          "- the timeout of the route stands for the deadline, and ends an attempt at work as well",
        ]
      ),
      (
        "delay: 1s",
        [
          "timeout: 0s",
          "- the timeout of the route, 15s by default, is switched off: the policy has none",
          "rate_limited_retry_back_off:\n      reset_headers: [{ name: Retry-After, format: SECONDS }]\n      max_interval: 60s",
        ]
      ),
    ])
  func says(settings: String, parts: [String]) throws {
    let strategy = try Preset.policy(of: "policy(attempts: 3, \(settings))").get()
    let file = PolicyTarget.envoy.file(of: strategy, written: settings)
    for part in parts { #expect(file.text.contains(part), "\(file.text)") }
    #expect(!file.losses.contains { $0.contains("no condition") }, "\(file.losses)")
    let read = try #require(try PolicyFile(file.text, named: "envoy.yaml").policies.first?.call)
    #expect("\(read)".contains("rate_limited_max_interval: 1m"))
  }
}
