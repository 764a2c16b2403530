import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// The limits of servers, and when they ask to come back.
  @Table static var limits: [Callable] {
    Callable(
      "tokens", .one(.rate), .one("burst", .int, "the number of tokens in a full bucket"),
      refusal, gives: .limitRule, .load,
      "a limit by a bucket of tokens: an attempt takes one, or fails with .throttled(retryAfter: …), the time until the next token in whole seconds, as in HTTP",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { rate, burst, refusal throws(InvalidArgument) in
      try refusal.limit(.tokens(perSecond: rate, burst: burst))
    }
    Callable(
      "window", .one(.int), .one("per", .duration, "the length of a window"),
      .one(
        "from", .word, or: RateLimit.WindowStart.clock,
        "when windows begin: clock, one after another from the start; firstHit, with the first attempt after the last one"
      ),
      refusal, gives: .limitRule, .load,
      "a limit of so many attempts in each window, from the start or from the first hit; the others fail with .throttled(retryAfter: …), the time until the next window in whole seconds, as in HTTP",
      example:
        "let api = server(slots: 50, service: 20ms, limit: window(10, per: 1s))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { count, period, start, refusal throws(InvalidArgument) in
      try refusal.limit(.window(count, per: period, from: start))
    }
    Callable(
      "slidingWindow", .one(.int), .one("per", .duration, "the length of a window"),
      .one(
        "estimated", .bool, or: false,
        "whether the attempts are estimated from this window and the one before, as gateways do"),
      refusal, gives: .limitRule, .load,
      "a limit of so many attempts in any span of this length, counted or estimated from two windows; the others fail with .throttled(retryAfter: …), the time until the oldest leaves it in whole seconds, as in HTTP",
      example:
        "let api = server(slots: 50, service: 20ms, limit: slidingWindow(10, per: 1s))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { count, period, isEstimated, refusal throws(InvalidArgument) in
      try refusal.limit(
        isEstimated ? .estimatedWindow(count, per: period) : .slidingWindow(count, per: period))
    }
    word(
      "wholeSeconds", .limitHint, .wholeSeconds, .load,
      "the server asks to come back after whole seconds, as HTTP's Retry-After does",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5, retryAfter: wholeSeconds))\nload(op(on: api).retry(3), rate: 12/s, for: 10s)"
    )
    word(
      "exact", .limitHint, .exact, .load,
      "the server asks to come back at the moment at which it would admit an attempt",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5, retryAfter: exact))\nload(op(on: api).retry(3), rate: 12/s, for: 10s)"
    )
    word(
      "date", .limitHint, .date, .load,
      "the server names the moment at which it would admit an attempt in whole seconds, as HTTP's dates do: up to 1 s early",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5, retryAfter: date))\nload(op(on: api).retry(3), rate: 12/s, for: 10s)"
    )
    word(
      "none", .limitHint, RateLimit.Hint.none, .load, "the server does not say when to come back",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5, retryAfter: none))\nload(op(on: api).retry(3), rate: 12/s, for: 10s)"
    )
  }

  /// What a limit answers to an attempt that it refuses.
  private struct Refusal: Sendable {
    let hint: RateLimit.Hint
    let error: Fault

    func limit(_ law: RateLimit.Law) throws(InvalidArgument) -> RateLimit {
      try RateLimit(law, hint: hint, error: error)
    }
  }

  private static let refusal = ParameterBinding<Refusal>.group(
    .one(
      "retryAfter", .limitHint, or: .wholeSeconds,
      "when a refused attempt is asked to come back; whole seconds by default"),
    .one(
      "error", .fault, or: Fault("throttled"), "the error of a refused attempt")
  ) { Refusal(hint: $0, error: $1) }
}
