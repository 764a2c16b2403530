public import Retry

extension RetryPolicy<any Error> {
  /// Returns a policy for requests: it retries an `HTTPFailure` that is transient, a `TimeoutError`, and a refusal where
  /// the layer retries these; and it does as a `Retry-After` says.
  ///
  /// A server that asks for more than the hint rule allows ends the call, so that its reply reaches the caller.
  ///
  /// ```swift
  /// let patient = RetryPolicy.http(attempts: 5, deadline: .seconds(120))
  /// ```
  public static func http(
    attempts: Int = 3,
    backoff: Backoff = .exponential(initial: .milliseconds(200)).maximum(.seconds(5)).fullJitter(),
    hintRule: HintRule = HintRule(maximum: .seconds(30), jitter: .seconds(1), excess: .fail),
    deadline: Duration? = .seconds(30)
  ) -> RetryPolicy<any Error> {
    RetryPolicy(
      attempts: attempts, backoff: backoff,
      on: { error in
        (error as? HTTPFailure)?.isTransient ?? (error is TimeoutError || error is StrategyRefusal)
      },
      hint: { ($0 as? HTTPFailure)?.retryAfter }, hintRule: hintRule, deadline: deadline)
  }
}
