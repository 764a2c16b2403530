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
    attempts("maxAttempts", or: 3), first("delay", or: .seconds(1)), longest("maxDelay"),
    number("multiplier", or: 0, "the factor of the delays"),
    flag("random", or: false, "whether a growing delay is drawn"),
    example: "maxAttempts: 4, delay: 500ms, multiplier: 2"
  ) { _, count, delay, longest, factor, isRandom throws(InvalidArgument) in
    let first = max(delay, .milliseconds(1))
    let given = longest ?? .zero
    var backoff = Backoff.constant(first)
    if factor != 0 {
      let most = given > first ? given : .seconds(30)
      backoff = .wholeMilliseconds(from: first, by: try factor.factor("multiplier"), atMost: most)
      if isRandom {
        backoff = backoff.scaledJitter(1...factor).truncated(to: .milliseconds(1)).maximum(most)
      }
    } else if given > first {
      let (low, high) = (Nanoseconds(first), Nanoseconds(given))
      backoff = .drawn("\(low) to \(high)") {
        (low...max(high - .milliseconds(1), low)).at($1, inWhole: .milliseconds(1))
      }
    }
    return RetryStrategy(attempts: count, backoff)
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
    retries("maxRetries", or: 3), first("delay", or: .seconds(1)),
    time("jitter", or: .zero, "by how much a delay varies"), factor("multiplier", or: 1),
    longest("maxDelay"), time("timeout", or: .zero, "the time that no wait may reach, 0s for none"),
    example: "maxRetries: 3, multiplier: 2, jitter: 100ms"
  ) { _, retries, delay, jitter, factor, longest, limit in
    let (first, spread) = (Nanoseconds(delay), Nanoseconds(jitter))
    let steady = Backoff.wholeMilliseconds(from: delay, by: factor, atMost: longest)
    let most = longest.map { max(Nanoseconds($0), first) } ?? .never
    let drawn = Backoff.drawn("\(steady) ± \(spread), from \(first)") { retry, draw in
      let middle = Nanoseconds(steady.fixedDelay(retry))
      let width = spread * (first == .zero ? 1 : middle.count / first.count)
      let least = max(middle - width, first)
      let end = max(min(middle + width, most) - .milliseconds(1), least)
      return (least...end).at(draw, inWhole: .milliseconds(1))
    }
    return RetryStrategy(
      attempts: retries, spread == .zero ? steady : drawn,
      deadline: limit == .zero ? nil : limit, .refuse)
  }

  private static let okHttp = Preset(
    "okhttp", of: "OkHttp, and what is built on it (Kotlin)", version: "5",
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
    whole("routes", or: 2, least: 1, "the addresses of the host"),
    flag("retryOnConnectionFailure", or: true, "whether it is tried again"),
    example: "routes: 3"
  ) { _, routes, isOn in
    RetryStrategy(attempts: isOn ? routes : 1, .none, on: .connection)
  }
}
