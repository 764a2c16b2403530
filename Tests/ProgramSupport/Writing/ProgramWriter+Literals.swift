import RetryLanguage

// Literals and other simple expressions.

extension ProgramWriter {
  /// Returns a literal or the simplest expression of a type, or `nil` if there is none.
  mutating func literal(_ type: Type) -> String? {
    switch type {
    case .bool: dice.word("true", "false")
    case .int: whole()
    case .double: number()
    case .share: share()
    case .duration: duration()
    case .rate: dice.word("1/s", "30/s", "5/s", "100/s", "0.5/s")
    case .text: text()
    case .fault: fault()
    case .pattern: dice.chance(60) ? fault() : dice.word(".http(500...599)", ".http(400..<500)")
    case .any: plain(of: plainType())
    case .tuple(let parts): joined(parts).map { "(\($0))" }
    case .list(let inner): list(of: inner)
    case .range(let inner): range(of: inner)
    case .source(let inner): simpleSource(of: inner)
    case .function(let parameters, let result): closure(parameters, result, depth: 0)
    default: known(type)
    }
  }

  /// The simplest things of the types of which there are no literals.
  private mutating func known(_ type: Type) -> String? {
    switch type {
    case .outcome: dice.word("ok", ".timeout", "empty", "never", "ok(1)", ".auth", "ok(\"é\")")
    case .latency:
      dice.word("10ms", "0ms", "1ms...5ms", "exponential(20ms)", "1ns", "2h", "samples(\"s.csv\")")
    case .faults: dice.word("30%", "0%", "100%", "[.timeout: 20%, .auth: 10%]")
    case .outages: dice.word("[0s...1s]", "[]", "every(1s, for: 100ms)", "[1ns...1h, 2h...3h]")
    case .resource:
      dice.word(
        "server(service: 10ms)", "server(slots: 2, service: 1ms, queue: 3)", "row(hop: 10ms)",
        "server(service: { n, t in 1ms * n }, slots: 9)", "server(service: 9ms, crash: 3)")
    case .abandonRule: dice.word("served", "dropped")
    case .downRule: dice.word("refuses", "holds")
    case .orderRule: dice.word("fifo", "lifo")
    case .keys: dice.word("uniform(3)", "zipf(9)", "zipf(2, exponent: 0)", "uniform(1000)")
    case .cache:
      dice.word("cache()", "cache(entries: 1)", "cache(for: 50ms, stale: 1s, cleared: 300ms)")
    case .limitRule:
      dice.word("tokens(9/s, burst: 2)", "window(3, per: 1s)", "slidingWindow(1, per: 1ns)")
    case .service: dice.word("10ms", "exponential(20ms)", "{ n, t in t + 1ms * n }", "0ms...1h")
    case .rateProfile:
      dice.word(
        "5/s", "[0s: 5/s, 200ms: 50/s]", "[100ms: 30/s, 300ms: 0/s]", "ramp(1/s...80/s, over: 1s)",
        "[0s: 20/s, 100ms: ramp(20/s...1/s, over: 400ms)]")
    case .spacing: dice.word("poisson", "steady")
    case .load:
      dice.word(
        "load(op(), rate: 5/s, for: 1s)", "load(op(), clients: 2, for: 1s)",
        "load(op(), clients: 2, calls: 3, for: 1s)")
    case .dictionary(.text, .load):
      dice.word(
        "[\"a\": load(op(), rate: 5/s, for: 1s)]",
        "[\"a\": load(op(), rate: 5/s, for: 1s), \"b\": load(op(\"x\"), clients: 2, for: 500ms)]")
    case .runnable: dice.word("op()", "just(1)")
    case .backoff:
      dice.word(
        "none", "constant(10ms)", "exponential(1ms)", "fibonacci(5ms)",
        "constant(10ms).take(2) ++ exponential(1ms)", "linear(1ms).takeUntil(9ms)",
        "exponential(10ms).firstAtOnce()")
    case .jitter: dice.word("full", "equal", "none", "additive(1ms)", "proportional(100%)")
    case .deadlineRule: dice.word("refuse", "refuseBeyond", "clamp", "after", "elapsed")
    case .deadlineMoment: dice.word("failure", "start")
    case .stopRule: dice.word("either", "both")
    case .attemptLimit: dice.word("1", "3", "6", "unlimited")
    case .dictionary(.pattern, .int): dice.word("[.timeout: 1]", "[.auth: 0, .http(500...599): 2]")
    case .hintRule:
      dice.word(
        "honour", "ignore", "atMost(30ms)", "atMost(1s, jitter: 10ms, atLeastBackoff: true)",
        "atMost(50ms, resetsBackoff: true, failsBeyond: true, failsIfNegative: true, zero: atOnce)")
    case .exhaustion: dice.word("complete", "fail")
    case .policy: dice.word("policy(attempts: 2)", "policy(retries: 1, delay: 10ms)")
    case .filter: dice.word("RetryFilter(attempts: 2)")
    case .person: dice.word("person(retries: 50%)", "person(retries: 0%, thinks: 1s)")
    case .nothing: nil
    default: nil
    }
  }

