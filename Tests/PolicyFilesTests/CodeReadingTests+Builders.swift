// Code of the libraries whose calls follow one another, in Go and Java.

extension CodeReadingTests {
  static let go = [
    ReadingCase(
      "retry.go",
      """
      policy := retrypolicy.NewBuilder[any]().
        HandleErrors(ErrConnecting).
        WithBackoff(time.Second, 30*time.Second).
        WithJitterFactor(.1).
        WithMaxAttempts(3).
        OnRetry(func(e failsafe.ExecutionEvent[any]) { log(e, 3) }).
        Build()
      breaker := circuitbreaker.NewBuilder[any]().Build()
      """,
      [
        "'policy' of Failsafe: preset(\"failsafe\", delay: 1s, maxDelay: 30s, jitterFactor: 0.1, maxRetries: 2)"
      ],
      [
        "line 2, column 16: 'ErrConnecting' says which errors are retried: write 'on:' with their kinds",
        "line 8, column 27: 'circuitbreaker.NewBuilder' is not read: write '.breaker(failures: 50%, of: 20, open: 10s)' behind an operation",
      ]),
    ReadingCase(
      "steps.go",
      """
      web := failsafehttp.NewRetryPolicyBuilder().WithMaxRetries(3).Build()
      b := retrypolicy.NewBuilder[any]()
      b.WithMaxRetries(5)
      p := b.WithDelay(time.Second).Build()
      other := retrypolicy.From(p)
      made := retrypolicy.NewBuilderFrom(p).Build()
      """,
      [
        "'web' of Failsafe: preset(\"failsafe\", maxRetries: 3)",
        "'p' of Failsafe: preset(\"failsafe\", maxRetries: 5, delay: 1s)",
      ],
      [
        "line 1, column 8: failsafehttp retries transient answers of servers and waits as Retry-After says: write 'on:' and 'retryAfter:'",
        "line 6, column 21: 'retrypolicy.NewBuilderFrom(p).Build()' may make a retry policy, and is not read in this form",
      ]),
    ReadingCase(
      "backoff.go",
      """
      b := backoff.NewExponentialBackOff()
      b.InitialInterval = 100 * time.Millisecond
      b.MaxInterval = 5*time.Second
      result, err := backoff.Retry(ctx, operation, backoff.WithBackOff(b), backoff.WithMaxTries(7), backoff.WithMaxElapsedTime(time.Minute))
      """,
      [
        "cenkalti/backoff: preset(\"cenkalti\", InitialInterval: 100ms, MaxInterval: 5s, MaxTries: 7, MaxElapsedTime: 1m)"
      ]),
    ReadingCase(
      "context.go",
      """
      b := backoff.NewExponentialBackOff()
      b.MaxInterval = 5*time.Second
      err = backoff.Retry(op, backoff.WithContext(backoff.WithMaxRetries(b, n), ctx))
      b := backoff.NewExponentialBackOff()
      b.MaxElapsedTime = 0
      err = backoff.RetryNotify(op, b, notify)
      err = backoff.Retry(op, newBackoff())
      err = backoff.Retry(op, &backoff.StopBackOff{})
      _, err = backoff.Retry(ctx, op, backoff.WithBackOff(&backoff.ExponentialBackOff{Multiplier: 2}), opts...)
      """,
      [
        "cenkalti/backoff: preset(\"cenkalti\", MaxInterval: 5s)",
        "cenkalti/backoff: preset(\"cenkalti\", MaxElapsedTime: 0s)",
        "cenkalti/backoff: preset(\"cenkalti\")",
        "cenkalti/backoff: preset(\"cenkalti\", MaxElapsedTime: 0s, MaxTries: 1)",
        "cenkalti/backoff: preset(\"cenkalti\", RandomizationFactor: 0, Multiplier: 2.0)",
      ],
      [
        "line 3, column 71: 'max' of the call, 'MaxTries' of the preset, keeps its default: 'n' is no literal value",
        "line 7, column 25: 'newBackoff()' is not understood: the delays are the default ones",
        "line 9, column 98: 'opts...' of backoff.Retry is not understood",
      ]),
    ReadingCase(
      "returned.go",
      """
      b := backoff.NewExponentialBackOff()
      b.MaxElapsedTime = time.Minute
      return backoff.WithContext(backoff.WithMaxRetries(b, 2), ctx)
      """,
      ["cenkalti/backoff: preset(\"cenkalti\", MaxTries: 3, MaxElapsedTime: 1m)"]),
    ReadingCase(
      "bound.go", "c := backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 4)",
      [
        "cenkalti/backoff: preset(\"cenkalti\", MaxTries: 5, MaxElapsedTime: 0s, Multiplier: 1, RandomizationFactor: 0, InitialInterval: 1s, MaxInterval: 1s)"
      ]),
    ReadingCase(
      "v4.go",
      "err := backoff.Retry(op, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3))",
      [
        "cenkalti/backoff: preset(\"cenkalti\", MaxTries: 4, MaxElapsedTime: 0s, Multiplier: 1, RandomizationFactor: 0, InitialInterval: 1s, MaxInterval: 1s)"
      ]),
  ]

