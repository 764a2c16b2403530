import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Composes sources at random, the same one for the same seed, with names that are hard to lay out.
struct RandomSource {
  private var draws: Draws

  /// Returns the source of a seed.
  static func make(_ seed: UInt64) -> Source {
    var maker = RandomSource(
      draws: Draws(DrawKey(seed: seed, name: "source"), call: 0, attempt: 0, purpose: .closure))
    return maker.make(depth: 1 + maker.below(4))
  }

  private mutating func below(_ bound: Int) -> Int {
    Int(draws.unit() * Double(bound))
  }

  /// Returns times from nanoseconds to days.
  private mutating func time() -> Nanoseconds {
    let units: [Int64] = [1, 1000, 1_000_000, 1_000_000_000, 60_000_000_000, 86_400_000_000_000]
    return Nanoseconds(Int64(below(300))) * units[below(units.count)]
  }

  private mutating func name() -> String {
    let names = [
      "fetch", "a", "取得する操作", "e\u{301}te\u{301}", "👩‍👩‍👧 family", "\u{1B}[31mred\u{7}",
      "a name that is so long that no table could ever have room for all of it",
      "a\nb\tc", "\u{202E}reversed", "🇩🇪🇫🇷", "한국어",
    ]
    return names[below(names.count)]
  }

  private mutating func make(depth: Int) -> Source {
    guard depth > 0 else { return leaf() }
    let inner = make(depth: depth - 1)
    return switch below(9) {
    case 0, 1, 2: retried(inner)
    case 3: inner.timeout(time())
    case 4: inner.merge(make(depth: depth - 1))
    case 5: inner.delay(time())
    case 6: inner.flatMap { [other = make(depth: depth - 1)] _ in other }
    case 7: inner.cancel(at: time())
    default: inner.concat(make(depth: depth - 1)).materialize()
    }
  }

  private mutating func leaf() -> Source {
    switch below(8) {
    case 0: .interval(time()).take(below(30))
    case 1: .range(1...Int64(1 + below(20)))
    case 2: .just(.text(name()))
    case 3: .never
    default: operation()
    }
  }

  private mutating func operation() -> Source {
    let rates = try? FaultRates([(Fault(name()), 0.6), (.timeout, 0.2)])
    guard
      let operation = try? Operation(
        name(), latency: .exponential(mean: time()), faults: rates.map(Faults.rates) ?? .none,
        hangs: 0.05, returns: .text(name()))
    else { return .never }
    return .operation(operation)
  }

  private mutating func retried(_ inner: Source) -> Source {
    let delay = time()
    let backoff = Backoff.exponential(initial: delay.duration).equalJitter()
    return switch below(5) {
    case 0: inner.retry()
    case 1: inner.retryWhen { $0.delay(delay) }
    case 2: inner.retry(strategy(60, .constant(delay.duration)))
    case 3: inner.retry(strategy(5, backoff, deadline: time().duration, rule: .clamp))
    default:
      inner.retry(
        RetryStrategy(
          rules: RetryRules(
            attempts: 9, backoff: backoff, deadline: time().duration, deadlineRule: .after,
            question: RetryQuestion(after: 2))))
    }
  }
}