  private mutating func whole() -> String {
    if dice.chance(80) { return "\(dice.below(6))" }
    return dice.word("0", "1", "(-1)", "7", "1000", "9223372036854775807", "(-9223372036854775807)")
  }

  private mutating func number() -> String {
    dice.word("0.5", "2.0", "1e-300", "1e300", "0.0", "(-1.5)", "3", "0.1", "1e18")
  }

  private mutating func share() -> String {
    dice.word("0%", "100%", "30%", "50%", "1%", "0.001%", "99.9%")
  }

  /// Returns a duration, mostly one that calls live through.
  mutating func duration() -> String {
    if dice.chance(85) { return dice.word("0ms", "1ms", "10ms", "30ms", "100ms", "250ms", "1s") }
    return dice.word("1ns", "999us", "1h", "100h", "2562047h", "1.5s", "1m")
  }

  private mutating func text() -> String {
    dice.word("\"a\"", "\"\"", "\"é😀\"", "\"\\\"q\\\"\"", "\"a b\"", "\"\\u{301}\"", "\"\\n\"")
  }

  private mutating func fault() -> String {
    if dice.chance(70) { return dice.word(".timeout", ".auth", ".network", ".unspecified") }
    return dice.word(
      ".http(503)", ".http(404)", ".x(\"é\")", ".throttled(retryAfter: 1s)", ".network(.timeout)",
      ".http(-1)", ".x(1.5)")
  }

  /// Returns a type that sources can send.
  mutating func plainType() -> Type {
    let some: [Type] = [
      .int, .int, .int, .int, .text, .bool, .duration, .double, .fault, .tuple([.int, .text]),
      .list(.int),
    ]
    return dice.pick(some) ?? .int
  }

  private mutating func plain(of type: Type) -> String? { literal(type) }

  private mutating func joined(_ parts: [Type]) -> String? {
    var texts: [String] = []
    for part in parts {
      guard let text = literal(part) else { return nil }
      texts.append(text)
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private mutating func list(of inner: Type) -> String? {
    joined(Array(repeating: inner, count: 1 + dice.below(3))).map { "[\($0)]" }
  }

  private mutating func range(of inner: Type) -> String? {
    switch inner {
    case .int: dice.word("1...3", "0...0", "0..<4", "(-2)...2", "1...5")
    case .duration: dice.word("0ms...10ms", "1ns...1s", "5ms...5ms", "0s...1h")
    case .double: dice.word("0.5...1.5", "0.0...1e300")
    case .rate: dice.word("1/s...20/s", "50/s...0.5/s", "0/s...30/s")
    default: nil
    }
  }

  private mutating func simpleSource(of inner: Type) -> String? {
    if inner == .nothing { return dice.word("fail(.timeout)", "empty()", "never()") }
    if inner == .any { return dice.word("op()", "just(1)", "op(fails: 50%)") }
    if inner == .unit { return dice.word("op()", "op(fails: 50%)", "op(fails: 100%)") }
    guard let value = literal(inner) else { return nil }
    if dice.chance(50) { return "just(\(value))" }
    return "op(fails: \(share()), returns: \(value))"
  }
}
