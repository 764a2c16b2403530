import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  static let ofRPC: [Preset] = [grpc, grpcLegacy, finagle]

  private static let grpc = grpc(
    "grpc", of: "gRPC", version: "A6 with proposal 452",
    sources: [
      "grpc/proposal: A6-client-retries.md, pull request 452",
      "grpc/grpc-java: core/src/test/java/io/grpc/internal/RetriableStreamTest.java",
      "grpc/grpc-swift: Tests/GRPCCoreTests/Transport/RetryThrottleTests.swift",
    ],
    jitter: "The jitter is 20 % up or down after the maximum, so that a delay may exceed it."
  ) { $0.proportionalJitter(0.2) }

  private static let grpcLegacy = grpc(
    "grpc-legacy", of: "gRPC before 2024", version: "A6 of 2017; grpc-node still",
    sources: ["grpc/proposal: A6-client-retries.md of 2017", "grpc/grpc-node: issue 2959"],
    jitter: "The jitter is full: a delay is anything from zero on."
  ) { $0.fullJitter() }

  private static func grpc(
    _ name: String, of library: String, version: String, sources: [String], jitter: String,
    _ shake: @escaping @Sendable (Backoff) -> Backoff
  ) -> Preset {
    Preset(
      name, of: library, version: version, sources: sources,
      counts: "maxAttempts 3 makes 3 attempts; more than 5 count as 5, fewer than 2 are refused",
      surprises: [
        jitter,
        "A failure that is retried takes a token and a success gives a tenth back; retries need more than half of the 10.",
        "A pushback of the server sets the delay and starts the back-off over; one of 0s means at once, and a negative one forbids retries.",
      ],
      departures: [
        "Retries that never left the client, and hedging, are not part of the preset.",
        "A pushback counts only for statuses that are retried; grpc-java obeys one on any status.",
      ],
      attempts("maxAttempts", or: 4, least: 2, "the attempts in all, 2 to 5"),
      first("initialBackoff", or: .milliseconds(100)),
      time("maxBackoff", or: .seconds(1), "the longest delay before jitter"),
      factor("backoffMultiplier", or: 2),
      text("retryableStatusCodes", or: "UNAVAILABLE", "the statuses to retry, separated by commas"),
      amount("maxTokens", or: 10, "the tokens of the throttle, 0 for none"),
      amount("tokenRatio", or: 0.1, "what a success gives back"),
      someTime("timeout", "the deadline of the call with all its attempts"),
      example: "maxAttempts: 4, initialBackoff: 100ms"
    ) {
      site, count, initial, longest, factor, statuses, tokens, ratio, timeout
        throws(InvalidArgument) in
      guard let attempts = count else {
        throw InvalidArgument("maxAttempts", CallProblem.tooFew(of: "'maxAttempts'", 0, least: 2))
      }
      guard initial > .zero else {
        throw InvalidArgument(
          "initialBackoff",
          DistributionProblem.notPositive("'initialBackoff'", Nanoseconds(initial)))
      }
      return RetryStrategy(
        attempts: min(attempts, 5),
        shake(.exponential(factor: factor, initial: initial).maximum(longest)),
        hints: HintRule(maximum: nil, resetsBackoff: true, negative: .fail, zero: .atOnce),
        on: try errors(of: statuses),
        budget: tokens == 0
          ? nil
          : Shared(
            site.name ?? "\(name) throttle", .throttle(maximumTokens: tokens, tokenRatio: ratio)),
        outer: timeout.timeout)
    }
  }

  /// Returns the errors of statuses, such as `UNAVAILABLE,ABORTED`.
  private static func errors(of statuses: String) throws(InvalidArgument) -> [FaultPattern] {
    let named = statuses.split { $0 == "," || $0 == " " }
    if let unknown = named.first(where: { !codes.contains($0) }) ?? (named.isEmpty ? "" : nil) {
      throw InvalidArgument("retryableStatusCodes", PresetProblem.status(String(unknown)))
    }
    return named.flatMap { status -> [FaultPattern] in
      switch status {
      case "UNAVAILABLE": .connection + .http(503) + .kinds("overloaded")
      case "DEADLINE_EXCEEDED": .kinds("timeout", "deadlineExceeded")
      case "RESOURCE_EXHAUSTED": .throttling
      case "INTERNAL": .kinds("internal") + .http(500)
      default: [FaultPattern(kind(of: status))]
      }
    }
  }

  /// The statuses of gRPC that are errors.
  private static let codes: Set<Substring> = [
    "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
    "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE",
    "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
  ]

  /// Returns the kind of error that has the name of a status, such as `dataLoss`.
  private static func kind(of status: Substring) -> String {
    let words = status.lowercased().split(separator: "_")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static let finagle = Preset(
    "finagle", of: "Finagle", version: "4feb34c",
    sources: [
      "twitter/finagle: finagle-core, service/RetryPolicy.scala, RetryBudget.scala, Backoff.scala"
    ],
    counts: "tries(3) makes 3 attempts; limit(3) would make 4",
    surprises: [
      "The delay never shrinks: each is drawn between the last one and three times that.",
      "A budget lets 20 % of the requests be retried, and 10 a second.",
      "What the budget stops is marked, so that no layer above retries it again.",
    ],
    departures: [
      "Errors have no marks here: a retry around this one would try again.",
      "Requeues, which a client makes before its policy is asked, are not part of the preset.",
      "'combine' and 'filter' are not part of it: a policy here has one schedule, and a filter that every error meets.",
    ],
    attempts("numTries", or: 3, least: 0), first("start", or: .milliseconds(5)),
    longest("maximum", or: .milliseconds(200)),
    share("percentCanRetry", or: 0.2, "the retries per request"),
    rate("minRetriesPerSec", or: 10, "the retries that are always allowed"),
    time("ttl", or: .seconds(10), within: 1...60, "how long a request counts"),
    example: "numTries: 3"
  ) { site, tries, start, longest, share, least, ttl in
    RetryStrategy(
      attempts: tries, .ratcheting(base: start, maximum: longest),
      on: .unreached + .kinds("overloaded", "write"),
      budget: Shared(
        site.name ?? "finagle budget",
        .ratio(share, minimumPerSecond: least, window: ttl)))
  }
}
