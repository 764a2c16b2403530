import Retry
import RetryLanguage
import RetryNumerics
import Simulation

// What each library makes of a policy.

extension Translation {
  /// Sets the delays of a library that multiplies a first delay, with the names of its settings.
  mutating func setGrowth(
    _ fit: DelayFit?, _ first: String, _ factor: String, _ longest: String,
    atLeast least: Nanoseconds = .zero
  ) {
    guard let fit else {
      if least > .zero { loseDelays("it cannot retry at once: the first delay is \(least)") }
      call.set(first, .time(least))
      return call.set(factor, .number(1))
    }
    call.set(first, .time(max(min(fit.first, fit.cap ?? fit.first), least)))
    call.set(factor, .number(fit.factor))
    if let cap = fit.cap { call.set(longest, .time(max(cap, least))) }
  }

  /// The policy as the service config of gRPC.
  static func grpc(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "grpc")
    it.setCount("maxAttempts", retries: false, unlimited: nil, within: 2...5)
    let fit = it.fit()?.varying(by: 0.2)
    it.setGrowth(
      fit, "initialBackoff", "backoffMultiplier", "maxBackoff", atLeast: Nanoseconds(1_000_000))
    if fit?.cap == nil { it.call.set("maxBackoff", .time(it.longestDelay(of: 5))) }
    it.checkGrowth()
    it.checkShake(.proportional(0.2), capsLast: false, "gRPC varies each by 20 %, up or down")
    it.setStatuses()
    it.setThrottle()
    if let limit = it.callTimeout { it.call.set("timeout", .time(limit)) }
    it.checkRest(budget: true, call: true, filter: true, hints: true)
    return it
  }

  /// The longest of the first delays.
  func longestDelay(of attempts: Int) -> Nanoseconds {
    let delays = rules.backoff.ranges(max(min(self.attempts ?? attempts, attempts) - 1, 1))
    return max(delays.map(\.upperBound).max() ?? .zero, Nanoseconds(1_000_000))
  }

  private mutating func setStatuses() {
    guard let on = strategy.filter.on else {
      lose("every error is retried, and gRPC needs a list: it has UNAVAILABLE")
      return call.set("retryableStatusCodes", .text("UNAVAILABLE"))
    }
    var statuses: [String] = []
    for pattern in on {
      let status = Self.status(of: pattern)
      if status == nil { lose(pattern, "no status stands for") }
      if let status, !statuses.contains(status) { statuses.append(status) }
    }
    if !strategy.filter.unless.isEmpty { lose("exceptions to what is retried cannot be named") }
    if statuses.isEmpty {
      lose("gRPC needs a status to retry: it has UNAVAILABLE")
      statuses = ["UNAVAILABLE"]
    }
    call.set("retryableStatusCodes", .text(statuses.joined(separator: ",")))
  }

  /// Returns the status that stands for an error.
  private static func status(of pattern: FaultPattern) -> String? {
    switch (pattern.kind, pattern.payload) {
    case ("error", _), ("reset", _), ("outage", _), ("unavailable", _), ("network", _),
      ("connection", _),
      ("offline", _), ("crashed", _), ("overloaded", _), ("http", .value(.int(503))):
      "UNAVAILABLE"
    case ("timeout", _), ("deadlineExceeded", _): "DEADLINE_EXCEEDED"
    case ("throttled", _), ("rateLimited", _), ("http", .value(.int(429))): "RESOURCE_EXHAUSTED"
    case ("internal", _), ("http", .value(.int(500))): "INTERNAL"
    case ("aborted", _): "ABORTED"
    case ("cancelled", _): "CANCELLED"
    case ("unknown", _): "UNKNOWN"
    default: nil
    }
  }

  private mutating func setThrottle() {
    guard let budget = strategy.budget else { return call.set("maxTokens", .count(0)) }
    guard let (tokens, ratio) = budget.settings.throttle, tokens > 0 else {
      call.set("maxTokens", .count(0))
      return lose("the budget is another than gRPC's: \(budget.settings)")
    }
    call.set("maxTokens", .number(tokens))
    call.set("tokenRatio", .number(ratio))
  }

  /// The policy as the retries of a route of Envoy.
  static func envoy(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "envoy")
    it.setCount("num_retries", retries: true, unlimited: nil, within: 0...1000)
    it.setConditions("retry_on")
    it.setLimit("per_try_timeout", it.attemptTimeout)
    it.setRouteTimeout()
    if it.call["timeout"] == nil {
      it.call.set("timeout", .time(.zero))
      it.lose("the timeout of the route, 15s by default, is switched off: the policy has none")
    }
    it.setInterval("base_interval", "max_interval")
    it.setShare()
    if let hints = it.rules.hintRule {
      let longest = hints.maximum.map { Nanoseconds($0) } ?? Nanoseconds(300_000_000_000)
      it.call.set("rate_limited_max_interval", .time(longest))
      it.lose("up to half of a server's hint is added to it")
    }
    it.setLayers(.envoy)
    it.checkRest(
      deadline: true, budget: true, attempt: true, call: true, filter: true, hints: true)
    return it
  }

  /// The policy as the retries of a route of Istio.
  static func istio(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "istio")
    it.setCount("attempts", retries: true, unlimited: nil, within: 0...1000)
    it.setConditions("retryOn")
    // Without conditions, Istio has some of its own.
    if it.call["retryOn"] == .text("") {
      it.call.remove("retryOn")
      it.call.set("attempts", .count(0))
    }
    it.setLimit("perTryTimeout", it.attemptTimeout)
    it.setRouteTimeout()
    it.setInterval("backoff", nil)
    if strategy.budget != nil {
      it.lose("the budget of a cluster is set in a DestinationRule")
    }
    it.checkRest(deadline: true, budget: true, attempt: true, call: true, filter: true)
    return it
  }

  /// Sets the timeout of a route, which is that of the call, and the only end by time.
  private mutating func setRouteTimeout() {
    setLimit("timeout", [callTimeout, deadline].compactMap(\.self).min())
    if deadline != nil {
      lose("the timeout of the route stands for the deadline, and ends an attempt at work as well")
    }
  }

  /// Sets a timeout, which cannot be zero.
  private mutating func setLimit(_ label: String, _ limit: Nanoseconds?) {
    guard let limit else { return }
    if limit == .zero {
      lose("a timeout of 0s stands for none")
    } else {
      call.set(label, .time(limit))
    }
  }

  private mutating func setInterval(_ base: String, _ longest: String?) {
    let millisecond = Nanoseconds(1_000_000)
    if let fit = fit()?.doubling(for: delays, (attempts ?? .max) - 1) {
      let initial = max(min(fit.first, fit.cap ?? fit.first), millisecond)
      call.set(base, .time(initial))
      if let longest { call.set(longest, .time(max(fit.cap ?? longestDelay(of: 1000), initial))) }
      if fit.factor != 2 || delays.nearest?.factor != 2 {
        doubt("the bound of a delay doubles each time")
      }
      if longest == nil, delays.cap != nil {
        doubt("the longest delay is ten times the first one")
      }
    } else {
      loseDelays("it cannot retry at once: the first delay is below 1 ms")
      call.set(base, .time(millisecond))
      if let longest { call.set(longest, .time(millisecond)) }
    }
    checkGrowth()
    checkShake(
      .whole(millisecond), capsLast: false,
      "Envoy draws each from zero to its bound, in whole milliseconds")
  }

  private mutating func setConditions(_ label: String) {
    guard let on = strategy.filter.on else {
      lose("which errors are retried has to be named: it has 5xx")
      return call.set(label, .text("5xx"))
    }
    var codes: [String] = []
    var words: [String] = []
    func add(_ word: String) { if !words.contains(word) { words.append(word) } }
    for pattern in on {
      switch (pattern.kind, pattern.payload) {
      case ("http", .value(.int(let code))) where (100...599).contains(code):
        if !codes.contains("\(code)") { codes.append("\(code)") }
      case ("http", .range(500...599)), ("http", .any): add("5xx")
      case ("http", .range(502...504)): add("gateway-error")
      case ("timeout", _), ("expired", _), ("reset", _): add("reset")
      case ("network", .fault(let cause)) where cause.kind == "reset": add("reset")
      case ("error", _), ("outage", _), ("unavailable", _), ("network", _),
        ("connection", _),
        ("offline", _), ("crashed", _), ("overloaded", _):
        add("connect-failure")
      case ("throttled", _):
        add("resource-exhausted")
        if !codes.contains("429") { codes.append("429") }
      case ("rateLimited", _): add("envoy-ratelimited")
      case ("deadlineExceeded", _): add("deadline-exceeded")
      case ("cancelled", _): add("cancelled")
      case ("internal", _): add("internal")
      default: lose(pattern, "no condition stands for")
      }
    }
    if !strategy.filter.unless.isEmpty { lose("exceptions to what is retried cannot be named") }
    if words.isEmpty, codes.isEmpty, !on.isEmpty { lose("nothing is left that is retried") }
    call.set(label, .text((words + codes).joined(separator: ",")))
  }

  private mutating func setShare() {
    guard let budget = strategy.budget else {
      return lose("at most 3 retries run at once for a cluster, unless its threshold is raised")
    }
    guard let (share, least) = budget.settings.share else {
      return lose("the budget is another than Envoy's: \(budget.settings)")
    }
    if share > 1 { lose("a budget has at most 100 % of the requests") }
    // In as few digits as give the share again.
    let exact = min(share, 1) * 100
    let neat = (exact * 1e9).rounded() / 1e9
    if share > 0 {
      call.set("budget_percent", .percent(neat / 100 == min(share, 1) ? neat : exact))
    }
    call.set("min_retry_concurrency", .count(least))
  }
}

extension Translation {
  /// The policy as an instance of resilience4j.
  static func resilience(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "resilience4j")
    it.setCount("maxAttempts", retries: false, unlimited: nil, within: 1...1_000_000)
    let fit = it.fit(capsLast: true)
    let share = fit?.share ?? 0
    it.set("waitDuration", fit?.first ?? .zero, whole: .millisecond)
    if let fit, fit.factor != 1 {
      it.call.set("enableExponentialBackoff", .flag(true))
      it.call.set("exponentialBackoffMultiplier", .number(fit.factor))
      if let cap = share > 0 ? fit.most : fit.cap {
        it.set("exponentialMaxWaitDuration", cap, whole: .millisecond)
      }
    }
    if share > 0 {
      if share == 1 { it.loseDelays("a delay varies by less than all of it") }
      it.call.set("enableRandomizedWait", .flag(true))
      it.call.set("randomizedWaitFactor", .number(min(share, 0.999)))
    }
    it.checkShake(
      share > 0 ? .proportional(share) : .none, capsLast: true,
      "resilience4j varies a delay by a share of it, or not at all")
    it.checkGrowth()
    it.setLayers(.resilience4j)
    it.checkRest(attempt: true, call: true)
    return it
  }
}
