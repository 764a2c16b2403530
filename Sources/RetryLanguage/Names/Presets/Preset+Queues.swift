import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// The systems that run jobs, and queues that deliver messages again.
  static let ofQueues: [Preset] = [temporal, celery, sidekiq, sqsRedrive, kafkaProducer]

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
    PresetSetting.time("initial_interval", or: .seconds(1), "the first delay; 1s by default"),
    PresetSetting.number("backoff_coefficient", or: 2, "the factor of the delays; 2 by default"),
    PresetSetting.someTime("maximum_interval", "the longest delay; 100 times the first by default"),
    PresetSetting.count(
      "maximum_attempts", or: .attempts(0), "the attempts in all, 0 for no limit; none by default"),
    PresetSetting.someTime("start_to_close", "how long an attempt may take"),
    PresetSetting.someTime("schedule_to_close", "the time that no wait may cross"),
    example: "maximum_attempts: 5, start_to_close: 10s"
  ) { _, first, factor, longest, count, attempt, limit throws(InvalidArgument) in
    let start = try first.notNegative("initial_interval")
    return RetryStrategy(
      attempts: count == .attempts(0) ? nil : try count.attempts("maximum_attempts"),
      try .exponential(factor: factor.factor("backoff_coefficient"), initial: start)
        .atMost(longest ?? first * 100, "maximum_interval"),
      hints: HintRule(maximum: nil), deadline: try limit?.notNegative("schedule_to_close"),
      .refuseBeyond, inner: try attempt.timeout("start_to_close"),
      outer: try limit.timeout("schedule_to_close"))
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
    PresetSetting.count(
      "max_retries", or: .attempts(3), "the retries after the first run; 3 by default"),
    PresetSetting.time(
      "default_retry_delay", or: .seconds(180), "the delay without retry_backoff; 3m by default"),
    PresetSetting.someTime("retry_backoff", "the bound of the first delay, in whole seconds"),
    PresetSetting.time(
      "retry_backoff_max", or: .seconds(600), "the longest bound; 10m by default"),
    PresetSetting.flag("retry_jitter", or: true, "whether the delay is drawn; it is by default"),
    example: "max_retries: 5, retry_backoff: 1s"
  ) { _, retries, delay, bound, longest, isRandom throws(InvalidArgument) in
    let attempts = try retries.retries("max_retries")
    guard let bound, bound > .zero else {
      return RetryStrategy(
        attempts: attempts, .constant(try delay.notNegative("default_retry_delay")))
    }
    let first = Nanoseconds.seconds(max(bound.count / 1_000_000_000, 1))
    let bounds = try Backoff.exponential(initial: first.duration).atMost(
      longest, "retry_backoff_max")
    let drawn = Backoff.drawn("0 s to \(bounds)", inWhole: .seconds(1)) {
      Nanoseconds.zero...Nanoseconds(bounds.fixedDelay($0))
    }
    return RetryStrategy(attempts: attempts, isRandom ? drawn : bounds)
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
    PresetSetting.count(
      "retry", or: .attempts(25), "the retries after the first run; 25 by default"),
    example: "retry: 5"
  ) { _, retries throws(InvalidArgument) in
    RetryStrategy(
      attempts: try retries.retries("retry"),
      .drawn("count^4 + 15 + rand(10 * (count + 1)) s", inWhole: .seconds(1)) { retry in
        let count = Double(retry)
        let least = Nanoseconds(rounding: (count * count * count * count + 15) * 1e9)
        return least...(least + Nanoseconds(rounding: (10 * (count + 1) - 1) * 1e9))
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
    PresetSetting.count("maxReceiveCount", or: .attempts(10), "the attempts in all"),
    PresetSetting.time("VisibilityTimeout", or: .seconds(30), "the delay; 30s by default"),
    example: "maxReceiveCount: 3"
  ) { _, count, delay throws(InvalidArgument) in
    RetryStrategy(
      attempts: try count.attempts("maxReceiveCount"),
      .constant(try delay.notNegative("VisibilityTimeout")))
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
    PresetSetting.count(
      "retries", or: .unlimited, "the retries after the first attempt; no limit by default"),
    PresetSetting.time(
      "retry_backoff_ms", or: .milliseconds(100), "the first delay; 100ms by default"),
    PresetSetting.time(
      "retry_backoff_max_ms", or: .seconds(1), "the longest delay; 1s by default"),
    PresetSetting.time(
      "delivery_timeout_ms", or: .seconds(120), "how long a send may take in all; 2m by default"),
    PresetSetting.time(
      "request_timeout_ms", or: .seconds(30), "how long an attempt may take; 30s by default"),
    example: "delivery_timeout_ms: 10s, request_timeout_ms: 2s"
  ) { _, retries, first, longest, all, attempt throws(InvalidArgument) in
    let most = try longest.notNegative("retry_backoff_max_ms")
    guard attempt <= all else {
      throw InvalidArgument(
        "delivery_timeout_ms",
        PresetProblem.below("delivery_timeout_ms", all, "request_timeout_ms", attempt))
    }
    let growing = Backoff.exponential(initial: try first.notNegative("retry_backoff_ms"))
      .maximum(most)
    let backoff =
      longest <= first
      ? Backoff.constant(most)
      : growing.proportionalJitter(0.2).truncated(to: .milliseconds(1)).maximum(most)
    return RetryStrategy(
      attempts: try retries.retries("retries"), backoff, on: .transient,
      inner: [.timeout(attempt)], outer: [.timeout(all)])
  }
}
