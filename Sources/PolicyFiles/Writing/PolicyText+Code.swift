import RetryLanguage
import RetryNumerics

// The settings of a preset as code.

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

  var cockatiel: String {
    func milliseconds(_ label: String) -> String? { time(label).map { "\($0.wholeMilliseconds)" } }
    let attempts = value("maxAttempts").map { "maxAttempts: \($0), " } ?? ""
    let (shape, generator) = (value("backoff"), value("generator"))
    let names: [String]
    let backoff: String
    var rows = ""
    switch shape {
    case "each":
      guard let table = delays("delays") else { return "" }
      if table.isFixed {
        names = ["IterableBackoff"]
        let list = Self.rows(table, "  ") { _, most in "\(most.wholeMilliseconds)" }
        backoff = "new IterableBackoff([\(list)])"
      } else {
        names = ["DelegateBackoff"]
        let list = Self.rows(table, "") { "[\($0.wholeMilliseconds), \($1.wholeMilliseconds)]" }
        rows = """

          // The shortest and the longest delay before each retry in milliseconds; the last one stays.
          const delays = [\(list)];
          const draw = (ends: number[]) => ends[0] + Math.floor(Math.random() * (ends[1] - ends[0] + 1));

          """
        backoff =
          "new DelegateBackoff((context) => draw(delays[Math.min(context.attempt, delays.length) - 1]))"
      }
    case "none": (names, backoff) = (["ConstantBackoff"], "new ConstantBackoff(0)")
    case "constant":
      (names, backoff) = (
        ["ConstantBackoff"], "new ConstantBackoff(\(milliseconds("delay") ?? "0"))"
      )
    default:
      let options = [
        milliseconds("initialDelay").map { "initialDelay: \($0)" },
        milliseconds("maxDelay").map { "maxDelay: \($0)" },
        value("exponent").map { "exponent: \($0)" }, generator.map { "generator: \($0)" },
      ].compactMap(\.self).joined(separator: ", ")
      (names, backoff) = (
        ["ExponentialBackoff"] + [generator].compactMap(\.self),
        "new ExponentialBackoff({ \(options) })"
      )
    }
    let retries =
      "retry(\(Self.cockatielFilter(refusing)), {\n  \(attempts)backoff: \(backoff),\n})"
    let beside = layers.aroundCall + layers.aroundAttempt
    let own = beside.flatMap { Self.cockatiel($0).names } + (beside.isEmpty ? [] : ["wrap"])
    let refusals = Self.cockatielErrors(refusing)
    let handlers =
      refusals.isEmpty
      ? ["handleAll"]
      : beside.contains { $0.kind == .breaker } ? ["handleAll", "handleWhen"] : ["handleWhen"]
    var others = handlers + ["retry"]
    for name in own + refusals where !others.contains(name) { others.append(name) }
    let isOneLine = beside.allSatisfy { $0.kind == .timeout }
    let steps = self.steps(retries) { Self.cockatiel($0).text }
    let wrapped =
      isOneLine
      ? steps.joined(separator: ", ")
      : steps.map { "\n  " + $0.replacing("\n", with: "\n  ") + "," }.joined() + "\n"
    return """
      import { \((names + others).joined(separator: ", ")) } from "cockatiel";
      \(rows)
      export const policy = \(beside.isEmpty ? retries : "wrap(\(wrapped))");

      """
  }

  /// Returns the errors of cockatiel by which kinds of layers refuse a call.
  private static func cockatielErrors(_ kinds: [LayerKind]) -> [String] {
    (kinds.contains(.breaker) ? ["BrokenCircuitError"] : [])
      + (kinds.contains(.bulkhead) ? ["BulkheadRejectedError"] : [])
  }

  /// Returns which errors cockatiel retries: all but the refusals of layers.
  private static func cockatielFilter(_ kinds: [LayerKind]) -> String {
    let errors = cockatielErrors(kinds)
    guard !errors.isEmpty else { return "handleAll" }
    let tests = errors.map { "error instanceof \($0)" }.joined(separator: " || ")
    return "handleWhen((error) => !(\(tests)))"
  }
}
