import Retry
import RetryLanguage
import RetryNumerics
import Simulation

extension Translation {
  /// The policy as a builder of failsafe-go.
  static func failsafe(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "failsafe")
    it.setCount("maxRetries", retries: true, unlimited: .count(-1))
    it.setDelays {
      $0.setFailsafe()
    } orEach: {
      $0.call.set("delayFn", .delays($1))
    }
    if let deadline = it.deadline {
      it.call.set("maxDuration", .time(deadline))
      if deadline == .zero { it.lose("a duration of 0s stands for no limit") }
      if it.rules.deadlineRule != .clamp { it.lose("the last wait is cut to the deadline") }
      if it.rules.deadlineMoment == .start { it.lose("the time that an attempt takes counts") }
    }
    it.setLayers(.failsafe)
    it.checkRest(deadline: true, attempt: true, call: true)
    return it
  }

  private mutating func setFailsafe() {
    if case .proportional(let share) = delays.shake { call.set("jitterFactor", .number(share)) }
    guard let (first, factor) = delays.nearest else { return }
    guard factor > 1 else { return call.set("delay", .time(min(first, delays.cap ?? first))) }
    let initial = max(first, Nanoseconds(1))
    call.set("delay", .time(initial))
    call.set(
      "maxDelay", .time(max(delays.cap ?? longestDelay(of: 100), initial + Nanoseconds(1))))
    call.set("delayFactor", .number(factor))
  }
}

extension PolicyText {
  var failsafe: String {
    let delay = time("delay").map { delay in
      time("maxDelay").map { longest in
        let factor = value("delayFactor") ?? "2"
        return "WithBackoffFactor(\(Self.goNarrow(delay)), \(Self.goNarrow(longest)), \(factor))"
      } ?? "WithDelay(\(Self.goSpan(delay)))"
    }
    let table = delays("delayFn")
    let rows = table.map { table in
      Self.rows(table, "") { "{\(Self.goSpan($0)), \(Self.goSpan($1))}" }
        .replacing("    {", with: "\t{")
    }
    let body =
      rows == nil
      ? ""
      : """
      // The shortest and the longest delay before each retry; the last one stays.
      var delays = [][2]time.Duration{\(rows ?? "")}

      func draw(ends [2]time.Duration) time.Duration {
      \treturn ends[0] + rand.N(ends[1]-ends[0]+1)
      }


      """
    let function = rows.map { _ in
      """
      WithDelayFunc(func(exec failsafe.ExecutionAttempt[R]) time.Duration {
      \t\t\treturn draw(delays[min(exec.Attempts(), len(delays))-1])
      \t\t})
      """
    }
    let aborts = Self.failsafe(refusing)
    let steps = [
      // In front, since gofmt sets products before several arguments without spaces.
      aborts.isEmpty ? nil : "AbortOnErrors(\(aborts.joined(separator: ", ")))",
      value("maxRetries").map { "WithMaxRetries(\($0))" }, delay, function,
      value("jitterFactor").map { "WithJitterFactor(\($0))" },
      time("maxDuration").map { "WithMaxDuration(\(Self.goSpan($0)))" }, "ReturnLastFailure()",
    ].compactMap(\.self)
    let retries =
      "retrypolicy.NewBuilder[R]().\n" + steps.map { "\t\t\($0).\n" }.joined() + "\t\tBuild()"
    let new = layers.isEmpty ? Self.failsafePolicy(retries) : failsafeExecutor(retries)
    let library = "github.com/failsafe-go/failsafe-go"
    let packages = ["bulkhead", "circuitbreaker", "ratelimiter", "retrypolicy", "timeout"]
      .filter { new.contains("\($0).New") }
    return Self.package(
      rows == nil ? [] : ["math/rand/v2"],
      (rows == nil && layers.isEmpty ? [] : [library]) + packages.map { "\(library)/\($0)" },
      body + new)
  }

