import Documents
import RetryLanguage
import RetryNumerics
import TextLayout

/// The settings of a preset as the text of a file; comments come before it.
struct PolicyText {
  private let call: PresetCall
  let layers: LayersBeside
  /// The kinds of these whose refusals are not retried.
  let refusing: [LayerKind]

  /// Writes what a library makes of a policy.
  init(_ translation: Translation) {
    (call, layers, refusing) = (translation.call, translation.layers, translation.refusing)
  }

  /// The value of a setting as it is written here.
  func value(_ label: String) -> String? { call[label].map { "\($0)" } }

  func time(_ label: String) -> Nanoseconds? { call[label]?.time }

  func delays(_ label: String) -> DelayTable? { call[label]?.delays }

  /// Returns the rows of a table, each with what its two times are in a language, in lines if there are many.
  static func rows(
    _ table: DelayTable, _ indentation: String, _ row: (Nanoseconds, Nanoseconds) -> String
  ) -> String {
    let rows = table.ranges.map { row($0.lowerBound, $0.upperBound) }
    guard rows.count > 3 else { return rows.joined(separator: ", ") }
    return "\n" + rows.map { "\(indentation)    \($0),\n" }.joined() + indentation
  }

  /// The words of a setting that commas separate.
  func words(_ label: String) -> [String] {
    (value(label) ?? "").filter { $0 != "\"" }.split(separator: ",").map { String($0) }
  }

  static func lines(_ indentation: Int, _ lines: [String?]) -> String {
    let gap = String(repeating: " ", count: indentation)
    return lines.compactMap(\.self).map { gap + $0 + "\n" }.joined()
  }
}

extension Nanoseconds {
  /// The time in seconds with a fraction of as many digits as it needs, such as `0.025`.
  var seconds: String {
    let (whole, rest) = (count / 1_000_000_000, count % 1_000_000_000)
    guard rest > 0 else { return "\(whole)" }
    let digits = String(String(rest + 1_000_000_000).dropFirst())
    let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return "\(whole).\(digits[...end])"
  }

  /// The time in milliseconds, rounded down, of at least one if it is not zero.
  var wholeMilliseconds: Int64 { count == 0 ? 0 : max(count / 1_000_000, 1) }
}

// MARK: - Configurations

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

  var istio: String {
    """
    apiVersion: networking.istio.io/v1
    kind: VirtualService
    metadata:
      name: policy
    spec:
      hosts: [policy]
      http:
        - route: [{ destination: { host: policy } }]

    """
      + Self.lines(6, [time("timeout").map { "timeout: \($0)" }, "retries:"])
      + Self.lines(
        8,
        [
          value("attempts").map { "attempts: \($0)" },
          time("perTryTimeout").map { "perTryTimeout: \($0)" },
          value("retryOn").map { "retryOn: \($0)" }, time("backoff").map { "backoff: \($0)" },
        ])
  }

  /// An instance of resilience4j.
  var resilience: String {
    let names = [
      "maxAttempts", "waitDuration", "enableExponentialBackoff", "exponentialBackoffMultiplier",
      "exponentialMaxWaitDuration", "enableRandomizedWait", "randomizedWaitFactor",
    ]
    let settings = names.compactMap { name in
      time(name).map { "\(name): \($0.wholeMilliseconds)ms" }
        ?? value(name).map { "\(name): \($0)" }
    }
    return resilience(settings + Self.ignored("ignoreExceptions", refusing))
  }

  /// An exporter of the OpenTelemetry Collector.
  var collector: String {
    let names = [
      "enabled", "initial_interval", "randomization_factor", "multiplier", "max_interval",
      "max_elapsed_time",
    ]
    return "exporters:\n  otlp:\n    retry_on_failure:\n"
      + Self.lines(6, names.map { name in value(name).map { "\(name): \($0)" } })
  }
}
