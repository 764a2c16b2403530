import RetryLanguage
import RetryNumerics

// What each library can say of layers.

extension LayerWords {
  private static let (millisecond, second) = (Nanoseconds(1_000_000), Nanoseconds(1_000_000_000))
  private static let day = second * 86_400

  private static let periods =
    "the calls of a period of the rate limiter come back all at once, when it begins"

  /// Polly 8, whose breakers look back a span of time.
  static let polly = LayerWords(
    unit: Nanoseconds(100), timeouts: millisecond * 10...day, counts: [.time], mostProbes: 1,
    openings: millisecond * 500...day, spans: millisecond * 500...day, fewestCalls: 2,
    bulkhead: .queue, rate: .queue,
    notes: [
      .rateLimiter:
        "calls wait for the rate limiter in a queue of some length, for as long as it takes"
    ])

  /// cockatiel, without rate limiters.
  static let cockatiel = LayerWords(
    timeouts: millisecond...Nanoseconds.longest, counts: [.row, .calls, .time], mostProbes: 1,
    bulkhead: .queue,
    windowNote: "the breaker's window moves on by a fifth of it, or by a second",
    notes: [
      .breaker:
        "while the breaker's probe runs, other calls wait for its end, and are not refused"
    ])

  static let failsafe = LayerWords(
    unit: Nanoseconds(1), timeouts: Nanoseconds(1)...Nanoseconds.longest,
    counts: [.row, .calls, .time, .number], openings: .zero...Nanoseconds.longest, bulkhead: .time,
    rate: .periods, judgesEarly: true, notes: [.rateLimiter: periods])

  /// resilience4j in Spring, whose aspects have an order.
  static let resilience4j = LayerWords(
    timeouts: millisecond...Nanoseconds.longest, counts: [.calls, .time], knowsSlow: true,
    grows: true, spans: second...second * Int64(Int32.max), spanUnit: second, bulkhead: .time,
    rate: .periods, isEachOnce: true, isOrdered: true, countsRefusals: false,
    windowNote: "the breaker's window moves on by a second",
    notes: [
      .timeout: "a time limiter is for methods that return a future or a publisher",
      .rateLimiter: periods,
    ])

  /// The cluster of an Envoy, whose hosts are ejected instead of a breaker that opens.
  static let envoy = LayerWords(
    counts: [.row], mostProbes: 1, bulkhead: .never, isEachOnce: true, hasOuter: false,
    countsRefusals: false,
    notes: [
      .breaker:
        "failures are counted for each host, by all clients of the Envoy: it is ejected, and comes back without a probe",
      .bulkhead: "the bulkhead is that of the cluster, for all of its routes",
    ])
}
