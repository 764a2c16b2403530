import Documents
import PolicyFiles
import Testing

@Suite("Code with a policy of a library")
struct CodeReadingTests {
  @Test("becomes calls of presets, with remarks at their places", arguments: all)
  func reads(_ one: ReadingCase) throws {
    let file = try PolicyFile(one.text, named: one.name)
    #expect(file.policies.map { "\($0.about): \($0.text)" } == one.calls)
    #expect(file.remarks.map(\.description) == one.remarks)
  }

  static let all = python + dotNet + go + script + java + swift

  static let python = [
    ReadingCase(
      "retry.py",
      """
      from tenacity import *
      LONGEST = 2
      @retry(
          stop=(stop_after_delay(timedelta(minutes=1)) | stop_after_attempt(5)),
          wait=wait_fixed(3) + wait_random(0, LONGEST),  # 3 s, and up to 2 s
          retry=retry_if_exception_type(IOError), reraise=True, before_sleep=log)
      def fetch(): raise IOError("stop=stop_after_attempt(9)")

      @retry
      def once_more(): pass
      try:
        for attempt in Retrying(): pass
      gentle = Retrying(wait=wait_chain(*[wait_fixed(3)]), stop=stop_all(a, b), colour=1)
      """,
      [
        "tenacity: preset(\"tenacity\", stop_after_delay: 60s, stop_after_attempt: 5, wait: wait_random, min: 3s, max: 5s)",
        "tenacity: preset(\"tenacity\")", "tenacity: preset(\"tenacity\")",
        "'gentle' of tenacity: preset(\"tenacity\")",
      ],
      [
        "line 6, column 11: 'retry_if_exception_type(IOError)' says which errors are retried: write 'on:' with their kinds",
        "line 13, column 24: 'wait_chain(*[wait_fixed(3)])' is not understood: the policy does not wait",
        "line 13, column 59: 'stop_all(a, b)' is not understood: the policy does not stop there",
        "line 13, column 75: 'colour' of tenacity is not understood",
      ]),
    ReadingCase(
      "waits.py",
      """
      a = Retrying(wait=wait_exponential(multiplier=0.5, min=4, max=10, exp_base=3))
      b = Retrying(wait=wait_random_exponential(1, 60))
      c = Retrying(wait=wait_exponential_jitter(initial=.1, jitter=2.5), stop=stop_never)
      d = Retrying(wait=wait_incrementing(start=1, increment=2, max=7), stop=stop_before_delay(30))
      e = Retrying(wait=wait_random(1, 2) + wait_random(1, 2))
      """,
      [
        "'a' of tenacity: preset(\"tenacity\", wait: wait_exponential, multiplier: 0.5, min: 4s, max: 10s, exp_base: 3.0)",
        "'b' of tenacity: preset(\"tenacity\", wait: wait_random_exponential, multiplier: 1.0, max: 60s)",
        "'c' of tenacity: preset(\"tenacity\", wait: wait_exponential_jitter, multiplier: 0.1, jitter: 2.5s)",
        "'d' of tenacity: preset(\"tenacity\", wait: wait_incrementing, start: 1s, increment: 2s, max: 7s, stop_before_delay: 30s)",
        "'e' of tenacity: preset(\"tenacity\")",
      ],
      [
        "line 5, column 19: a sum of random waits is not understood: the policy does not wait"
      ]),
    ReadingCase(
      "others.py",
      """
      @stamina.retry(on=httpx.HTTPError, attempts=None, timeout=dt.timedelta(seconds=30))
      def a(): ...
      @backoff.on_exception(backoff.expo, (A, B), max_tries=8, jitter=None, max_value=60)
      def b(): ...
      session.mount("https://", HTTPAdapter(max_retries=Retry(total=5, backoff_factor=0.1, status_forcelist=[500, 502])))
      r = retry.Retry(initial=1.0, maximum=60.0, multiplier=1.3, deadline=None)
      """,
      [
        "stamina: preset(\"stamina\", attempts: unlimited, timeout: 30s)",
        "backoff: preset(\"backoff\", jitter: none, wait_gen: expo, max_tries: 8, max_value: 60s)",
        "urllib3: preset(\"urllib3\", total: 5, backoff_factor: 0.1, status_forcelist: [500, 502])",
        "'r' of google-api-core: preset(\"google-api-core\", initial: 1s, maximum: 60s, multiplier: 1.3)",
      ],
      [
        "line 1, column 19: 'httpx.HTTPError' says which errors are retried: write 'on:' with their kinds",
        "line 3, column 37: '(A, B)' says which errors are retried: write 'on:' with their kinds",
        "line 6, column 69: 'deadline=None' is not read: the preset has its default limit",
      ]),
  ]

