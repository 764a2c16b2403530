import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The systems that run jobs, and queues that deliver messages again.
  static let ofQueues: [Preset] = [
    temporal, celery, sidekiq, sqsRedrive, kafkaProducer, springKafka,
  ]

  private static let temporal = Preset(
    "temporal", of: "Temporal, the retry policy of activities", version: "November 2026",
    sources: ["docs.temporal.io: encyclopedia/retry-policies"],
    counts: "maximum_attempts 3 makes 3 attempts; 0 means no limit, and is the default",
    surprises: [
      "Activities are retried for ever by default, after errors of the code, too; workflows are not.",
      "There is no jitter.",
      "The longest delay is 100 times the first one.",
    ],
    departures: ["What the server takes to hand out an activity again is not part of the preset."],
    first("initial_interval", or: .seconds(1)), factor("backoff_coefficient", or: 2),
    someTime("maximum_interval", "the longest delay; 100 times the first by default, and for 0s"),
    attempts("maximum_attempts", or: 0, endless: 0...0, "the attempts in all, 0 for no limit"),
    limit("start_to_close", "how long an attempt may take"),
    limit("schedule_to_close", "the time that no wait may cross"),
    example: "maximum_attempts: 5, start_to_close: 10s"
  ) { _, first, factor, longest, count, attempt, limit in
    RetryStrategy(
      attempts: count,
      .exponential(factor: factor, initial: first).maximum(
        longest.flatMap { $0 > .zero ? $0 : nil } ?? first * 100),
      hints: .obeyed, deadline: limit, .refuseBeyond,
      inner: attempt.timeout, outer: limit.timeout)
  }

  private static let celery = Preset(
    "celery", of: "Celery (Python)", version: "5.7",
    sources: ["celery/celery: celery/app/autoretry.py, celery/app/task.py, celery/utils/time.py"],
    counts: "max_retries 3 makes 4 runs; 3 by default",
    surprises: [
      "Without retry_backoff each delay is 3 minutes.",
      "With it the delay is a whole number of seconds from 0 to the bound: it may be none.",
      "No error is retried unless autoretry_for names it, or the task calls retry.",
      "A delay beyond the visibility timeout of the broker is delivered twice: 1 h with Redis, 30 min with SQS.",
    ],
    departures: [
      "A worker fetches a message ahead of its time; what it takes to start is not part."
    ],
    retries("max_retries", or: 3, "the retries after the first run"),
    time("default_retry_delay", or: .seconds(180), "the delay without retry_backoff"),
    someTime("retry_backoff", "the bound of the first delay, in whole seconds"),
    time("retry_backoff_max", or: .seconds(600), "the longest bound"),
    flag("retry_jitter", or: true, "whether the delay is drawn"),
    example: "max_retries: 5, retry_backoff: 1s"
  ) { _, retries, delay, bound, longest, isRandom in
    guard let bound, bound > .zero else {
      return RetryStrategy(attempts: retries, .constant(delay))
    }
    let first = Duration.seconds(max(bound.components.seconds, 1))
    let bounds = Backoff.exponential(initial: first).maximum(longest)
    let drawn = Backoff.drawn("0 s to \(bounds)") {
      (Nanoseconds.zero...Nanoseconds(bounds.fixedDelay($0))).at($1, inWhole: .seconds(1))
    }
    return RetryStrategy(attempts: retries, isRandom ? drawn : bounds)
  }

  private static let sidekiq = Preset(
    "sidekiq", of: "Sidekiq (Ruby)", version: "6.5 to 8",
    sources: ["sidekiq/sidekiq: lib/sidekiq/job_retry.rb"],
    counts: "retry 3 makes 4 runs; 25 by default",
    surprises: [
      "25 retries take 20 days.",
      "All errors are retried, those of a mistake in the job as well.",
      "The jitter is small: less than 10 s for the first retry, and 10 s more for each later one.",
    ],
    departures: [
      "A job comes back some seconds later than its time there: a poller looks for it.",
      "What sidekiq_retry_in and retry_for change is not part of the preset.",
    ],
    retries("retry", or: 25, "the retries after the first run"),
    example: "retry: 5"
  ) { _, retries in
    RetryStrategy(
      attempts: retries,
      .drawn("count^4 + 15 + rand(10 * (count + 1)) s") { retry, draw in
        let count = Double(retry)
        let least = Nanoseconds(rounding: (count * count * count * count + 15) * 1e9)
        let most = least + Nanoseconds(rounding: (10 * count + 9) * 1e9)
        return (least...most).at(draw, inWhole: .seconds(1))
      })
  }

  private static let sqsRedrive = Preset(
    "sqs-redrive", of: "Amazon SQS, a redrive policy", version: "November 2026",
    sources: ["docs.aws.amazon.com: AWSSimpleQueueService, dead-letter queues, visibility timeout"],
    counts: "maxReceiveCount 3 makes 3 attempts",
    surprises: [
      "The delay is the same each time, without jitter: what failed together comes back together.",
      "An attempt that takes longer than the VisibilityTimeout runs twice at once.",
      "Without a redrive policy a message comes back for 4 days.",
    ],
    departures: [
      "The time counts from the start of an attempt there, and from its failure here.",
      "A consumer that changes the visibility of a message is not part of the preset.",
    ],
    attempts("maxReceiveCount", or: 10), time("VisibilityTimeout", or: .seconds(30), "the delay"),
    example: "maxReceiveCount: 3"
  ) { _, count, delay in
    RetryStrategy(attempts: count, .constant(delay))
  }

  private static let kafkaProducer = Preset(
    "kafka-producer", of: "the producer of Apache Kafka (Java)", version: "3.7",
    sources: [
      "apache/kafka: clients/src/main/java/org/apache/kafka/common/utils/ExponentialBackoff.java",
      "kafka.apache.org: producer configs; KIP-580",
    ],
    counts: "retries 3 makes 4 attempts; there is no limit by default",
    surprises: [
      "delivery.timeout.ms ends the retries, after 2 minutes, not their number.",
      "The jitter of 20 % comes before the maximum: at the maximum, delays are 80 to 100 % of it.",
      "Before version 3.7 the delay was retry.backoff.ms each time.",
    ],
    departures: ["The names have an underscore for the dot. Batches are not part of the preset."],
    retries("retries"), first("retry_backoff_ms", or: .milliseconds(100)),
    longest("retry_backoff_max_ms", or: .seconds(1)),
    time("delivery_timeout_ms", or: .seconds(120), "how long a send may take in all"),
    time("request_timeout_ms", or: .seconds(30), "how long an attempt may take"),
    example: "delivery_timeout_ms: 10s, request_timeout_ms: 2s"
  ) { _, retries, first, longest, all, attempt throws(InvalidArgument) in
    guard attempt <= all else {
      throw InvalidArgument(
        "delivery_timeout_ms",
        PresetProblem.below("delivery_timeout_ms", all, "request_timeout_ms", attempt))
    }
    let growing = Backoff.exponential(initial: first).maximum(longest)
    let backoff =
      longest <= first
      ? Backoff.constant(longest)
      : growing.proportionalJitter(0.2).truncated(to: .milliseconds(1)).maximum(longest)
    return RetryStrategy(
      attempts: retries, backoff, on: .transient, inner: Optional(attempt).timeout,
      outer: Optional(all).timeout)
  }

  private static let springKafka = Preset(
    "spring-kafka", of: "the error handler of listeners of Spring for Apache Kafka", version: "3.3",
    sources: [
      "spring-projects/spring-kafka: listener/SeekUtils.java, DefaultErrorHandler.java",
      "docs.spring.io: spring-kafka, DefaultErrorHandler",
    ],
    counts: "maxAttempts 9 makes 10 deliveries, as FixedBackOff counts its delays; 9 by default",
    surprises: [
      "A message comes back at once, and after ten deliveries it is logged and skipped.",
      "Messages behind it in its partition wait meanwhile.",
      "The delay is the same each time, without jitter.",
    ],
    departures: [
      "Errors of conversion are not retried there; here 'on:' says which are.",
      "Topics for retries, by @RetryableTopic, are not part of the preset.",
    ],
    retries("maxAttempts", or: 9, "the deliveries after the first one"),
    time("interval", or: .zero, "the delay"),
    example: "maxAttempts: 3, interval: 1s"
  ) { _, retries, delay in
    RetryStrategy(attempts: retries, .constant(delay))
  }
}