  private static func failsafePolicy(_ retries: String) -> String {
    """
    // New returns the policy.
    func New[R any]() retrypolicy.RetryPolicy[R] {
    \treturn \(retries)
    }

    """
  }

  private func failsafeExecutor(_ retries: String) -> String {
    """
    // New returns the policy with what goes around it and its attempts, the outermost first. Its layers remember calls: share it.
    func New[R any]() failsafe.Executor[R] {
    \tretries := \(retries)
    \treturn failsafe.With[R](
    \(self.steps("retries", Self.failsafe).map { "\t\t\($0),\n" }.joined())\t)
    }

    """
  }
}

extension PolicyText {
  static func failsafe(_ layer: PolicyDocument.Layer) -> String {
    switch layer {
    case .timeout(let limit): "timeout.New[R](\(goNarrow(Nanoseconds(limit))))"
    case .breaker(let breaker): failsafe(breaker)
    case .concurrencyLimit(let limit):
      chain(
        "bulkhead.NewBuilder[R](\(limit.calls))",
        limit.queue == 0
          ? []
          : ["WithMaxWaitTime(\(goNarrow(limit.maximumWait.map { Nanoseconds($0) } ?? .never)))"]
      )
    case .rateLimiter(let limiter):
      chain(
        limiter.burst == 1
          ? "ratelimiter.NewSmoothBuilder[R](1, \(goNarrow(Nanoseconds(limiter.span))))"
          : "ratelimiter.NewBurstyBuilder[R](\(limiter.calls), \(goNarrow(Nanoseconds(limiter.span))))",
        limiter.maximumWait == .zero
          ? [] : ["WithMaxWaitTime(\(goNarrow(Nanoseconds(limiter.maximumWait))))"])
    default: ""
    }
  }

  private static func failsafe(_ breaker: CircuitBreaker) -> String {
    let rate = breaker.failureRate ?? 1
    func failures(of calls: Int) -> Int { max(Int((rate * Double(calls) - 1e-9).rounded(.up)), 1) }
    let opens =
      switch (breaker.consecutiveFailures, breaker.failures, breaker.window) {
      case (let row?, _, _): "WithFailureThreshold(\(row))"
      case (nil, let count?, .time(let span)):
        "WithFailureThresholdPeriod(\(count), \(goNarrow(Nanoseconds(span))))"
      case (nil, _, .calls(let count)):
        "WithFailureThresholdRatio(\(failures(of: count)), \(count))"
      case (nil, nil, .time(let span)):
        "WithFailureRateThreshold(\(rate), \(breaker.minimumCalls), \(goNarrow(Nanoseconds(span))))"
      }
    let least = breaker.probes - failures(of: breaker.probes) + 1
    let closes =
      breaker.opensByNumber
      ? "WithSuccessThreshold(\(breaker.probes))"
      : "WithSuccessThresholdRatio(\(least), \(breaker.probes))"
    return chain(
      "circuitbreaker.NewBuilder[R]()",
      [opens, closes, "WithDelay(\(goNarrow(Nanoseconds(breaker.opening.initial))))"])
  }

  private static func chain(_ builder: String, _ calls: [String]) -> String {
    ([builder] + calls + ["Build()"]).joined(separator: ".\n\t\t\t")
  }

  /// Returns the errors of failsafe-go by which kinds of layers refuse a call.
  static func failsafe(_ kinds: [PolicyDocument.Layer.Kind]) -> [String] {
    kinds.compactMap { kind in
      switch kind {
      case .breaker: "circuitbreaker.ErrOpen"
      case .rateLimiter: "ratelimiter.ErrExceeded"
      case .concurrencyLimit: "bulkhead.ErrFull"
      default: nil
      }
    }
  }
}

extension LayerText {
  static let failsafe = LayerText(
    unit: Nanoseconds(1), timeouts: Nanoseconds(1)...Nanoseconds.longest,
    counts: [.row, .calls, .time, .number], openings: .zero...Nanoseconds.longest, bulkhead: .time,
    rate: .periods, judgesEarly: true, notes: [.rateLimiter: periods])
}
