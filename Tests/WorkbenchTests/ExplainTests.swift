import RetryNumerics
import Testing
import VirtualTime
import Workbench

/// A strategy under a deadline over an operation that always fails.
private struct Bounded {
  let text: String
  /// Whether each call takes the same time.
  let isFixed: Bool

  /// Makes one by chance.
  init(seed: UInt64) {
    var draws = Draws(DrawKey(seed: seed, name: "explain"), call: 0, attempt: 0, purpose: .closure)
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int(draws.unit() * Double(elements.count))]
    }
    let latency = pick(["0s", "40ms", "100ms", "20ms...80ms"])
    let backoff = pick([
      "delay: 100ms", "delay: 7ms", "backoff: exponential(20ms, factor: 3, max: 1s)",
      "backoff: fibonacci(10ms)", "backoff: linear(30ms)", "backoff: delays([10ms, 200ms])",
      "backoff: decorrelated(30ms, 400ms)", "backoff: exponential(20ms), jitter: full",
      "backoff: exponential(20ms), jitter: equal",
      "backoff: constant(50ms), jitter: additive(20ms)",
      "backoff: { n in random(10ms...50ms * (n + 1)) }",
    ])
    let limit = pick([3, 5, 10, 50])
    let deadline = pick(["50ms", "300ms", "1s", "2500ms"])
    let rule = pick(["refuse", "refuseBeyond", "clamp", "after"])
    text =
      "op(latency: \(latency), fails: [.slow(retryAfter: 1h): 1%, .down: 99%])"
      + ".retry(attempts: \(limit), \(backoff), deadline: \(deadline), deadlineRule: \(rule), "
      + "retryAfter: ignore)"
    isFixed =
      !latency.contains("...")
      && !["jitter", "decorrelated", "random"].contains { backoff.contains($0) }
  }

  /// What explaining says, what some calls did, and whether each took at most the time that it says.
  func outcome() -> (most: Int?, made: [Int], isInTime: Bool) {
    let explained = Session.outputs(of: ["explain \(text)"])[0]
    func value(_ name: String) -> Substring? {
      explained.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
    }
    // A delay drawn by a closure has no bound if it may cross the deadline.
    let isOpen = text.contains("random") && text.contains("after")
    let told = value("longest duration: ") ?? "0s"
    let longest = isOpen && told == "unknown before the run" ? "1h" : told
    let calls = (0..<4).map { "run \(text) call \($0)" }
    let asked = ["_.attempts", "_.latency <= \(longest) + 1ms"]
    let said = Session.outputs(of: calls.flatMap { [$0] + asked })
    let made = stride(from: 1, to: said.count, by: 3).compactMap { Int(said[$0].dropLast()) }
    return (
      value("total attempts: at most ").flatMap { Int($0) }, made,
      stride(from: 2, to: said.count, by: 3).allSatisfy { said[$0] == "true\n" }
    )
  }
}

@Suite("Explaining a strategy")
struct ExplainTests {
  @Test(
    "warns where a hint of the server replaces a longer back-off",
    arguments: [
      ("op(fails: [.busy(retryAfter: 1s): 20%]).retry(attempts: 3, delay: 2s)", true),
      ("op(fails: [.busy(retryAfter: 1s): 20%]).retry(attempts: 3, delay: 1s)", false),
      (
        "op(fails: [.busy(retryAfter: 1s): 20%]).retry(attempts: 3, backoff: exponential(1s))", true
      ),
      (
        "op(fails: [.busy(retryAfter: 1s): 20%]).retry(attempts: 2, backoff: exponential(1s))",
        false
      ),
      (
        "op(fails: [.busy(retryAfter: 1s): 20%]).retry(attempts: 3, delay: 2s, retryAfter: atMost(1m, atLeastBackoff: true))",
        false
      ),
      (
        "op(fails: [.busy(retryAfter: 1s): 20%]).retry(attempts: 3, delay: 2s, retryAfter: ignore)",
        false
      ),
      ("op(fails: [.busy: 20%]).retry(attempts: 3, delay: 2s)", false),
      (
        "op(on: server(service: 1ms, limit: tokens(9/s, burst: 2))).retry(attempts: 3, delay: 2s).timeout(1m)",
        true
      ),
      (
        "op(on: server(service: 1ms, limit: tokens(9/s, burst: 2, retryAfter: 5s))).retry(attempts: 3, delay: 2s)",
        false
      ),
      (
        "op(on: server(service: 1ms, limit: tokens(9/s, burst: 2, retryAfter: none))).retry(attempts: 3, delay: 2s)",
        false
      ),
    ])
  func shorterHints(text: String, warns: Bool) {
    let explained = Session.outputs(of: ["explain \(text)"]).joined()
    #expect(explained.contains("hint may be shorter") == warns, "\(explained)")
  }

  @Test("a trace says which longer delay a hint has replaced")
  func replaced() {
    func run(_ options: String) -> String {
      let source = "op(script: [.busy(retryAfter: 1s), ok]).retry(attempts: 2, \(options))"
      return Session.outputs(of: ["run \(source)"]).joined()
    }
    #expect(run("delay: 3s").contains("requested by the error, instead of 3s"))
    #expect(run("backoff: constant(4s), jitter: equal").contains("instead of 2s or more"))
    #expect(run("delay: 500ms").contains("requested by the error\n"))
  }

