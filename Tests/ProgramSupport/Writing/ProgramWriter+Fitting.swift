import RetryLanguage

// Arguments that must fit each other, or lie within bounds that their types do not show.

extension ProgramWriter {
  /// Returns all arguments of a call that few values fit.
  mutating func special(_ callable: Callable) -> String? {
    switch (callable.name, callable.result) {
    case ("lognormal", _):
      callable.parameters[0].label == "p50"
        ? dice.word("(p50: 10ms, p99: 90ms)", "(p50: 1ns, p99: 1h)", "(p50: 5ms, p99: 5ms)")
        : dice.word("(median: 10ms, sigma: 0.5)", "(median: 1s, sigma: 0)")
    case ("pareto", _): dice.word("(min: 1ms, shape: 1.5)", "(min: 20ms, shape: 0.2)")
    case ("mix", _): dice.word("(90%: 1ms...2ms, 10%: 1s)", "(100%: 5ms)")
    case ("burst", _):
      dice.word(
        "(enter: 10%, leave: 20%)", "(enter: 0%, leave: 100%, fails: 90%, error: .auth)",
        "(every: exponential(1s), for: exponential(100ms), fails: 90%)",
        "(every: 500ms, for: 10ms...200ms, error: .auth)")
    case ("every", _):
      dice.word(
        "(1s, for: 100ms)", "(1m, for: 5s, latency: 1ms)", "(300ms, for: 100ms, from: 50ms)",
        "(1s, for: 1s, from: 0s)")
    case ("decorrelated", _): dice.word("(10ms, 5s)", "(1ms)", "(1ns, max: 1h)")
    case ("json", _): dice.word("(\"{\\\"id\\\": 7}\")", "(\"[1, null]\")", "(\"2.5\")")
    case ("field", _): dice.word("(\"id\")", "(\"none\")")
    case ("marbles", _):
      dice.word(
        "(\"--1--#\")", "(\"12-3|\", unit: 5ms)", "(\"(12)--|\", error: .auth)", "(\"-\")",
        "(\"ab-c#\", unit: 1h)")
    case ("schedule", _):
      dice.word("([ok(1).after(10ms), .timeout.after(40ms)])", "([ok(2), empty.after(1s)])")
    case ("breaker", .guarding):
      dice.word(
        "(failures: 50%, of: 4, open: 1s)",
        "(slow: 20%, slowAfter: 5ms, of: 3, open: 20ms, factor: 2)",
        "(failures: 10%, slow: 90%, over: 1s, open: 10ms, min: 2, perClient: true)",
        "(consecutive: 2, open: 50ms, factor: 1.5, maxOpen: 1s, probes: 2)")
    case ("person", _): dice.word("(retries: 50%)", "(retries: 100%, thinks: 1ms...2ms)")
    default: nil
    }
  }

  /// Returns an argument of which the type alone would allow too much.
  mutating func fitting(_ callable: Callable, _ index: Int) -> String? {
    let parameter = callable.parameters[index]
    if let key = parameter.key { return "\"\(key)\"" }
    if callable.key != nil, parameter.isCount { return dice.word("3", "2", "5") }
    switch (callable.name, parameter.label, parameter.type) {
    case ("load", "for", _): return dice.word("100ms", "300ms", "1s")
    case ("load", "warmup", _): return dice.word("0ms", "10ms")
    case ("load", "clients", _): return dice.word("1", "3", "8")
    case ("load", "think", _): return dice.word("10ms", "1ms...20ms", "exponential(50ms)")
    case ("load", "rate", _): return literal(.rateProfile)
    case ("ramp", nil, _): return dice.word("1/s...20/s", "50/s...0.5/s", "0/s...30/s")
    case ("ramp", "over", _): return dice.word("100ms", "1s", "1ns", "2h")
    case ("op", "hangs", _): return dice.word("0%", "10%", "100%")
    case ("op", "lost", _): return dice.word("10%", "50%", "100%", "0%")
    case ("op", "idempotent", _): return dice.word("false", "false", "true")
    case ("op", "cost", _): return dice.word("0.01", "1", "0", "1000", "2e-7")
    case ("op", "fails", _):
      return dice.chance(70) ? literal(.faults) : nil
    case ("op", nil, _): return dice.word("\"a\"", "\"é\"", "\"login\"")
    case ("cached", "fresh", _), ("cached", "stale", _): return dice.word("0%", "50%", "20%")
    case ("wholeJitter", _, _), ("truncated", _, _), ("rounded", _, _):
      return dice.word("1ms", "7us", "1s")
    case ("scaledJitter", _, _), ("scaled", _, _): return dice.word("1...2", "0.5...1", "0...3")
    case ("random", _, _): return dice.word("0...5", "1..<9", "0...9223372036854775807")
    case ("adaptiveThrottle", "k", _): return dice.word("2", "1.5", "1e300")
    case ("adaptiveThrottle", "window", _), ("channel", _, _): return dice.word("10ms", "1s", "1h")
    case (_, "beta", _): return dice.word("0.7", "0.5")
    case (_, "scale", _): return dice.word("0.4", "2")
    case ("bulkhead", "adapting", _): return dice.word("1...20", "2..<9")
    case ("bulkhead", "decrease", _): return dice.word("10%", "50%")
    case ("server", "fails", _): return dice.word("20%", "[.timeout: 5%, .auth: 50%]", "0%")
    case (_, "smoothing", _): return dice.word("0.8", "1")
    case ("rateLimiter", "per", _), ("rateLimit", "per", _): return dice.word("10ms", "1s")
    case ("rateLimiter", _, .int), ("rateLimit", _, .int): return dice.word("1", "2", "5")
    case ("perAttempt", "hedges", _), ("perCall", "hedges", _): return dice.word("1", "2")
    case ("rateLimiter", nil, .limitRule), ("rateLimit", nil, .limitRule):
      return dice.word("tokens(9/s, burst: 2)", "slidingWindow(1, per: 1s)")
    case ("hedge", "hedges", _): return dice.word("1", "2")
    case ("cache", "entries", _), ("uniform", nil, _), ("zipf", nil, _):
      return dice.word("1", "2", "50")
    case ("zipf", "exponent", _): return dice.word("0", "1", "2.5")
    case ("server", "slots", _): return dice.word("1", "2", "5")
    case ("policy", "attempts", _), ("RetryFilter", "attempts", _): return dice.word("1", "2", "5")
    case ("buffer", "count", _): return dice.word("1", "2", "5")
    case ("buffer", "timeSpan", _): return dice.word("10ms", "1s", "1h")
    case ("AuthFilter", "on", _): return dice.word(".auth", ".http(401)")
    case (_, _, .int): return dice.chance(90) ? dice.word("1", "2", "3", "5", "0") : nil
    case (_, _, .duration): return duration()
    case (_, _, .share): return literal(.share)
    case (_, "factor", _): return dice.word("2", "1.5", "3", "1e300", "1")
    default: return nil
    }
  }
}
