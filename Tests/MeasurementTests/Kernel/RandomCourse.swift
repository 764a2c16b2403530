import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Makes layers that retry around a plain operation at random, the same ones for the same seed.
struct RandomCourse {
  private var draws: Draws
  /// A description of the layers.
  private(set) var words = ""

  init(seed: UInt64) {
    draws = Draws(DrawKey(seed: seed, name: "course"), call: 0, attempt: 0, purpose: .closure)
  }

  private mutating func below(_ bound: Int) -> Int { Int(draws.unit() * Double(bound)) }

  private mutating func time() -> Nanoseconds { ms(Int64(below(8)) * 10) }

  /// Returns an operation inside of layers.
  mutating func source() throws -> Source {
    var source = Source.operation(try operation())
    if below(3) == 0 { source = source.timeout(time() + ms(5), error: Fault("late")) }
    for _ in 0...below(3) { source = below(2) == 0 ? policy(source) : notified(source) }
    if below(4) == 0 { source = source.catchAndReturn(3) }
    return below(3) == 0 ? source.timeout(time() + time(), error: Fault("end")) : source
  }

  private mutating func operation() throws -> Operation {
    let latency: Distribution =
      switch below(3) {
      case 0: try .constant(time())
      case 1: try .uniform(.zero, time())
      default: try .exponential(mean: time())
      }
    let faults: Faults =
      switch below(6) {
      case 5: .burst(try Burst(enter: 0.3, leave: 0.4, fails: 0.8, fault: .timeout))
      case 0: .rates(try FaultRates([(.timeout, 0.4), (Fault("auth"), 0.2)]))
      case 1:
        .computed(.timeout, byNumber: true) { (attempt, _) throws(Fault) in
          attempt.number < 3 ? 0.8 : 0.1
        }
      default: .rates(try FaultRates(0.6))
      }
    words += "\(latency.law) \(faults)"
    return try Operation("fetch", latency: latency, faults: faults)
  }

  private mutating func policy(_ source: Source) -> Source {
    let backoffs: [Backoff] = [
      .none, .constant(time().duration), .exponential(initial: time().duration).fullJitter(),
      .delays([time().duration]),
    ]
    let (backoff, attempts) = (backoffs[below(4)], 1 + below(4))
    words += " retry \(attempts) \(backoff)"
    let filter = below(4) == 0 ? FaultFilter(unless: [FaultPattern("auth")]) : FaultFilter()
    return source.retry(
      RetryStrategy(
        rules: RetryRules(
          attempts: attempts, backoff: backoff, exhausted: below(4) == 0 ? .complete : .fail),
        on: filter))
  }

  private mutating func notified(_ source: Source) -> Source {
    let (choice, count, time) = (below(9), 1 + below(3), time())
    words += " notifier \(choice) \(count) \(time)"
    return source.retryWhen { errors in
      switch choice {
      case 0: errors.delay(time).take(count)
      case 1: errors.take(count).delay(time)
      case 2: Source.zip([errors, .range(1...Int64(count))], unpaired: .completes).delay(time)
      case 3:
        errors.scan(.int(0)) { (sum, _, _) throws(Fault) in .int((sum.integer ?? 0) + 1) }
          .takeWhile { (value, _) throws(Fault) in (value.integer ?? 0) <= count }
      case 4:
        errors.flatMap { (value, _) throws(Fault) in
          value.fault == .timeout ? .timer(time) : .fail(value.fault ?? .unspecified)
        }.take(count)
      case 5: errors.take(count).flatMap { (_, _) throws(Fault) in .fail(.timeout) }
      default:
        errors.enumerated().flatMap(
          Self.counted(upTo: count, time, isDrawn: choice > 6, isKnown: choice > 7))
      }
    }
  }

  /// Returns a closure that waits longer after each error, and then fails.
  private static func counted(
    upTo count: Int, _ time: Nanoseconds, isDrawn: Bool, isKnown: Bool
  ) -> Expand {
    let number = { @Sendable (pair: Value) in pair.part(0)?.integer ?? 0 }
    return Expand(
      timer: { pair in
        guard isKnown, number(pair) < count else { return nil }
        return Expand.Timer(low: time, width: Double(time.count))
      },
      { (pair, draws) throws(Fault) in
        guard number(pair) < count else { return .fail(pair.part(1)?.fault ?? .unspecified) }
        guard isDrawn else { return .timer(time * Int64(1 + number(pair))) }
        return .timer(time + Nanoseconds(rounding: draws.unit() * Double(time.count)))
      })
  }
}
