import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

extension Translation {
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
}

extension PolicyText {
  /// A service config of gRPC, in which a list takes the place of comments.
  func grpc(_ head: [String]) -> String {
    let codes = words("retryableStatusCodes").map(\.json).joined(separator: ", ")
    let retry = [
      value("maxAttempts").map { "\"maxAttempts\": \($0)" },
      time("initialBackoff").map { "\"initialBackoff\": \"\($0.seconds)s\"" },
      time("maxBackoff").map { "\"maxBackoff\": \"\($0.seconds)s\"" },
      value("backoffMultiplier").map { "\"backoffMultiplier\": \($0)" },
      "\"retryableStatusCodes\": [\(codes.isEmpty ? "\"UNAVAILABLE\"" : codes)]",
    ].compactMap(\.self).joined(separator: ",\n        ")
    let timeout = time("timeout").map { "\n      \"timeout\": \"\($0.seconds)s\"," } ?? ""
    let tokens = value("maxTokens").flatMap { $0 == "0" ? nil : $0 }
    let throttling =
      tokens.map {
        """
        ,
          "retryThrottling": { "maxTokens": \($0), "tokenRatio": \(value("tokenRatio") ?? "0.1") }
        """
      } ?? ""
    return """
      {
        "_comment": [
          \(head.map(\.json).joined(separator: ",\n    "))
        ],
        "methodConfig": [
          {
            "name": [{}],\(timeout)
            "retryPolicy": {
              \(retry)
            }
          }
        ]\(throttling)
      }

      """
  }
}
