public import Retry
import RetryNumerics

extension CircuitBreaker: PolicyPart {
  /// What the breaker is as JSON; one that opens by failures in a row needs no window.
  public static var form: PartForm<CircuitBreaker> {
    PartForm(
      Key<Int?>.optional("consecutiveFailures"), Key<Int?>.optional("failures"),
      Key<Double?>.optional("failureRate"), Key<Double?>.optional("slowRate"),
      Key.optionalTime("slow"), Key<Window?>.optional("window"), Key("minimumCalls", or: 1),
      Key<Opening>("opening"), Key("probes", or: 1)
    ) { consecutive, failures, failureRate, slowRate, slow, window, minimumCalls, opening, probes in
      let isByRate = failureRate != nil || slowRate != nil
      if window == nil, consecutive == nil || failures != nil || isByRate {
        throw Refusal(
          key: "window", words: "it is missing, and the failures or the rates are counted in it")
      }
      return CircuitBreaker(
        consecutive: consecutive, failures: failures, failureRate: failureRate, slowRate: slowRate,
        slow: slow ?? (consecutive != nil || failures != nil ? .zero : .seconds(60)),
        window: window ?? .calls(1), minimumCalls: minimumCalls, opening: opening, probes: probes)
    } values: {
      (
        $0.consecutiveFailures, $0.failures, $0.failureRate, $0.slowRate, $0.slow, $0.window,
        $0.minimumCalls, $0.opening, $0.probes
      )
    }
  }
}

extension CircuitBreaker.Window: PolicyPart {
  /// What the window is as JSON: a number of calls, or a time.
  public static var form: PartForm<CircuitBreaker.Window> {
    PartForm(
      "a window",
      [
        Case(
          "calls", as: Self.calls, of: { if case .calls(let count) = $0 { count } else { nil } }),
        Case(
          "time", as: { .time($0.duration) },
          of: { if case .time(let span) = $0 { Nanoseconds(span) } else { nil } }),
      ])
  }
}

extension CircuitBreaker.Opening: PolicyPart {
  /// What the time is as JSON.
  public static var form: PartForm<CircuitBreaker.Opening> {
    PartForm(
      Key.time("initial"), Key("factor", or: 1.0), Key.optionalTime("maximum"),
      Key("isJittered", or: false)
    ) {
      CircuitBreaker.Opening($0, factor: $1, maximum: $2, isJittered: $3)
    } values: {
      ($0.initial, $0.factor, $0.maximum, $0.isJittered)
    }
  }
}

extension CircuitBreaker.Memory: PolicyPart {
  /// What the memory is as JSON; a negative number counts as zero.
  public static var form: PartForm<CircuitBreaker.Memory> {
    PartForm(
      Key<Phase>("phase"), Key.time("left", or: .zero), Key("failures", or: 0),
      Key("openings", or: 0)
    ) {
      CircuitBreaker.Memory(
        phase: $0, remaining: max(Nanoseconds($1), .zero), failures: max($2, 0),
        openings: max($3, 0))
    } values: {
      ($0.phase, $0.left, $0.failures, $0.openings)
    }
  }
}

extension CircuitBreaker.Memory.Phase: Codable {}
