import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The clients of gRPC.
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

  /// Returns a preset of gRPC with its jitter.
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
      PresetSetting.count(
        "maxAttempts", or: .attempts(4), "the attempts in all, 2 to 5; 4 by default"),
      PresetSetting.time(
        "initialBackoff", or: .milliseconds(100), "the first delay; 100ms by default"),
      PresetSetting.time(
        "maxBackoff", or: .seconds(1), "the longest delay before jitter; 1s by default"),
      PresetSetting.number("backoffMultiplier", or: 2, "the factor of the delays; 2 by default"),
      PresetSetting.text(
        "retryableStatusCodes", or: "UNAVAILABLE",
        "the statuses to retry, separated by commas; UNAVAILABLE by default"),
      PresetSetting.number(
        "maxTokens", or: 10, "the tokens of the throttle, 0 for none; 10 by default"),
      PresetSetting.number("tokenRatio", or: 0.1, "what a success gives back; 0.1 by default"),
      PresetSetting.someTime("timeout", "the deadline of the call with all its attempts"),
      example: "maxAttempts: 4, initialBackoff: 100ms"
    ) {
      site, count, initial, longest, factor, statuses, tokens, ratio, timeout
        throws(InvalidArgument) in
      guard let attempts = try count.attempts("maxAttempts", least: 2) else {
        throw InvalidArgument("maxAttempts", CallProblem.tooFew(of: "'maxAttempts'", 0, least: 2))
      }
      guard initial > .zero else {
        throw InvalidArgument(
          "initialBackoff", DistributionProblem.notPositive("'initialBackoff'", initial))
      }
      return RetryStrategy(
        attempts: min(attempts, 5),
        shake(
          try .exponential(
            factor: factor.factor("backoffMultiplier"), initial: initial.duration
          ).atMost(longest, "maxBackoff")),
        hints: HintRule(maximum: nil, resetsBackoff: true, negative: .fail, zero: .atOnce),
        on: errors(of: statuses),
        budget: tokens == 0
          ? nil
          : Shared(
            site.name ?? "\(name) throttle", .throttle(maximumTokens: tokens, tokenRatio: ratio)),
        outer: try timeout.timeout("timeout"))
    }
  }

  /// Returns the errors of statuses, such as `UNAVAILABLE,ABORTED`.
  private static func errors(of statuses: String) -> [FaultPattern] {
    statuses.split { $0 == "," || $0 == " " }.flatMap { status -> [FaultPattern] in
      switch status {
      case "UNAVAILABLE": .connection + .http(503) + .kinds("overloaded")
      case "DEADLINE_EXCEEDED": .kinds("timeout", "deadlineExceeded")
      case "RESOURCE_EXHAUSTED": .throttling
      case "INTERNAL": .kinds("internal") + .http(500)
      default: [FaultPattern(kind(of: status))]
      }
    }
  }

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
    PresetSetting.count("numTries", or: .attempts(3), "the attempts in all; 3 by default"),
    PresetSetting.time("start", or: .milliseconds(5), "the first delay; 5ms by default"),
    PresetSetting.time("maximum", or: .milliseconds(200), "the longest delay; 200ms by default"),
    PresetSetting.share("percentCanRetry", or: 0.2, "the retries per request; 20% by default"),
    PresetSetting.rate(
      "minRetriesPerSec", or: 10, "the retries that are always allowed; 10/s by default"),
    PresetSetting.time("ttl", or: .seconds(10), "how long a request counts; 10s by default"),
    example: "numTries: 3"
  ) { site, tries, start, longest, share, least, ttl throws(InvalidArgument) in
    let attempts = try tries.attempts("numTries", least: 0)
    return RetryStrategy(
      attempts: attempts,
      .ratcheting(
        base: try start.notNegative("start"), maximum: try longest.notNegative("maximum")),
      on: .connection + .kinds("overloaded", "write"),
      budget: Shared(
        site.name ?? "finagle budget",
        .ratio(share, minimumPerSecond: least, window: try ttl.within(1...60, "ttl"))))
  }
}
