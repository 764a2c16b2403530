extension ReadingTests {
  /// What single lines of the readers are for.
  static let corners = [
    ReadingCase(
      "http.cs", "var retry = new HttpRetryStrategyOptions { MaxRetryAttempts = 4 };",
      [
        "'retry' of Polly: preset(\"polly\", BackoffType: Exponential, UseJitter: true, MaxRetryAttempts: 4)"
      ],
      [
        "line 1, column 13: HttpRetryStrategyOptions retry transient answers of HTTP and wait as Retry-After says: write 'on:' and 'retryAfter:'"
      ]),
    ReadingCase(
      "dotted.py", "a = urllib3.util.Retry(total=4)",
      ["'a' of urllib3: preset(\"urllib3\", total: 4)"]),
    ReadingCase(
      "two.yaml",
      "resilience4j.retry: { configs: { a: { maxAttempts: 2 } } }\n---\nresilience4j.retry: { configs: { b: { maxAttempts: 3 } } }",
      ["a: preset(\"resilience4j\", maxAttempts: 2)"],
      ["line 3, column 1: only one document is read, and it is not this one"]),
    ReadingCase(
      "order.yaml",
      """
      resilience4j:
        retry: { retryAspectOrder: 399, instances: { a: { maxAttempts: 3 } } }
        circuitbreaker: { instances: { a: { failureRateThreshold: 30, slidingWindowSize: 7 } } }
      """,
      [
        "a: preset(\"resilience4j\", maxAttempts: 3).perAttempt(breaker(failures: 30%, slow: 100%, slowAfter: 1m, of: 7, min: 7, open: 1m, factor: 1.0, probes: 10))"
      ],
      [
        "line 2, column 48: the refusals of the circuit breaker are retried there: 'on:' retries them here"
      ]),
    ReadingCase(
      "range.swift",
      """
      let p = Pipeline(Retrying(RetryPolicy(attempts: 3)), Bulkhead(ConcurrencyLimit(5, adapting: .init(in: 9...3))))
      let q = Pipeline(Retrying(RetryPolicy(attempts: 3)), Bulkhead(ConcurrencyLimit(5, adapting: .init(in: 3...9))))
      """,
      [
        "'p' of the Retry library: RetryPolicy(attempts: 3)",
        "'q' of the Retry library: RetryPolicy(attempts: 3).perAttempt(bulkhead(5, queue: 0, adapting: 3...9, slow: 5s, decrease: 10%))",
      ],
      [
        "line 1, column 54: 'Bulkhead(ConcurrencyLimit(5, adapting: …' of Pipeline is not understood"
      ]),
  ]
}
