import Retry
import RetryLanguage
import RetryNumerics
import Simulation

extension Translation {
  /// The policy as options of cenkalti/backoff.
  static func cenkalti(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "cenkalti")
    it.setCount("MaxTries", retries: false, unlimited: .count(0), within: 1...Int.max)
    it.setInterval("InitialInterval", "Multiplier", "MaxInterval", "RandomizationFactor")
    it.setElapsed("MaxElapsedTime")
    it.checkRest(deadline: true, hints: true)
    return it
  }

  /// Sets the intervals of cenkalti/backoff, with which the collector waits as well.
  mutating func setInterval(
    _ first: String, _ factor: String, _ longest: String, _ shake: String
  ) {
    let fit = fit()
    setGrowth(fit, first, factor, longest)
    if fit?.cap == nil { call.set(longest, .time(longestDelay(of: 100))) }
    let share = fit?.share ?? 0
    call.set(shake, .number(share))
    checkShake(
      share > 0 ? .proportional(share) : .none, capsLast: false,
      "it varies a delay by a share of it, or not at all")
    checkGrowth()
  }

  mutating func setElapsed(_ label: String) {
    guard let deadline else { return call.set(label, .time(.zero)) }
    if deadline == .zero { lose("\(label) 0s stands for no limit: it is 1ns") }
    call.set(label, .time(max(deadline, Nanoseconds(1))))
    if !rules.deadlineRule.looksAhead { lose("a wait that would cross the deadline is not made") }
    if rules.deadlineMoment == .start { lose("the time that an attempt takes counts") }
  }
}

extension PolicyText {
  /// A function that retries with cenkalti/backoff.
  var cenkalti: String {
    let options =
      [
        "backoff.WithBackOff(\(backOff ?? "b"))",
        value("MaxTries").map { "backoff.WithMaxTries(\($0))" },
        time("MaxElapsedTime").map { "backoff.WithMaxElapsedTime(\(Self.goNarrow($0)))" },
      ].compactMap(\.self).map { "\t\t\($0),\n" }.joined()
    let fields = [
      time("InitialInterval").map { "b.InitialInterval = \(Self.goSpan($0))" },
      value("RandomizationFactor").map { "b.RandomizationFactor = \($0)" },
      value("Multiplier").map { "b.Multiplier = \($0)" },
      time("MaxInterval").map { "b.MaxInterval = \(Self.goSpan($0))" },
    ].compactMap(\.self).map { "\t\($0)\n" }.joined()
    return Self.package(
      ["context"], ["github.com/cenkalti/backoff/v5"],
      """
      // Retry calls an operation until it succeeds or the policy gives up.
      func Retry[T any](ctx context.Context, operation backoff.Operation[T]) (T, error) {
      \(backOff == nil ? "\tb := backoff.NewExponentialBackOff()\n" + fields : "")\treturn backoff.Retry(ctx, operation,
      \(options)\t)
      }

      """)
  }

  /// The back-off of cenkalti/backoff that needs no fields, if there is one: its delays are all the same.
  private var backOff: String? {
    guard value("Multiplier").flatMap(Double.init) == 1,
      value("RandomizationFactor").flatMap(Double.init) == 0, let initial = time("InitialInterval")
    else { return nil }
    let delay = min(initial, time("MaxInterval") ?? initial)
    return delay == .zero
      ? "&backoff.ZeroBackOff{}" : "backoff.NewConstantBackOff(\(Self.goNarrow(delay)))"
  }
}
