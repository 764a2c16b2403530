import Retry
import RetryNumerics
import Simulation
import VirtualTime

extension Preset {
  /// Spring, and the client of HTTP below many libraries of the JVM.
  static let ofSpring: [Preset] = [springRetry, springFramework, okHttp]

  private static let springRetry = Preset(
    "spring-retry", of: "Spring Retry, @Retryable (Java)", version: "2.0.12",
    sources: [
      "spring-projects/spring-retry: annotation/Retryable.java, annotation/Backoff.java, backoff/*.java"
    ],
    counts: "maxAttempts 3 makes 3 attempts; 3 by default",
    surprises: [
      "A maxDelay without a multiplier draws each delay between delay and maxDelay.",
      "With a multiplier, a maxDelay that is not above the delay means 30 s.",
      "random only lengthens a delay, up to the multiplier times itself, and the maximum comes after it.",
      "A call from within the same bean is not retried.",
    ],
    departures: ["A delay that is drawn is of type float there, and rounded accordingly."],
    PresetSetting.count("maxAttempts", or: .attempts(3), "the attempts in all; 3 by default"),
    PresetSetting.time("delay", or: .seconds(1), "the first delay; 1s by default"),
    PresetSetting.someTime("maxDelay", "the longest delay"),
    PresetSetting.number("multiplier", or: 0, "the factor of the delays; constant by default"),
    PresetSetting.flag("random", or: false, "whether a growing delay is drawn"),
    example: "maxAttempts: 4, delay: 500ms, multiplier: 2"
  ) { _, count, delay, longest, factor, isRandom throws(InvalidArgument) in
    let first = max(Nanoseconds(try delay.notNegative("delay")), .milliseconds(1))
    let given = Nanoseconds(try (longest ?? .zero).notNegative("maxDelay"))
    var backoff = Backoff.constant(first.duration)
    if factor != 0 {
      let most = given > first ? given : .seconds(30)
      backoff = .wholeMilliseconds(
        from: first, by: try factor.factor("multiplier"), atMost: most)
      if isRandom {
        backoff = backoff.scaledJitter(1...factor).truncated(to: .milliseconds(1))
          .maximum(most.duration)
      }
    } else if given > first {
      let width = given - first - .milliseconds(1)
      backoff = .drawn("\(first) to \(given)", inWhole: .milliseconds(1)) { _ in
        first...(first + max(width, .zero))
      }
    }
    return RetryStrategy(attempts: try count.attempts("maxAttempts"), backoff)
  }

  private static let springFramework = Preset(
    "spring-framework", of: "Spring Framework, @Retryable and RetryTemplate (Java)", version: "7.0",
    sources: [
      "spring-projects/spring-framework: core/retry/RetryTemplate.java, util/backoff/ExponentialBackOff.java"
    ],
    counts: "maxRetries 3 makes 4 attempts; 3 by default",
    surprises: [
      "It counts retries, where @Retryable of Spring Retry counted attempts.",
      "The jitter is a time, which grows with the delay in whole multiples of the first one.",
      "No delay is below the first one: the jitter of the first retry only lengthens it.",
    ],
    PresetSetting.count(
      "maxRetries", or: .attempts(3), "the retries after the first attempt; 3 by default"),
    PresetSetting.time("delay", or: .seconds(1), "the first delay; 1s by default"),
    PresetSetting.time("jitter", or: .zero, "by how much a delay varies; 0s by default"),
    PresetSetting.number("multiplier", or: 1, "the factor of the delays; 1 by default"),
    PresetSetting.someTime("maxDelay", "the longest delay"),
    PresetSetting.time(
      "timeout", or: .zero, "the time that no wait may reach, 0s for none; none by default"),
    example: "maxRetries: 3, multiplier: 2, jitter: 100ms"
  ) { _, retries, delay, jitter, factor, longest, limit throws(InvalidArgument) in
    let (first, spread) = (
      Nanoseconds(try delay.notNegative("delay")), Nanoseconds(try jitter.notNegative("jitter"))
    )
    let steady = Backoff.wholeMilliseconds(
      from: first, by: try factor.factor("multiplier"), atMost: longest)
    let most = longest.map { max($0, first) } ?? .never
    let drawn = Backoff.drawn("\(steady) ± \(spread), from \(first)", inWhole: .milliseconds(1)) {
      let middle = Nanoseconds(steady.fixedDelay($0))
      let width = spread * (first == .zero ? 1 : middle.count / first.count)
      let least = max(middle - width, first)
      return least...max(min(middle + width, most) - .milliseconds(1), least)
    }
    return RetryStrategy(
      attempts: try retries.retries("maxRetries"), spread == .zero ? steady : drawn,
      deadline: limit == .zero ? nil : try limit.notNegative("timeout"), .refuse)
  }

  private static let okHttp = Preset(
    "okhttp", of: "OkHttp, and what stands on it (Kotlin)", version: "5",
    sources: [
      "square/okhttp: okhttp3/internal/http/RetryAndFollowUpInterceptor.kt, internal/connection"
    ],
    counts: "there is no number of attempts: the addresses of the host decide",
    surprises: [
      "A connection that fails is tried again at once, at the next address of the host.",
      "A POST is sent again, too, unless its body can be sent only once.",
      "It is below Retrofit and others, whose retries multiply with it.",
    ],
    departures: [
      "408 is tried once more there, and 503 with a Retry-After of 0; redirects and credentials count as well.",
      "A connection that was kept and turned out to be dead costs no address there.",
    ],
    PresetSetting.whole("routes", or: 2, "the addresses of the host; 2 here"),
    PresetSetting.flag(
      "retryOnConnectionFailure", or: true, "whether it is tried again; it is by default"),
    example: "routes: 3"
  ) { _, routes, isOn throws(InvalidArgument) in
    RetryStrategy(
      attempts: isOn ? try routes.atLeast(1, "routes") : 1, .none, on: .connection)
  }
}