  static let java = [
    ReadingCase(
      "Retry.java",
      """
      RetryConfig config = RetryConfig.<String>custom()
        .maxAttempts(2)
        .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(500), 2.0, 0.3))
        .retryOnResult(response -> response.getStatus() == 500)
        .failAfterMaxAttempts(true)
        .build();
      RetryConfig steady = RetryConfig.custom().waitDuration(Duration.of(2, ChronoUnit.SECONDS)).colour(3).build();
      RetryPolicy<Object> p = RetryPolicy.builder().withBackoff(1, 30, ChronoUnit.SECONDS).withMaxAttempts(-1).withJitter(.25).build();
      RetryConfig.Builder unread;
      RetryPolicy<Object> j = RetryPolicy.builder().withDelay(1, TimeUnit.SECONDS).withJitter(100, ChronoUnit.MILLIS).build();
      RetryPolicy<Object> q = new RetryPolicy<>().withDelay(Duration.ofSeconds(1)).withJitter(Duration.ofMillis(100)).withDelay(1, 2, ChronoUnit.SECONDS).withBackoff(1, 9, ChronoUnit.MINUTES, 3);
      """,
      [
        "'config' of resilience4j: preset(\"resilience4j\", maxAttempts: 2, enableExponentialBackoff: true, enableRandomizedWait: true, waitDuration: 500ms, exponentialBackoffMultiplier: 2.0, randomizedWaitFactor: 0.3)",
        "'steady' of resilience4j: preset(\"resilience4j\", waitDuration: 2s)",
        "'p' of Failsafe: preset(\"failsafe\", delay: 1s, maxDelay: 30s, maxRetries: -1, jitterFactor: 0.25)",
        "'j' of Failsafe: preset(\"failsafe\", delay: 1s, jitter: 100ms)",
        "'q' of Failsafe: preset(\"failsafe\", jitter: 100ms, delay: 1m, maxDelay: 9m, delayFactor: 3.0)",
      ],
      [
        "line 4, column 18: 'response -> response.getStatus() == 500' says which errors are retried: write 'on:' with their kinds",
        "line 7, column 92: 'colour' of RetryConfig is not understood",
        "line 11, column 126: '2' of withDelay is not understood",
      ]),
    ReadingCase(
      "Steps.java",
      """
      RetryConfig.Builder b = new RetryConfig.Builder();
      b.maxAttempts(3);
      RetryConfig c = b.waitDuration(Duration.ofSeconds(n)).build();
      b.maxAttempts(5);
      use(b.build());
      b = RetryConfig.custom();
      b = b.maxAttempts(7);
      var g = b.waitDuration(Duration.ofMillis(9));
      g.maxAttempts(8);
      use(g.build());
      var f = RetryPolicy.builder();
      f.withMaxRetries(4).withDelay(Duration.ofSeconds(2));
      f.colour(3);
      registry.add(f);
      var x = new RetryPolicyBuilder();
      Retry plain = Retry.ofDefaults("plain");
      """,
      [
        "'c' of resilience4j: preset(\"resilience4j\", maxAttempts: 3)",
        "resilience4j: preset(\"resilience4j\", maxAttempts: 5)",
        "'b' of resilience4j: preset(\"resilience4j\", maxAttempts: 7, waitDuration: 9ms)",
        "resilience4j: preset(\"resilience4j\", waitDuration: 9ms, maxAttempts: 8)",
        "'f' of Failsafe: preset(\"failsafe\", maxRetries: 4, delay: 2s)",
      ],
      [
        "line 3, column 32: 'waitDuration' keeps its default: 'Duration.ofSeconds(n)' is no literal value",
        "line 13, column 3: 'colour' of the builder is not understood",
        "line 15, column 13: 'new RetryPolicyBuilder()' may make a retry policy, and is not read in this form",
        "line 16, column 21: 'Retry.ofDefaults(\"plain\")' may make a retry policy, and is not read in this form",
      ]),
  ]

  static let kotlin = [
    ReadingCase(
      "Two.kt",
      """
      val r = builder.addRetryConfig("a") { maxAttempts(2) }.addRetryConfig("b") { maxAttempts(5) }
      """,
      ["'r' of resilience4j: preset(\"resilience4j\", maxAttempts: 2)"],
      [
        "line 1, column 32: '\"a\"' of addRetryConfig is not understood",
        "line 1, column 56: 'addRetryConfig' of RetryConfig is not understood",
      ]),
    ReadingCase(
      "Retry.kt",
      """
      val a = RetryConfig { maxAttempts = 3 }
      val b = RetryConfig<String> {
          maxAttempts(4)
          waitDuration(Duration.ofMillis(500))
          retryExceptions(IOException::class.java)
          if (slow) { println(1) }
      }
      a.toString()
      val registry = RetryRegistry { addRetryConfig("x") { maxAttempts(2) } }
      val c = RetryConfig(b) { maxAttempts(1) }
      """,
      [
        "'a' of resilience4j: preset(\"resilience4j\", maxAttempts: 3)",
        "'b' of resilience4j: preset(\"resilience4j\", maxAttempts: 4, waitDuration: 500ms)",
        "'registry' of resilience4j: preset(\"resilience4j\", maxAttempts: 2)",
        "'c' of resilience4j: preset(\"resilience4j\", maxAttempts: 1)",
      ],
      [
        "line 5, column 21: 'IOException::class.java' says which errors are retried: write 'on:' with their kinds",
        "line 6, column 5: 'if' of RetryConfig is not understood",
        "line 9, column 47: '\"x\"' of addRetryConfig is not understood",
        "line 10, column 21: 'b' of RetryConfig is not understood",
      ]),
  ]
}
