import Retry
import RetryNumerics
import Simulation

extension Catalogue {
  /// Retry budgets, which calls share that name the same value.
  @Table static var budgets: [Callable] {
    Callable(
      "budget", .one("ratio", .share, "the retries per call in the window"),
      .one("min", .rate, or: 10, retriesInAnyCase), window, .sharing, gives: .budget, .strategy,
      "retries may be a share of the calls in a window, and some per second, as in Finagle",
      example:
        "let calm = budget(ratio: 10%, min: 3/s)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { ratio, least, window, sharing in
      sharing("budget", .ratio(ratio, minimumPerSecond: least, window: window.duration))
    }
    Callable(
      "budget", .one("tokens", .int, "the number of tokens, all of which are there at first"),
      .one("cost", .int, or: 14, "the tokens that a retry takes"),
      .one(
        "throttling", .int, or: 5, "the tokens that a retry takes after .throttled or .http(429)"),
      .optional(
        "timeout", .int, "the tokens that a retry takes after .timeout; 'cost:' by default"),
      .one("credit", .int, or: 1, creditOfSuccess), .sharing, gives: .budget, .strategy,
      "a retry takes tokens, which come back when its call succeeds, as in the AWS SDKs",
      example:
        "let quota = budget(tokens: 50, cost: 5)\nload(op(fails: 80%).retry(attempts: 3, budget: quota), rate: 50/s, for: 10s)"
    ) { tokens, cost, throttling, timeout, credit, sharing in
      sharing(
        "budget",
        .tokens(
          capacity: tokens, cost: cost, throttlingCost: throttling, timeoutCost: timeout,
          credit: credit))
    }
    Callable(
      "budget",
      .one(
        "throttle", .double,
        "the number of tokens; retries are made while more than half are left"),
      .one("credit", .double, or: 0.1, creditOfSuccess), .sharing, gives: .budget, .strategy,
      "a failure that is retried takes a token, a success gives a part back, and retries need half of them, as in gRPC",
      example:
        "let calm = budget(throttle: 10, credit: 0.1)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { tokens, credit, sharing in
      sharing("budget", .throttle(maximumTokens: tokens, tokenRatio: credit))
    }
    Callable(
      "budget", .one("share", .share, "the retries in flight per call in flight"),
      .one("min", .int, or: 3, retriesInAnyCase), .sharing, gives: .budget, .strategy,
      "retries in flight may be a share of the calls in flight, or a minimum, as in Envoy",
      example:
        "let calm = budget(share: 20%, min: 3)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { share, least, sharing in
      sharing("budget", .share(share, minimum: least))
    }
    Callable(
      "budget", bucket,
      .amount("perCall", or: 0.1, "the part of a retry that each call adds"), .sharing,
      gives: .budget, .strategy,
      "each call puts a part of a retry into a bucket, which is full at first; a retry takes a whole",
      example:
        "let calm = budget(bucket: 5, perCall: 0.1)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { size, part, sharing in
      sharing("budget", .bucket(size, perCall: part))
    }
    Callable(
      "budget", bucket,
      .amount("perSuccess", "the part of a retry that each call adds that succeeds"), .sharing,
      gives: .budget, .strategy,
      "each call that succeeds puts a part of a retry into a bucket, which is full at first; a retry takes a whole",
      example:
        "let calm = budget(bucket: 5, perSuccess: 0.1)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { size, part, sharing in
      sharing("budget", .bucket(size, perSuccess: part))
    }
    Callable(
      "budget",
      .one(
        "failures", .share, "the largest share of failed attempts at which retries are made"),
      window, .sharing, gives: .budget, .strategy,
      "retries are made while at most a share of the attempts in a window has failed",
      example:
        "let calm = budget(failures: 10%)\nload(op(fails: 20%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { share, window, sharing in
      sharing("budget", .failures(atMost: share, window: window.duration))
    }
  }

  private static let window = ParameterBinding<Nanoseconds>.one(
    "window", .duration, or: .seconds(10), "how far back it looks")

  private static let bucket = ParameterBinding<Double>.amount(
    "bucket", "how many retries fit into the bucket, which is full at first")

  private static let retriesInAnyCase = "the retries that are allowed in any case"
  private static let creditOfSuccess = "the tokens that a success gives back"
}
