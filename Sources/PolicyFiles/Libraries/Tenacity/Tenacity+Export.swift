import Retry
import RetryLanguage
import RetryNumerics
import Simulation

extension Translation {
  /// The policy as arguments of tenacity.
  static func tenacity(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "tenacity")
    if it.attempts != nil {
      it.setCount("stop_after_attempt", retries: false, unlimited: nil, within: 1...Int.max)
    }
    if let deadline = it.deadline {
      let isBefore = it.rules.deadlineRule.looksAhead
      it.call.set(isBefore ? "stop_before_delay" : "stop_after_delay", .time(deadline))
      if it.rules.deadlineRule == .clamp { it.lose("the last wait is not cut to the deadline") }
      if it.rules.deadlineRule == .after { it.lose("an attempt may begin after the deadline") }
      if it.rules.deadlineMoment == .start { it.lose("the time that an attempt takes counts") }
    }
    it.setDelays {
      $0.setWait()
    } orEach: {
      $0.setWaits($1)
    }
    it.checkRest(deadline: true)
    return it
  }

  private mutating func setWait() {
    if let least = delays.least { call.set("min", .time(least)) }
    if let cap = delays.cap { call.set("max", .time(cap)) }
    switch (delays.growth, delays.shake) {
    case (.none, _): call.set("wait", .word("wait_none"))
    case (.constant(let delay), .none):
      call.set("wait", .word("wait_fixed"))
      call.set("fixed", .time(delay))
    case (.constant(let delay), .additive(let extra)):
      call.set("wait", .word("wait_random"))
      call.set("min", .time(delay))
      call.set("max", .time(delay + extra))
    case (.linear(let increment, let initial), .none):
      call.set("wait", .word("wait_incrementing"))
      call.set("start", .time(initial))
      call.set("increment", .time(increment))
    default: setExponential()
    }
  }

  private mutating func setExponential() {
    let (initial, factor) = delays.nearest ?? (.zero, 2)
    call.set("multiplier", .number(Double(initial.count) / 1e9))
    call.set("exp_base", .number(factor))
    switch delays.shake {
    case .none: call.set("wait", .word("wait_exponential"))
    case .additive(let extra):
      call.set("wait", .word("wait_exponential_jitter"))
      call.set("jitter", .time(extra))
    case .full, .equal, .proportional, .whole, .other:
      call.set("wait", .word("wait_random_exponential"))
    }
  }

  private mutating func setWaits(_ table: DelayTable) {
    if table.ranges.count == 1, let only = table.ranges.first {
      call.set("wait", .word("wait_random"))
      call.set("min", .time(only.lowerBound))
      return call.set("max", .time(only.upperBound))
    }
    call.set("wait", .word("wait_chain"))
    call.set("waits", .delays(table))
  }
}

extension PolicyText {
  /// A decorator of tenacity in Python.
  var tenacity: String {
    func argument(_ name: String, _ setting: String) -> String? {
      (time(setting)?.seconds ?? value(setting)).map { "\(name)=\($0)" }
    }
    let wait = value("wait") ?? "wait_none"
    let settings: [String?] =
      switch wait {
      case "wait_fixed": [time("fixed")?.seconds]
      case "wait_random": [argument("min", "min"), argument("max", "max")]
      case "wait_incrementing":
        [argument("start", "start"), argument("increment", "increment"), argument("max", "max")]
      case "wait_exponential", "wait_random_exponential":
        [
          argument("multiplier", "multiplier"), argument("max", "max"),
          argument("exp_base", "exp_base"), argument("min", "min"),
        ]
      case "wait_exponential_jitter":
        [
          argument("multiplier", "multiplier"), argument("max", "max"),
          argument("exp_base", "exp_base"), argument("jitter", "jitter"), argument("min", "min"),
        ]
      case "wait_chain": [delays("waits").map(Self.waits)]
      default: []
      }
    let stops = ["stop_after_attempt", "stop_after_delay", "stop_before_delay"].filter {
      value($0) != nil
    }
    let stop = stops.map { "\($0)(\(time($0)?.seconds ?? value($0) ?? ""))" }
    let chained = (delays("waits")?.ranges ?? []).map(Self.wait)
    let names =
      (stops.isEmpty ? ["stop_never"] : stops) + [wait]
      + ["wait_fixed", "wait_random"].filter { name in
        chained.contains { $0.hasPrefix(name + "(") }
      }
    return """
      from tenacity import \((["retry"] + names).joined(separator: ", "))

      policy = retry(
          reraise=True,
          stop=\(stop.isEmpty ? "stop_never" : stop.joined(separator: " | ")),
          wait=\(wait)(\(settings.compactMap(\.self).joined(separator: ", "))),
      )

      """
  }

  private static func waits(_ table: DelayTable) -> String {
    rows(table, "    ") { wait($0...$1) }
  }

  /// Returns a fixed wait, or a random one.
  private static func wait(_ range: ClosedRange<Nanoseconds>) -> String {
    let (least, most) = (range.lowerBound.seconds, range.upperBound.seconds)
    return least == most ? "wait_fixed(\(least))" : "wait_random(\(least), \(most))"
  }
}
