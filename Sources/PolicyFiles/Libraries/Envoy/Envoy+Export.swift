import Retry
import RetryLanguage
import RetryNumerics
import Simulation

extension Translation {
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

  /// Sets the timeout of a route, which is that of the call, and the only end by time.
  mutating func setRouteTimeout() {
    setLimit("timeout", [callTimeout, deadline].compactMap(\.self).min())
    if deadline != nil {
      lose("the timeout of the route stands for the deadline, and ends an attempt at work as well")
    }
  }

  /// Sets a timeout, which cannot be zero.
  mutating func setLimit(_ label: String, _ limit: Nanoseconds?) {
    guard let limit else { return }
    if limit == .zero {
      lose("a timeout of 0s stands for none")
    } else {
      call.set(label, .time(limit))
    }
  }

  mutating func setInterval(_ base: String, _ longest: String?) {
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

  mutating func setConditions(_ label: String) {
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

  mutating func setShare() {
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

extension PolicyText {
  /// The retries of a route of Envoy, and the budget of its cluster.
  var envoy: String {
    let interval = [
      time("base_interval").map { "  base_interval: \($0.seconds)s" },
      time("max_interval").map { "  max_interval: \($0.seconds)s" },
    ]
    let words = words("retry_on")
    let (codes, conditions) = (words.filter { Int($0) != nil }, words.filter { Int($0) == nil })
    let on = conditions + (codes.isEmpty ? [] : ["retriable-status-codes"])
    let route = Self.lines(
      4,
      [
        "retry_on: \"\(on.joined(separator: ","))\"",
        codes.isEmpty ? nil : "retriable_status_codes: [\(codes.joined(separator: ", "))]",
        value("num_retries").map { "num_retries: \($0)" },
        time("per_try_timeout").map { "per_try_timeout: \($0.seconds)s" }, "retry_back_off:",
      ] + interval
        + (time("rate_limited_max_interval").map { longest in
          [
            "rate_limited_retry_back_off:",
            "  reset_headers: [{ name: Retry-After, format: SECONDS }]",
            "  max_interval: \(longest.seconds)s",
          ]
        } ?? []))
    let least = value("min_retry_concurrency")
    let share = value("budget_percent").map { "budget_percent: { value: \($0.dropLast()) }" }
    let thresholds: [String] =
      if let share {
        ["retry_budget:", "  \(share)"] + (least.map { ["  min_retry_concurrency: \($0)"] } ?? [])
      } else {
        least.map { ["max_retries: \($0)"] } ?? []
      }
    let limits = (thresholds + envoyThreshold).enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    let cluster = limits.isEmpty ? "" : "circuit_breakers:\n  thresholds:\n" + Self.lines(4, limits)
    return "route:\n  timeout: \((time("timeout") ?? .zero).seconds)s\n  retry_policy:\n" + route
      + cluster + envoyEjection
  }
}

extension PolicyText {
  /// The threshold of a cluster for its requests.
  var envoyThreshold: [String] {
    layers.aroundAttempt.compactMap { layer in
      if case .concurrencyLimit(let limit) = layer { "max_requests: \(limit.calls)" } else { nil }
    }
  }

  /// When the hosts of a cluster are ejected.
  var envoyEjection: String {
    for case .breaker(let breaker) in layers.aroundAttempt {
      guard let failures = breaker.consecutiveFailures else { continue }
      let time = Nanoseconds(breaker.opening.initial)
      return "outlier_detection:\n"
        + Self.lines(
          2,
          [
            "consecutive_5xx: \(failures)",
            "interval: \(min(time, Nanoseconds(1_000_000_000)).seconds)s",
            "base_ejection_time: \(time.seconds)s", "max_ejection_time: \(time.seconds)s",
            "max_ejection_percent: 100", "enforcing_success_rate: 0",
          ])
        // Else all hosts are called again once most of them are ejected.
        + "common_lb_config:\n  healthy_panic_threshold: { value: 0 }\n"
    }
    return ""
  }
}

extension LayerText {
  /// The cluster of an Envoy, whose hosts are ejected instead of a breaker that opens.
  static let envoy = LayerText(
    counts: [.row], mostProbes: 1, bulkhead: .never, isEachOnce: true, hasOuter: false,
    countsRefusals: false,
    notes: [
      .breaker:
        "failures are counted for each host, by all clients of the Envoy: it is ejected, and comes back without a probe",
      .concurrencyLimit: "the bulkhead is that of the cluster, for all of its routes",
    ])
}
