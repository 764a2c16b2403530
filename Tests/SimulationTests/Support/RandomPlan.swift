import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Composes sources at random, the same ones for the same seed.
struct RandomPlan {
  private var draws: Draws
  /// Whether outages and bursts are the same for all calls.
  private let isFixed: Bool

  init(seed: UInt64, isFixed: Bool = false) {
    self.isFixed = isFixed
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
    return switch below(6) {
    case 0: retried(inner)
    case 1: handled(inner, depth)
    case 2: timed(inner)
    case 3: combined(inner, depth)
    case 4: expanded(inner, depth)
    default: shaped(inner)
    }
  }

  private mutating func leaf() -> Source {
    switch below(11) {
    case 0: .just(1)
    case 1: .fail(.timeout)
    case 2: .empty
    case 3: .never
    case 4: .timer(time())
    case 5: .interval(time())
    case 6: .range(1...4)
    case 7: (try? .marbles("-1(23)--4#", unit: ms(10), named: "marbles")) ?? .never
    default: operation()
    }
  }

  private mutating func operation() -> Source {
    let operation = try? Operation(
      "op \(below(3))", latency: try .exponential(mean: time()), faults: try faults(), hangs: 0.05,
      outages: below(3) == 0
        ? try Outages(
          .every(ms(50), for: ms(20), from: isFixed ? ms(30) : nil),
          failing: FaultRates(below(2) == 0 ? 1 : 0.6, of: .outage), latency: time())
        : nil,
      lost: below(4) == 0 ? Losses(FaultRates([(.timeout, 0.1), (.unspecified, 0.1)])) : .none)
    return operation.map { .operation($0) } ?? .never
  }

  private mutating func faults() throws -> Faults {
    switch below(3) {
    case 0: .rates(try FaultRates([(.timeout, 0.3), (Fault("auth"), 0.2)]))
    case 1 where !isFixed && below(2) == 0:
      .timedBurst(
        try TimedBurst(.every(.exponential(mean: ms(80)), for: .exponential(mean: ms(30)))))
    case 1: .burst(try Burst(enter: 0.2, leave: 0.5, fails: 0.8))
    default: .computed(.timeout) { attempt, _ in attempt.number < 3 ? 0.7 : 0.1 }
    }
  }

  private mutating func retried(_ inner: Source) -> Source {
    let delay = time()
    let backoff = Backoff.exponential(factor: 2, initial: delay.duration).fullJitter()
    let filter = FaultFilter(unless: [FaultPattern("auth")])
    return switch below(4) {
    case 0: inner.retry()
    case 1:
      inner.retry(
        RetryStrategy(rules: RetryRules(attempts: 1 + below(4), backoff: backoff), on: filter))
    case 2:
      inner.retry(
        RetryStrategy(
          rules: RetryRules(
            attempts: nil, backoff: backoff, deadline: time().duration, deadlineRule: .clamp,
            question: RetryQuestion(after: 2))))
    default:
      inner.retry(
        RetryStrategy(
          rules: RetryRules(
            attempts: nil, backoff: backoff, question: RetryQuestion(after: below(3))),
          person: person()))
    }
  }

  private mutating func person() -> Person {
    let person = try? Person(retries: 0.6, thinks: .constant(time()))
    return person ?? .patient
  }

  /// Returns the source under a `retryWhen`.
  private mutating func handled(_ inner: Source, _ depth: Int) -> Source {
    let time = time()
    let count = below(4)
    return switch below(10) {
    case 0: inner.retryWhen { $0.delay(time) }
    case 1: inner.retryWhen { .zip([$0, .range(1...3)], unpaired: .completes) }
    case 2:
      inner.retryWhen { errors in
        errors.scan(0) { sum, _ in .int(number(sum) + 1) }.takeWhile { number($0) <= count }
      }
    case 3: inner.retryWhen { $0.debounce(time) }
    case 4: inner.retryWhen { $0.throttle(time, latest: count > 1) }
    case 5:
      inner.retryWhen { errors in
        errors.enumerated().flatMap { pair in
          number(pair.part(0) ?? 0) < count ? .timer(time) : .fail(.outage)
        }
      }
    case 6: inner.retryWhen { errors in errors.flatMapLatest { _ in errors.startWith(1).take(2) } }
    case 7: inner.retryWhen { .merge([$0.take(count), $0.materialize().dematerialize()]) }
    case 8: inner.retryWhen(on: FaultFilter(on: [FaultPattern("timeout")])) { $0.take(count) }
    default: inner.retryWhen { [other = make(depth - 1)] errors in errors.flatMap { _ in other } }
    }
  }

  private mutating func timed(_ inner: Source) -> Source {
    let time = time()
    return switch below(8) {
    case 0: inner.delay(time)
    case 1: inner.delaySubscription(time)
    case 2: inner.debounce(time)
    case 3: inner.throttle(time)
    case 4: inner.throttle(time, latest: false)
    case 5: inner.timeout(time)
    case 6: inner.cancel(at: time)
    default: inner.takeUntil(.timer(time))
    }
  }

  private mutating func combined(_ inner: Source, _ depth: Int) -> Source {
    let other = make(depth - 1)
    return switch below(7) {
    case 0: inner.merge(other)
    case 1: inner.concat(other)
    case 2: .zip([inner, other], unpaired: .completes)
    case 3: inner.fallback(to: other)
    case 4: inner.takeUntil(other)
    case 5: scripted([other, inner])
    default: inner.merge(inner)
    }
  }

  private mutating func scripted(_ sources: [Source]) -> Source {
    var script = [ScriptedAnswer(.fault(.timeout), after: time()), ScriptedAnswer(.empty)]
    for source in sources { script.append(ScriptedAnswer(.source(source), after: time())) }
    script.append(below(2) == 0 ? ScriptedAnswer(.never) : ScriptedAnswer(.ok))
    let operation = try? Operation("script \(below(2))", script: script)
    return operation.map { .operation($0).retry() } ?? .never
  }

  private mutating func expanded(_ inner: Source, _ depth: Int) -> Source {
    let other = make(depth - 1)
    return switch below(6) {
    case 0: inner.flatMap { _ in other }
    case 1: inner.flatMapLatest { _ in other }
    case 2: inner.concatMap { _ in other }
    case 3: inner.catch { _ in other }
    case 4: inner.flatMap { .just($0).delay(ms(10)).concat(other) }
    default:
      inner.concatMap(
        Expand { value, draws throws(Fault) in draws.unit() < 0.5 ? other : .just(value) })
    }
  }

  private mutating func shaped(_ inner: Source) -> Source {
    let count = below(4)
    return switch below(14) {
    case 0: inner.take(count)
    case 1: inner.skip(count)
    case 2: inner.enumerated()
    case 3: inner.scan(0) { sum, _ in .int(number(sum) + 1) }
    case 4: inner.materialize()
    case 5: inner.materialize().dematerialize()
    case 6: inner.startWith(1)
    case 7: inner.mapError { Fault("outer", .fault($0)) }
    case 8: inner.catchAndReturn(2)
    case 9: inner.do { "saw \($0)" }
    case 10:
      (try? CacheContents(fresh: 0.2, stale: 0.5, value: 7)).map { inner.cached($0) } ?? inner
    case 11: inner.enumerated().takeWhile { number($0.part(0) ?? 0) < count }
    case 12: inner.filter { _, draws in draws.unit() < 0.7 }
    default:
      inner.map { value, draws throws(Fault) in
        guard draws.unit() < 0.8 else { throw Fault("closure") }
        return value
      }
    }
  }

}
