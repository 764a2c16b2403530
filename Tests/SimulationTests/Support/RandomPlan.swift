import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Composes sources at random, the same ones for the same seed.
struct RandomPlan {
  private var draws: Draws

  init(seed: UInt64) {
    draws = Draws(DrawKey(seed: seed, name: "plan"), call: 0, attempt: 0, purpose: .closure)
  }

  /// Returns a source with so many layers of operators at the most.
  func source(depth: Int) -> Source {
    var copy = self
    return copy.make(depth)
  }

  private mutating func below(_ bound: Int) -> Int {
    Int(draws.unit() * Double(bound))
  }

  private mutating func time() -> Nanoseconds {
    ms(Int64(below(8) * 10))
  }

  private mutating func make(_ depth: Int) -> Source {
    guard depth > 0 else { return leaf() }
    let inner = make(depth - 1)
    return switch below(5) {
    case 0: retried(inner, depth)
    case 1: timed(inner)
    case 2: combined(inner, depth)
    case 3: expanded(inner, depth)
    default: shaped(inner)
    }
  }

  private mutating func leaf() -> Source {
    switch below(9) {
    case 0: .just(1)
    case 1: .fail(.timeout)
    case 2: .empty
    case 3: .never
    case 4: .timer(time())
    case 5: .interval(time())
    case 6: .range(1...4)
    default: operation()
    }
  }

  private mutating func operation() -> Source {
    let latency = try? Distribution.exponential(mean: time())
    guard
      let rates = try? FaultRates([(.timeout, 0.3), (Fault("auth"), 0.2)]),
      let operation = try? Operation(
        "op \(below(3))", latency: latency, faults: .rates(rates), hangs: 0.05)
    else { return .never }
    return .operation(operation)
  }

  private mutating func retried(_ inner: Source, _ depth: Int) -> Source {
    let delay = time()
    let backoff = Backoff.exponential(factor: 2, initial: delay.duration).fullJitter()
    return switch below(5) {
    case 0: inner.retry()
    case 1: inner.retry(RetryStrategy(rules: RetryRules(attempts: 1 + below(4), backoff: backoff)))
    case 2:
      inner.retry(
        RetryStrategy(
          rules: RetryRules(
            attempts: nil, backoff: backoff, deadline: time().duration, deadlineRule: .clamp,
            question: RetryQuestion(after: 2))))
    case 3: inner.retryWhen { $0.delay(delay) }
    default: inner.retryWhen { [other = make(depth - 1)] errors in errors.flatMap { _ in other } }
    }
  }

  private mutating func timed(_ inner: Source) -> Source {
    let time = time()
    return switch below(7) {
    case 0: inner.delay(time)
    case 1: inner.delaySubscription(time)
    case 2: inner.debounce(time)
    case 3: inner.throttle(time)
    case 4: inner.timeout(time)
    case 5: inner.cancel(at: time)
    default: inner.takeUntil(.timer(time))
    }
  }

  private mutating func combined(_ inner: Source, _ depth: Int) -> Source {
    let other = make(depth - 1)
    return switch below(5) {
    case 0: inner.merge(other)
    case 1: inner.concat(other)
    case 2: inner.zip(other)
    case 3: inner.fallback(to: other)
    default: inner.merge(inner)
    }
  }

  private mutating func expanded(_ inner: Source, _ depth: Int) -> Source {
    let other = make(depth - 1)
    return switch below(4) {
    case 0: inner.flatMap { _ in other }
    case 1: inner.flatMapLatest { _ in other }
    case 2: inner.concatMap { _ in other }
    default: inner.catch { _ in other }
    }
  }

  private mutating func shaped(_ inner: Source) -> Source {
    switch below(7) {
    case 0: inner.take(below(4))
    case 1: inner.skip(below(3))
    case 2: inner.enumerated()
    case 3: inner.scan(0) { sum, _ in .int((sum.integer ?? 0) + 1) }
    case 4: inner.materialize()
    case 5: inner.startWith(1)
    default: inner.mapError { Fault("outer", .fault($0)) }
    }
  }
}
