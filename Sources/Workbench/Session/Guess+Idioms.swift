/// What other libraries and languages write.
extension Guess {
  /// A few texts, what they are, and what means the same here.
  typealias Idiom = (texts: [String], message: String, mend: String)

  /// What means the same here; the first that a line contains counts.
  static let idioms: [Idiom] = python + java + dotNet + go + script + guards + language

  /// What an argument is called elsewhere, and here.
  static let labels: [(others: Set<String>, label: String)] = [
    (["times", "max", "maxAttempts", "max_attempts", "tries", "count", "n"], "attempts"),
    (["maxRetries", "max_retries"], "retries"),
    (["wait", "interval", "sleep", "pause"], "delay"),
    (["failure_rate", "failureRate", "errorRate", "error_rate", "errors", "failing"], "fails"),
    (["duration", "time", "takes"], "latency"),
  ]

  /// Makes an idiom of a library from what is written here behind an operation.
  private static func idiom(_ texts: [String], _ message: String, _ written: String) -> Idiom {
    (texts, "this is \(message)", "write '\(written)' behind an operation")
  }

  private static let python: [Idiom] = [
    idiom(
      ["wait_random_exponential", "wait_exponential_jitter"], "tenacity's way",
      ".retry(attempts: 5, backoff: exponential(1s), jitter: full)"),
    idiom(
      ["stop_after_delay", "stop_before_delay"], "tenacity's way",
      ".retry(deadline: 10s, delay: 1s)"),
    idiom(
      ["stop_after_attempt", "wait_exponential"], "tenacity's way",
      ".retry(attempts: 3, backoff: exponential(1s))"),
    idiom(
      ["wait_fixed", "wait_random"], "tenacity's way", ".retry(attempts: unlimited, delay: 2s)"),
    idiom(["retry_if_"], "tenacity's way", ".retry(attempts: 3, on: [.timeout])"),
    idiom(
      ["stamina.retry"], "stamina's way, which counts attempts",
      ".retry(attempts: 10, backoff: exponential(100ms))"),
    idiom(
      ["backoff.on_", "backoff.expo", "max_tries"], "the way of backoff, which counts attempts",
      ".retry(attempts: 8, backoff: exponential(1s), jitter: full)"),
    idiom(
      ["Retry(total", "backoff_factor", "max_retries=", "status_forcelist"],
      "urllib3's way, which counts retries", ".retry(retries: 5, backoff: exponential(100ms))"),
  ]

  private static let java: [Idiom] = [
    idiom(
      ["Failsafe.", "withMaxRetries"], "Failsafe's way, which counts retries",
      ".retry(retries: 3, delay: 1s)"),
    idiom(
      ["@Retryable", "@Backoff", "RetryTemplate"], "Spring's way, which counts attempts",
      ".retry(attempts: 3, delay: 1s)"),
    idiom(
      ["Retry.backoff", "Retry.fixedDelay", "Retry.max(", "Mono.", "Flux."],
      "Reactor's way, which counts retries", ".retry(retries: 3, backoff: exponential(100ms))"),
    idiom(
      ["RetryConfig", "maxAttempts(", "Retry.of", "Retry.decorate", "@Retry(", "IntervalFunction"],
      "resilience4j's way, which counts attempts", ".retry(attempts: 3, delay: 500ms)"),
  ]

  private static let dotNet: [Idiom] = [
    (
      ["AddTimeout", "Policy.Timeout", "TimeLimiter"], "a timeout is an operator",
      "write '.timeout(1s)' behind an operation"
    ),
    (
      ["AddHedging", "HedgingStrategy"], "a hedge is an operator",
      "write '.hedge(after: 2s)' behind an operation"
    ),
    guards[0],
    idiom(
      ["WaitAndRetry", "MaxRetryAttempts", "RetryStrategyOptions", "AddRetry", "Policy.Handle"],
      "Polly's way, which counts retries", ".retry(retries: 3, delay: 1s)"),
  ]

  private static let go: [Idiom] = [
    idiom(
      ["retry.Do(", "retry.Attempts("], "retry-go's way, which counts attempts",
      ".retry(attempts: 3, backoff: exponential(100ms))"),
    idiom(
      ["WithMaxRetries("], "the way of Go's libraries, which counts retries",
      ".retry(retries: 3, backoff: exponential(500ms))"),
    idiom(
      ["backoff.Retry", "NewExponentialBackOff", "backoff.With"], "the way of Go's backoff",
      ".retry(deadline: 15m, backoff: exponential(500ms, factor: 1.5), jitter: proportional(50%))"),
  ]

  private static let script: [Idiom] = [
    idiom(
      ["pRetry(", "p-retry", "async-retry", "axiosRetry(", "{retries:", "{ retries:"],
      "the way of JavaScript's libraries, which count retries",
      ".retry(retries: 5, backoff: exponential(1s))"),
    idiom(
      ["handleAll", "Retry::spawn", "ExponentialBackoff"], "another library's way",
      ".retry(retries: 3, backoff: exponential(100ms))"),
    ([".subscribe(", ".block()", ".toPromise("], "nothing has to be subscribed", "leave it out"),
  ]

  /// Strategies other than a retry.
  private static let guards: [Idiom] = [
    (
      ["CircuitBreaker", "circuitBreaker", "HystrixCommand", "hystrix", "Hystrix", "gobreaker"],
      "a circuit breaker is an operator",
      "write '.breaker(failures: 50%, of: 20, open: 10s)' behind an operation"
    ),
    (["Observable."], "operations make the values", "write 'op()', or 'just(1)' for a fixed one"),
  ]

  private static let language: [Idiom] = [
    (
      [
        "time.sleep(", "time.Sleep(", "Thread.sleep(", "Task.sleep(", "Task.Delay(",
        "asyncio.sleep(",
      ]
        + ["setTimeout("], "time is virtual: nothing sleeps",
      "'op(latency: 1s)' takes a second, and 'delay: 1s' in a retry waits for one"
    ),
    (
      [
        "TimeSpan.", "Duration.of", "Duration.from", "time.Second", "time.Millisecond",
        "timedelta(",
      ],
      "a duration is a number with its unit", "write '500ms', '1.5s' or '2m'"
    ),
    (["lambda", "=>"], "a function is written in braces", "write '{ x in x + 1 }'"),
    ([":="], "names are defined with 'let'", "write 'let f = op()'"),
  ]
}
