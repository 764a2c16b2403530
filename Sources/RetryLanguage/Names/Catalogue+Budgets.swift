import Retry
import RetryNumerics
import Simulation

extension Catalogue {
  /// Retry budgets, which calls share that name the same value.
  @Table static var budgets: [Callable] {
    Callable(
      "budget", .one("ratio", .share), .one("min", .rate, or: 10),
      .one("window", .duration, or: tenSeconds), .sharing,
      gives: .budget, .strategy,
      "retries may be a share of the calls in a window, and some per second, as in Finagle",
      example:
        "let calm = budget(ratio: 10%, min: 3/s)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { ratio, least, window, sharing in
      sharing("budget", .ratio(ratio, minimumPerSecond: least, window: window.duration))
    }
    Callable(
      "budget", .one("tokens", .int), .one("cost", .int, or: 14), .one("throttling", .int, or: 5),
      .optional("timeout", .int), .one("credit", .int, or: 1), .sharing, gives: .budget,
      .strategy,
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
      "budget", .one("throttle", .double), .one("credit", .double, or: 0.1),
      .sharing, gives: .budget, .strategy,
      "a failure that is retried takes a token, a success gives a part back, and retries need half of them, as in gRPC",
      example:
        "let calm = budget(throttle: 10, credit: 0.1)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { tokens, credit, sharing in
      sharing("budget", .throttle(maximumTokens: tokens, tokenRatio: credit))
    }
    Callable(
      "budget", .one("share", .share), .one("min", .int, or: 3),
      .sharing, gives: .budget, .strategy,
      "retries in flight may be a share of the calls in flight, or a minimum, as in Envoy",
      example:
        "let calm = budget(share: 20%, min: 3)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { share, least, sharing in
      sharing("budget", .share(share, minimum: least))
    }
    Callable(
      "budget", .amount("bucket"), .amount("perCall", or: 0.1),
      .sharing, gives: .budget, .strategy,
      "each call puts a part of a retry into a bucket, which is full at first; a retry takes a whole",
      example:
        "let calm = budget(bucket: 5, perCall: 0.1)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { size, part, sharing in
      sharing("budget", .bucket(size, perCall: part))
    }
    Callable(
      "budget", .amount("bucket"), .amount("perSuccess"), .sharing, gives: .budget,
      .strategy,
      "each call that succeeds puts a part of a retry into a bucket, which is full at first; a retry takes a whole",
      example:
        "let calm = budget(bucket: 5, perSuccess: 0.1)\nload(op(fails: 50%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { size, part, sharing in
      sharing("budget", .bucket(size, perSuccess: part))
    }
    Callable(
      "budget", .one("failures", .share), .one("window", .duration, or: tenSeconds),
      .sharing, gives: .budget, .strategy,
      "retries are made while at most a share of the attempts in a window has failed",
      example:
        "let calm = budget(failures: 10%)\nload(op(fails: 20%).retry(attempts: 4, budget: calm), rate: 50/s, for: 10s)"
    ) { share, window, sharing in
      sharing("budget", .failures(atMost: share, window: window.duration))
    }
  }

  private static let tenSeconds = Nanoseconds(10_000_000_000)
}
