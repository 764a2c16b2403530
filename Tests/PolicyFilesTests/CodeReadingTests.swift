import Documents
import PolicyFiles
import Testing

@Suite("Code with a policy of a library")
struct CodeReadingTests {
  static let all = python + dotNet + go + script + java + kotlin + swift

  static let python = [
    ReadingCase(
      "brackets.py",
      """
      LIMIT = 3
      a = Retrying(stop=(stop_after_attempt((LIMIT))))
      """,
      ["'a' of tenacity: preset(\"tenacity\", stop_after_attempt: 3)"], []),
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
        "tenacity: preset(\"tenacity\", stop_after_delay: 1m, stop_after_attempt: 5, wait: wait_random, min: 3s, max: 5s)",
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
      f = Retrying(stop=stop_any(stop_after_attempt(2), stop_after_attempt(5)) | stop_after_delay(9) | stop_after_delay(3.5))
      g = Retrying(**settings, stop=stop_after_attempt(2))
      h = Retrying(stop=stop_after_attempt(3) if fast else stop_never)
      """,
      [
        "'a' of tenacity: preset(\"tenacity\", wait: wait_exponential, multiplier: 0.5, min: 4s, max: 10s, exp_base: 3.0)",
        "'b' of tenacity: preset(\"tenacity\", wait: wait_random_exponential, multiplier: 1.0, max: 1m)",
        "'c' of tenacity: preset(\"tenacity\", wait: wait_exponential_jitter, multiplier: 0.1, jitter: 2.5s)",
        "'d' of tenacity: preset(\"tenacity\", wait: wait_incrementing, start: 1s, increment: 2s, max: 7s, stop_before_delay: 30s)",
        "'e' of tenacity: preset(\"tenacity\")",
        "'f' of tenacity: preset(\"tenacity\", stop_after_attempt: 2, stop_after_delay: 3.5s)",
        "'g' of tenacity: preset(\"tenacity\", stop_after_attempt: 2)",
        "'h' of tenacity: preset(\"tenacity\")",
      ],
      [
        "line 5, column 19: a sum of random waits is not understood: the policy does not wait",
        "line 7, column 14: '**settings' of tenacity is not understood",
        "line 8, column 19: 'stop_after_attempt(3) if fast else stop…' is not understood: the policy does not stop there",
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
        "backoff: preset(\"backoff\", jitter: none, wait_gen: expo, max_tries: 8, max_value: 1m)",
        "urllib3: preset(\"urllib3\", total: 5, backoff_factor: 0.1, status_forcelist: [500, 502])",
        "'r' of google-api-core: preset(\"google-api-core\", initial: 1s, maximum: 1m, multiplier: 1.3)",
      ],
      [
        "line 1, column 19: 'httpx.HTTPError' says which errors are retried: write 'on:' with their kinds",
        "line 3, column 37: '(A, B)' says which errors are retried: write 'on:' with their kinds",
        "line 6, column 69: 'deadline=None' is not read: the preset has its default limit",
      ]),
    ReadingCase(
      "more.py",
      """
      N = 3
      a = Retrying(stop=stop_after_attempt(N))
      M = 7
      b = Retry(5, 2, backoff_factor=0.1)
      c = retry.Retry(initial=1, maximum=10).with_timeout(30)
      d = stamina.RetryingCaller(attempts=M).on(ValueError)
      """,
      [
        "'a' of tenacity: preset(\"tenacity\", stop_after_attempt: 3)",
        "'b' of urllib3: preset(\"urllib3\", total: 5, backoff_factor: 0.1)",
        "'c' of google-api-core: preset(\"google-api-core\", initial: 1s, maximum: 10s, timeout: 30s)",
        "'d' of stamina: preset(\"stamina\", attempts: 7)",
      ],
      [
        "line 4, column 14: '2' of urllib3's Retry is not understood",
        "line 6, column 43: 'ValueError' says which errors are retried: write 'on:' with their kinds",
      ]),
    ReadingCase(
      "google.py",
      """
      from google.api_core import retry
      a = DEFAULT_RETRY.with_deadline(30)
      b = storage.DEFAULT_RETRY.with_timeout(9).with_delay(initial=1.5, multiplier=1.2)
      c = retry.Retry(maximum=10)
      d = c.with_timeout(SPAN)
      e = retry.Retry()
      f = client.with_timeout(30)
      """,
      [
        "'a' of google-api-core: preset(\"google-api-core\", timeout: 30s)",
        "'b' of google-api-core: preset(\"google-api-core\", timeout: 9s, initial: 1.5s, multiplier: 1.2)",
        "'c' of google-api-core: preset(\"google-api-core\", maximum: 10s)",
        "'d' of google-api-core: preset(\"google-api-core\", maximum: 10s)",
        "'e' of google-api-core: preset(\"google-api-core\")",
      ],
      [
        "line 2, column 5: 'DEFAULT_RETRY' is not in this code: what is not set keeps its default",
        "line 3, column 13: 'DEFAULT_RETRY' is not in this code: what is not set keeps its default",
        "line 5, column 20: 'timeout' keeps its default: 'SPAN' is no literal value",
      ]),
    ReadingCase(
      "imported.py",
      """
      from stamina import retry
      from urllib3.util import Retry
      @retry(on=IOError, attempts=3)
      def a(): ...
      b = Retry(4)
      c = AsyncRetrying
      d = AsyncRetry(3)
      """,
      [
        "stamina: preset(\"stamina\", attempts: 3)",
        "'b' of urllib3: preset(\"urllib3\", total: 4)",
      ],
      [
        "line 3, column 11: 'IOError' says which errors are retried: write 'on:' with their kinds",
        "line 7, column 5: 'AsyncRetry(3)' may make a retry policy, and is not read in this form",
      ]),
  ]

  static let dotNet = [
    ReadingCase(
      "Unparted.cs",
      """
      var options = new RetryStrategyOptions {
        MaxRetryAttempts = 3
        Odd = 2
      };
      """,
      ["'options' of Polly: preset(\"polly\")"],
      [
        "line 2, column 3: 'MaxRetryAttempts' keeps its default: 'MaxRetryAttempts = 3 Odd = 2' is no literal value"
      ]),
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
        "'pipeline' of Polly: preset(\"polly\", BackoffType: Exponential, UseJitter: true, MaxRetryAttempts: 4, Delay: 3s, AttemptTimeout: 10s)",
        "Polly: preset(\"polly\", MaxRetryAttempts: 2147483647, Delay: 2m)",
      ],
      [
        "line 4, column 24: 'new PredicateBuilder<HttpResponseMessag…' says which errors are retried: write 'on:' with their kinds",
        "line 10, column 26: 'DelayGenerator' is not read: the delays are those of the other settings",
        "line 13, column 23: 'MaxDelay' keeps its default: 'longest' is no literal value",
      ]),
    ReadingCase(
      "Numbers.cs",
      """
      var options = new RetryStrategyOptions { MaxRetryAttempts = 0xf, Delay = 5 };
      options.Delay = TimeSpan.FromSeconds(9);
      options = new RetryStrategyOptions { MaxRetryAttempts = 2.5 };
      options.Delay = TimeSpan.FromSeconds(1);
      builder.AddRetry(new() { UseJitter = true });
      services.AddStandardResilienceHandler().Configure(o => { o.Retry.MaxRetryAttempts = 2; });
      """,
      [
        "'options' of Polly: preset(\"polly\", MaxRetryAttempts: 15, Delay: 9s)",
        "'options' of Polly: preset(\"polly\", Delay: 1s)",
        "Polly: preset(\"polly\", UseJitter: true)",
        "the standard resilience handler: preset(\"dotnet-http-standard\", MaxRetryAttempts: 2)",
      ],
      [
        "line 1, column 74: 'Delay' keeps its default: '5' has no unit",
        "line 3, column 57: 'MaxRetryAttempts' keeps its default: '2.5' is no whole number",
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
      const bad = retry(handleAll.orWhenResult(isBad), { maxAttempts: 1 });
      """,
      [
        "'gentle' of cockatiel: preset(\"cockatiel\", maxAttempts: 3, initialDelay: 100ms, maxDelay: 1m, generator: fullJitterGenerator)",
        "'other' of cockatiel: preset(\"cockatiel\", backoff: constant, delay: 50ms)",
        "'atOnce' of cockatiel: preset(\"cockatiel\", backoff: none)",
        "'list' of cockatiel: preset(\"cockatiel\", delays: delays([1ms, 2ms]), backoff: each)",
        "'bad' of cockatiel: preset(\"cockatiel\", maxAttempts: 1, backoff: none)",
      ],
      [
        "line 1, column 22: 'handleType(NetworkError)' says which errors are retried: write 'on:' with their kinds",
        "line 5, column 17: 'circuitBreaker' is not read: write '.breaker(failures: 50%, of: 20, open: 10s)' behind an operation",
        "line 9, column 19: 'handleAll.orWhenResult(isBad)' says which errors are retried: write 'on:' with their kinds",
      ]),
    ReadingCase(
      "patterns.ts",
      """
      const quote = /[/]`/;
      const twice = retry(handleAll, { maxAttempts: 2 });
      """,
      ["'twice' of cockatiel: preset(\"cockatiel\", maxAttempts: 2, backoff: none)"], []),
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
      let again = try await retry(maxAttempts: 2) {
          try await URLSession.shared.data(from: url)
      } strategy: { _ in .backoff(delays.nextDuration()) }
      """,
      [
        "'policy' of the Retry library: RetryPolicy<any Error>(attempts: 5, backoff: .exponential(factor: 2, initial: .milliseconds(100)).maximum(.seconds(5)).fullJitter())",
        "swift-async-algorithms: preset(\"swift-async-algorithms-364\", maxAttempts: 3, backoff: .exponential(factor: 2, initial: .milliseconds(100)).maximum(.seconds(10)).fullJitter())",
        "swift-async-algorithms: preset(\"swift-async-algorithms-364\", maxAttempts: 2, backoff: .exponential(factor: 2, initial: .milliseconds(100)).maximum(.seconds(10)).fullJitter())",
      ],
      [
        "line 11, column 13: 'strategy' stops for some errors: write 'on:' with the others",
        "line 11, column 13: 'strategy' has several delays: those of nextDuration() are read",
      ])
  ]

  @Test(
    "is read in a time that its length bounds, however it is nested",
    arguments: [
      "(", "a(", "a=", "-", "a.b(", "1+", "x{", "\"", "/*", "@", "new ", "a<", "a:[", "a.", "`",
    ])
  func deep(sign: String) {
    let text = String(repeating: sign, count: 200_000 / sign.count)
    #expect(throws: (any Error).self) { try PolicyFile(text, named: "a.py") }
  }

  @Test(
    "is of Python, where two slashes divide, if a line imports as Python does",
    arguments: [
      ("import tenacity", true), ("import tenacity as t", false), ("import \"tenacity\"", false),
    ])
  func pasted(line: String, isPython: Bool) {
    let code = line + "\na = 4 // Retrying(stop=stop_after_attempt(9))"
    #expect((PolicyFile.pasted(code) != nil) == isPython)
  }

  @Test("is refused where there is no policy in it")
  func nothing() {
    #expect(PolicyFile.pasted("let backoff = exponential(1s)\nbackoff.Retry(3)") == nil)
    let error = #expect(throws: (any Error).self) {
      try PolicyFile("print('hello')\n", named: "a.py")
    }
    #expect("\(error.map { "\($0)" } ?? "")" == "line 1, column 1: code without a retry policy")
  }

  @Test("is refused with the places of what may be a policy, if none is read")
  func unread() {
    let error = #expect(throws: (any Error).self) {
      try PolicyFile("\na = Retry(3)\nb = Retrying\nc = AsyncRetry(1)\n", named: "a.py")
    }
    #expect(
      "\(error.map { "\($0)" } ?? "")"
        == "line 1, column 1: code without a retry policy that is read: line 2, column 5: 'Retry(3)' may make a retry policy, and is not read in this form; line 4, column 5: 'AsyncRetry(1)' may make a retry policy, and is not read in this form"
    )
  }
}
