/// What other libraries and languages write.
extension ForeignSyntaxHint {
  /// A few texts, what they are, and what means the same here.
  typealias Idiom = (texts: [String], message: String, fixIt: String)

  /// What means the same here; the first that a line contains counts.
  static let idioms: [Idiom] = python + java + dotNet + go + script + guards + language

  /// What an argument is called elsewhere, and here.
  static let labels: [(others: Set<String>, label: String)] = [
    (["times", "max", "maxAttempts", "max_attempts", "tries", "count", "n"], "attempts"),
    (["maxRetries", "max_retries"], "retries"),
    (["wait", "interval", "sleep", "pause"], "delay"),
    (["failure_rate", "failureRate", "errorRate", "error_rate", "errors", "failing"], "fails"),
    (["duration", "time", "takes"], "latency"), (["as"], "error"),
  ]

  /// Makes an idiom of a library from what is written here behind an operation.
  private static func idiom(_ texts: [String], _ message: String, _ written: String) -> Idiom {
    (texts, "this is \(message)", "write '\(written)' behind an operation")
  }

  /// Makes an idiom of a library from the settings of its preset.
  private static func preset(
    _ texts: [String], _ message: String, _ name: String, _ settings: String
  ) -> Idiom {
    idiom(texts, message, ".retry(preset(\"\(name)\", \(settings)))")
  }

  private static let python: [Idiom] = [
    preset(
      ["wait_random_exponential", "wait_exponential_jitter"], "tenacity's way", "tenacity",
      "stop_after_attempt: 5, wait: wait_random_exponential"),
    preset(
      [
        "stop_after_delay", "stop_before_delay", "stop_after_attempt", "wait_exponential",
        "wait_fixed", "wait_random",
      ], "tenacity's way", "tenacity", "stop_after_attempt: 3, wait: wait_exponential"),
    idiom(["retry_if_"], "tenacity's way", ".retry(attempts: 3, on: [.timeout])"),
    preset(["stamina.retry"], "stamina's way, which counts attempts", "stamina", "attempts: 10"),
    preset(
      ["backoff.on_", "backoff.expo", "max_tries"], "the way of backoff, which counts attempts",
      "backoff", "max_tries: 8"),
    preset(
      ["Retry(total", "backoff_factor", "max_retries=", "status_forcelist"],
      "urllib3's way, which counts retries", "urllib3", "total: 5, backoff_factor: 0.2"),
  ]

  private static let java: [Idiom] = [
    preset(
      ["Failsafe.", "withMaxRetries"], "Failsafe's way, which counts retries", "failsafe",
      "maxRetries: 3, delay: 1s"),
    idiom(
      ["@Retryable", "@Backoff", "RetryTemplate"], "Spring's way, which counts attempts",
      ".retry(attempts: 3, delay: 1s)"),
    idiom(
      ["Retry.backoff", "Retry.fixedDelay", "Retry.max(", "Mono.", "Flux."],
      "Reactor's way, which counts retries", ".retry(retries: 3, backoff: exponential(100ms))"),
    preset(
      ["RetryConfig", "maxAttempts(", "Retry.of", "Retry.decorate", "@Retry(", "IntervalFunction"],
      "resilience4j's way, which counts attempts", "resilience4j", "maxAttempts: 3"),
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
    preset(
      ["WaitAndRetry", "MaxRetryAttempts", "RetryStrategyOptions", "AddRetry", "Policy.Handle"],
      "Polly's way, which counts retries", "polly", "MaxRetryAttempts: 3, Delay: 1s"),
  ]

  private static let go: [Idiom] = [
    idiom(
      ["retry.Do(", "retry.Attempts("], "retry-go's way, which counts attempts",
      ".retry(attempts: 3, backoff: exponential(100ms))"),
    idiom(
      ["WithMaxRetries("], "the way of Go's libraries, which counts retries",
      ".retry(retries: 3, backoff: exponential(500ms))"),
    preset(
      ["backoff.Retry", "NewExponentialBackOff", "backoff.With"], "the way of Go's backoff",
      "cenkalti", "MaxElapsedTime: 15m"),
  ]

  private static let script: [Idiom] = [
    idiom(
      ["pRetry(", "p-retry", "async-retry", "axiosRetry(", "{retries:", "{ retries:"],
      "the way of JavaScript's libraries, which count retries",
      ".retry(retries: 5, backoff: exponential(1s))"),
    preset(
      ["handleAll", "ExponentialBackoff"], "cockatiel's way, which counts retries", "cockatiel",
      "maxAttempts: 3"),
    idiom(
      ["Retry::spawn"], "another library's way",
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
    (
      [" during ", " before outage", " after outage"], "the figures of a phase have names",
      "write 'successDuring', 'busiestBefore' or 'amplificationAfter'"
    ),
  ]
}