  @Test("under a deadline counts the possible attempts and their duration")
  func deadlines() {
    for seed in UInt64(0)..<60 {
      let strategy = Bounded(seed: seed)
      let (most, made, isInTime) = strategy.outcome()
      #expect(made.count == 4 && made.allSatisfy { $0 <= most ?? 0 }, "\(strategy.text)")
      #expect(isInTime, "\(strategy.text)")
      if strategy.isFixed { #expect(made.max() == most, "\(strategy.text)") }
    }
  }

  @Test(
    "describes the known behaviour of a strategy",
    arguments: [
      (
        "op(latency: 100ms).retry(attempts: 10, delay: 100ms, deadline: 1s)",
        "total attempts: at most 5"
      ),
      ("op(latency: 100ms).retry(attempts: 3, jitter: full)", "the jitter has no delay to change"),
      ("interval(100ms).take(10).timeout(200ms)", "longest duration: 1s"),
      ("zip(op(), op(\"b\")).retry(attempts: 2)", "total attempts: 4\nlongest duration: 200ms\n"),
      (
        "zip(op(on: server(slots: 5, service: 9ms), calls: op().retry(2)), "
          + "op(\"b\", on: server(slots: 5, service: 9ms), calls: op().retry(4))).retry(3)",
        "callers and servers multiply: 6 × 4 = 24 attempts"
      ),
      ("op().startWith(7)", "total attempts: 1\nlongest duration: 100ms\n"),
      (
        "op().timeout(500ms, error: .slow).retry(attempts: 3, on: [.slow])",
        "total attempts: 3\nlongest duration: 300ms\n"
      ),
      (
        "op().adaptiveThrottle(k: 2).retry(attempts: 3, on: [.throttled])",
        "total attempts: 3\nlongest duration: 300ms\n"
      ),
      (
        "op().breaker(failures: 50%, of: 9, open: 3s).retry(attempts: 3, on: [.breakerOpen])",
        "breaker: opens when 50% of the last 9 calls fail, for 3 s; 1 probe"
      ),
      (
        "op().breaker(failures: 50%, of: 9, open: 3s)"
          + ".retry(attempts: 3, on: [.breakerOpen], retryAfter: ignore)",
        "this retry asks an open breaker again and again"
      ),
      (
        "op().retry(attempts: 5, delay: 1s).timeout(3s)",
        "the timeout of 3s ends the call before the last attempt"
      ),
      ("op().hedge(after: 50ms, hedges: 2)", "hedge: up to 2 hedges after 50 ms"),
      (
        "op().map { 1 / 0 }.retry(attempts: 3, on: [.arithmetic])",
        "total attempts: 3\nlongest duration: 300ms\n"
      ),
      (
        "op(script: [op(\"a\").retry(attempts: 4), .timeout]).retry(attempts: 2)",
        "total attempts: 10"
      ),
      (
        "AuthFilter(refresh: op(\"login\")).andThen(op(\"fetch\"))",
        "AuthFilter: on .auth, runs the second input"
      ),
      (
        "op(latency: 10ms, fails: [.slow(retryAfter: 10ms): 100%])"
          + ".retry(attempts: 50, delay: 100ms, deadline: 200ms)",
        "50 attempts in total, at most 10 within the deadline"
      ),
    ] as [(String, String)])
  func known(text: String, said: String) {
    let explained = Session.outputs(of: ["explain \(text)"])[0]
    #expect(explained.contains(said), "\(explained)")
    // What ends a row ends the explanation: there is nothing to warn of.
    #expect(explained.hasSuffix(said) == said.hasSuffix("\n"), "\(explained)")
  }

  @Test("shows only the outermost of many operators")
  func deep() {
    let deep = "explain op()" + String(repeating: ".skip(1)", count: 60)
    #expect(
      Session.outputs(of: [deep])[0].split(separator: "\n").count { $0.contains("skip: ") } == 39)
  }

  @Test("why says what a budget and a breaker did to a call")
  func strategies() {
    let fetch = "op(fails: 100%, latency: 100ms)"
    let told = Session.outputs(of: [
      "why \(fetch).retry(attempts: 5, delay: 300ms, budget: budget(bucket: 1, perCall: 0))",
      "why \(fetch).breaker(failures: 50%, of: 2, open: 2s).retry(attempts: 5, delay: 300ms)",
      "explain \(fetch).retry(attempts: 5, budget: budget(bucket: 1, perCall: 0))",
    ])
    #expect(told[0].contains("→ retry after 300ms\n  → budget allows the retry, 0 left"))
    #expect(told[0].contains("→ retry after 300ms\n  → budget refuses the retry, 0 left"))
    #expect(told[1].contains("→ breaker opens until 2.5s\n  → retry after 300ms"))
    #expect(told[1].contains("no, refused by a strategy; only on: [.breakerOpen] retries it"))
    #expect(told[2].contains("budget: budget, "))
  }

  @Test("why shows the range of a delay that depends on the previous one")
  func decorrelated() {
    let text = "op(fails: 100%).retry(attempts: 3, backoff: decorrelated(100ms, 5s))"
    let told = Session.outputs(of: ["run \(text)", "why _"])[1]
    let waits = told.matches(of: /drew .* of it: (\S+)/).map(\.1)
    let ranges = told.matches(of: /between (\S+) and (\S+);/).map { "\($0.1) \($0.2)" }
    #expect(waits.count == 2 && ranges.count == 2 && ranges[0] == "100ms 300ms")
    let tripled = Session.outputs(of: ["just(\(waits[0]) * 3)"])[0]
    // Shown figures are rounded, so the last digit may differ.
    let end = ranges[1].split(separator: " ")[1].prefix(3)
    #expect(tripled.contains(end), "\(told)\(tripled)")
  }
}