  static let dotNet = [
    ReadingCase(
      "Retry.cs",
      """
      var pipeline = new ResiliencePipelineBuilder<HttpResponseMessage>()
          .AddRetry(new RetryStrategyOptions<HttpResponseMessage>
          {
              ShouldHandle = new PredicateBuilder<HttpResponseMessage>().Handle<IOException>(),
              BackoffType = DelayBackoffType.Exponential,
              UseJitter = true,  // MaxRetryAttempts = 9
              MaxRetryAttempts = 4,
              Delay = TimeSpan.FromSeconds(3),
              OnRetry = static args => { Console.WriteLine("a, b"); return default; },
              DelayGenerator = static args =>
              {
                  return new ValueTask<TimeSpan?>(delay);
              }, MaxDelay = longest,
          })
          .AddTimeout(TimeSpan.FromSeconds(10))
          .Build();
      other.AddRetry(new() { MaxRetryAttempts = int.MaxValue, Delay = 2 * TimeSpan.FromMinutes(1) });
      """,
      [
        "'pipeline' of Polly: preset(\"polly\", BackoffType: Exponential, UseJitter: true, MaxRetryAttempts: 4, Delay: 3s)",
        "Polly: preset(\"polly\", MaxRetryAttempts: 2147483647, Delay: 120s)",
      ],
      [
        "line 4, column 24: 'new PredicateBuilder<HttpResponseMessag…' says which errors are retried: write 'on:' with their kinds",
        "line 10, column 9: 'DelayGenerator' of RetryStrategyOptions is not understood",
        "line 13, column 23: 'MaxDelay' is not read: 'longest' is no literal value",
        "line 15, column 6: 'AddTimeout' is not read: write '.timeout(1s)' behind an operation",
      ]),
    ReadingCase(
      "Program.cs",
      """
      services.AddHttpClient("x").AddStandardResilienceHandler(options => {
        options.Retry.MaxRetryAttempts = 5;
        options.AttemptTimeout.Timeout = TimeSpan.FromSeconds(2);
        options.Retry.Colour = 3;
      });
      """,
      [
        "the standard resilience handler: preset(\"dotnet-http-standard\", MaxRetryAttempts: 5, AttemptTimeout: 2s)"
      ],
      ["line 4, column 26: 'Retry.Colour' of AddStandardResilienceHandler is not understood"]),
  ]

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
        "line 2, column 16: 'ErrConnecting' says which errors are retried: write 'on:' with their kinds"
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
        "cenkalti/backoff: preset(\"cenkalti\", InitialInterval: 100ms, MaxInterval: 5s, MaxTries: 7, MaxElapsedTime: 60s)"
      ]),
    ReadingCase(
      "v4.go",
      "err := backoff.Retry(op, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3))",
      [
        "cenkalti/backoff: preset(\"cenkalti\", MaxTries: 4, Multiplier: 1, RandomizationFactor: 0, InitialInterval: 1s, MaxInterval: 1s)"
      ]),
  ]

  static let script = [
    ReadingCase(
      "retry.ts",
      """
      const gentle = retry(handleType(NetworkError), {
        maxAttempts: 3,
        backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 60 * 1_000, generator: fullJitterGenerator }),
      });
      const breaker = circuitBreaker(handleAll, { halfOpenAfter: 10_000 });
      const other: RetryPolicy = retry(handleAll, { backoff: new ConstantBackoff(50) });
      const atOnce = retry(handleAll, { maxAttempts: Infinity });
      const list = retry(handleAll, { backoff: new IterableBackoff([1, 2]) });
      """,
      [
        "'gentle' of cockatiel: preset(\"cockatiel\", maxAttempts: 3, initialDelay: 100ms, maxDelay: 60s, generator: fullJitterGenerator)",
        "'other' of cockatiel: preset(\"cockatiel\", backoff: constant, delay: 50ms)",
        "'atOnce' of cockatiel: preset(\"cockatiel\", backoff: none)",
        "'list' of cockatiel: preset(\"cockatiel\", backoff: none)",
      ],
      [
        "line 1, column 22: 'handleType(NetworkError)' says which errors are retried: write 'on:' with their kinds",
        "line 5, column 17: 'circuitBreaker' is not read: write '.breaker(failures: 50%, of: 20, open: 10s)' behind an operation",
        "line 8, column 42: 'new IterableBackoff([1, 2])' is not understood: the policy does not wait",
      ])
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
      RetryPolicy<Object> q = new RetryPolicy<>().withDelay(Duration.ofSeconds(1)).withJitter(Duration.ofMillis(100)).withDelay(1, 2, ChronoUnit.SECONDS).withBackoff(1, 9, ChronoUnit.MINUTES, 3);
      """,
      [
        "'config' of resilience4j: preset(\"resilience4j\", maxAttempts: 2, enableExponentialBackoff: true, enableRandomizedWait: true, waitDuration: 500ms, exponentialBackoffMultiplier: 2.0, randomizedWaitFactor: 0.3)",
        "'steady' of resilience4j: preset(\"resilience4j\", waitDuration: 2s)",
        "'p' of Failsafe: preset(\"failsafe\", delay: 1s, maxDelay: 30s, maxRetries: -1, jitterFactor: 0.25)",
        "'q' of Failsafe: preset(\"failsafe\", jitter: 100ms, delay: 60s, maxDelay: 540s, delayFactor: 3.0)",
      ],
      [
        "line 4, column 18: 'response -> response.getStatus() == 500' says which errors are retried: write 'on:' with their kinds",
        "line 7, column 92: 'colour' of RetryConfig is not understood",
        "line 9, column 126: '2' of withDelay is not understood",
      ])
  ]

  static let swift = [
    ReadingCase(
      "Retry.swift",
      """
      let policy = RetryPolicy<any Error>(
        attempts: 5,  // in all
        backoff: .exponential(factor: 2, initial: .milliseconds(100))
          .maximum(.seconds(5)).fullJitter()
      )
      var delays = Backoff
          .exponential(factor: 2, initial: .milliseconds(100))
          .maximum(.seconds(10)).fullJitter(using: SystemRandomNumberGenerator())
      let response = try await retry(maxAttempts: 3, clock: .continuous) {
          try await URLSession.shared.data(from: url)
      } strategy: { error in
          if error is Busy { return .backoff(.seconds(3)) }
          return error is Timeout ? .backoff(delays.nextDuration()) : .stop
      }
      """,
      [
        "'policy' of the Retry library: RetryPolicy<any Error>(attempts: 5, backoff: .exponential(factor: 2, initial: .milliseconds(100)).maximum(.seconds(5)).fullJitter())",
        "swift-async-algorithms: preset(\"swift-async-algorithms-364\", maxAttempts: 3, backoff: .exponential(factor: 2, initial: .milliseconds(100)).maximum(.seconds(10)).fullJitter())",
      ],
      [
        "line 11, column 13: 'strategy' stops for some errors: write 'on:' with the others",
        "line 11, column 13: 'strategy' has several delays: those of nextDuration() are read",
      ])
  ]

  @Test("may end anywhere, or be broken anywhere: nothing stops", arguments: all)
  func damaged(_ one: ReadingCase) {
    let signs = Array("(){}[]<>\"'`,;:=.@-#/*x1 \n")
    for (count, place) in one.text.indices.enumerated() {
      _ = try? PolicyFile(String(one.text[..<place]), named: one.name)
      var text = one.text
      text.insert(signs[count % signs.count], at: place)
      _ = try? PolicyFile(text, named: one.name)
    }
  }

  @Test(
    "is read in a time that its length bounds, however it is nested",
    arguments: [
      "(", "a(", "a=", "-", "a.b(", "1+", "x{", "\"", "/*", "@", "new ", "a<", "a:[", "a.", "`",
    ])
  func deep(sign: String) {
    let text = String(repeating: sign, count: 200_000 / sign.count)
    #expect(throws: (any Error).self) { try PolicyFile(text, named: "a.py") }
  }

  @Test("is refused where there is no policy in it")
  func nothing() {
    let error = #expect(throws: (any Error).self) {
      try PolicyFile("print('hello')\n", named: "a.py")
    }
    #expect("\(error.map { "\($0)" } ?? "")" == "line 1, column 1: code without a retry policy")
  }
}
