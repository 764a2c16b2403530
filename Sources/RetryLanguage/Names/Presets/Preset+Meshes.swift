import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofMeshes: [Preset] = [envoy, istio, linkerd, linkerdProfile]

  private static let envoySources = [
    "envoyproxy/envoy: source/common/common/backoff_strategy.cc and its test",
    "envoyproxy/envoy: docs, router_filter.rst; test/common/router/retry_state_impl_test.cc",
  ]

  /// Returns the delays of Envoy: a whole number of milliseconds below an exponential bound.
  private static func envoyDelays(_ base: Duration, _ longest: Duration?) -> Backoff {
    .exponential(initial: base).maximum(longest ?? base * 10).wholeJitter(unit: .milliseconds(1))
  }

  private static let envoy = Preset(
    "envoy", of: "Envoy", version: "main", sources: envoySources,
    counts: "num_retries 3 makes 4 attempts; 1 by default",
    surprises: [
      "Nothing is retried unless retry_on says so; the preset takes '5xx'.",
      "The documentation gives 0 to 24, 74 and 174 ms as the first delays; the source draws 0 to 24, 49 and 99 ms.",
      "The route's timeout, 15 s by default, includes all retries.",
      "At most 3 retries run at once for a cluster, unless a budget takes the place of that number.",
    ],
    departures: [
      "A hint beyond the max_interval of rate_limited_retry_back_off is cut here, and passed over there.",
      "Nothing is added to a hint; there, up to half of it is.",
    ],
    retries("num_retries", or: 1),
    text("retry_on", or: "5xx", "the conditions, separated by commas"),
    limit("per_try_timeout", "how long an attempt may take"),
    time("timeout", or: .seconds(15), "the route's timeout, 0s for none"),
    time("base_interval", or: .milliseconds(25), "the bound of the first delay"),
    someTime("max_interval", "the longest bound; ten times the base by default"),
    someShare("budget_percent", "the retries per request at work; no budget by default"),
    whole("min_retry_concurrency", or: 3, least: 0, "the retries at once that are always allowed"),
    someTime(
      "rate_limited_max_interval",
      "the longest hint of a server, as in rate_limited_retry_back_off; none is looked at by default"
    ),
    example: "num_retries: 3, per_try_timeout: 500ms"
  ) {
    site, retries, on, perTry, timeout, base, longest, share, least, hint throws(InvalidArgument) in
    RetryStrategy(
      attempts: retries, envoyDelays(base, longest), hints: hint.map { HintRule(maximum: $0) },
      on: try conditions(on, "retry_on"),
      budget: Shared(site.name ?? "envoy budget", .share(share ?? 0, minimum: least)),
      inner: perTry.timeout, outer: (timeout == .zero ? nil : timeout).timeout)
  }

  private static let istio = Preset(
    "istio", of: "Istio", version: "main",
    sources: ["istio/istio: pilot/pkg/networking/core/route/retry/retry.go", "istio/api: 3512"]
      + envoySources.prefix(1),
    counts: "attempts 3 makes 4 attempts: it counts retries; 2 by default",
    surprises: [
      "Retries are on without being asked for: 3 attempts in all.",
      "The word 'attempts' counts retries; 0 turns them off.",
      "The delays are those of Envoy, but not its limit of 3 retries at once, which Istio lifts.",
    ],
    retries("attempts", or: 2), limit("perTryTimeout", "how long an attempt may take"),
    text(
      "retryOn", or: "connect-failure,refused-stream,unavailable,cancelled,503",
      "the conditions, separated by commas"),
    limit("timeout", "the route's timeout; none by default"),
    time("backoff", or: .milliseconds(25), "the bound of the first delay"),
    example: "attempts: 3"
  ) { _, retries, perTry, on, timeout, base throws(InvalidArgument) in
    RetryStrategy(
      attempts: retries, envoyDelays(base, nil), on: try conditions(on, "retryOn"),
      inner: perTry.timeout, outer: timeout.timeout)
  }

  private static let linkerd = Preset(
    "linkerd", of: "Linkerd 2.16 and later, by annotations", version: "2.16",
    sources: ["linkerd.io: 2/reference/retries"],
    counts: "retry.linkerd.io/limit 1 makes 2 attempts",
    surprises: ["There is no delay between attempts, and no budget."],
    retries("limit", or: 1),
    someTime("timeout", "how long an attempt may take; it is retried then"),
    text("http", or: "5xx", "the statuses to retry"),
    example: "limit: 3"
  ) { _, retries, timeout, on throws(InvalidArgument) in
    RetryStrategy(attempts: retries, on: try conditions(on, "http"), inner: timeout.timeout)
  }

  private static let linkerdProfile = Preset(
    "linkerd-serviceprofile", of: "Linkerd, by a ServiceProfile", version: "2.16",
    sources: [
      "linkerd.io: 2/reference/service-profiles",
      "tower-rs/tower: tower/src/retry/budget/tps_budget.rs",
    ],
    counts: "there is no number of attempts: the budget and the timeout end the retries",
    surprises: [
      "A call that always fails is retried until its timeout, without a delay, as long as the budget lasts."
    ],
    departures: ["The limit on the size of a body is not modelled."],
    share("retryRatio", or: 0.2, "the retries per request"),
    rate("minRetriesPerSecond", or: 10, "the retries that are always allowed"),
    time("ttl", or: .seconds(10), "how long a request counts"),
    time("timeout", or: .seconds(10), "the route's timeout"),
    example: "retryRatio: 10%"
  ) { site, share, least, ttl, timeout in
    RetryStrategy(
      attempts: nil, on: .connection + .http(500...599) + .kinds("overloaded"),
      budget: Shared(
        site.name ?? "linkerd budget", .ratio(share, minimumPerSecond: least, window: ttl)),
      outer: Optional(timeout).timeout)
  }

  /// Returns the errors of Envoy's conditions, such as `5xx,reset`, or of statuses, such as `503`.
  private static func conditions(
    _ text: String, _ label: String
  ) throws(InvalidArgument) -> [FaultPattern] {
    var found: [FaultPattern] = []
    for word in text.split(separator: ",") {
      let word = word.trimmed
      if let code = Int(word), (100...599).contains(code) {
        found += .http(code).filter { !found.contains($0) }
        continue
      }
      guard let patterns = condition(word) else {
        throw InvalidArgument(label, PresetProblem.codes(word))
      }
      found += patterns.filter { !found.contains($0) }
    }
    return found
  }

  private static func condition(_ word: String) -> [FaultPattern]? {
    switch word {
    case "5xx": .transient + .http(500...599)
    case "gateway-error": .transient + .http(502...504)
    case "reset", "reset-before-request", "http3-post-connect-failure": .transient
    case "connect-failure", "refused-stream": .unreached + .kinds("overloaded")
    case "unavailable": .unreached + .http(503) + .kinds("overloaded")
    case "retriable-4xx": .http(409)
    case "retriable-status-codes", "retriable-headers", "envoy-ratelimited": .kinds("rateLimited")
    case "cancelled": .kinds("cancelled")
    case "deadline-exceeded": .kinds("timeout", "deadlineExceeded") + .http(504)
    case "internal": .kinds("internal") + .http(500)
    case "resource-exhausted": .throttling
    default: nil
    }
  }
}

extension Substring {
  /// The text without the spaces around it.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
