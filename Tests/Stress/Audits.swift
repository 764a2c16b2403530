import Retry
import RetryNumerics

/// A layer that counts what is inside it at once, right inside a layer that limits that.
final class Gauge: InPlaceLayer {
  private let inside = Locked(0)
  let most: Int
  private let ledger: Ledger

  init(most: Int, _ ledger: Ledger) {
    (self.most, self.ledger) = (most, ledger)
  }

  func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?, operation: LayerOperation<Value>
  ) async throws -> Value {
    let count = inside.withLock { count in
      count += 1
      return count
    }
    defer { inside.withLock { $0 -= 1 } }
    ledger.check(count <= most, "a bulkhead of \(most) has at most as many calls, not \(count)")
    return try await operation(context)
  }
}

/// A layer right inside a breaker that was opened before, which counts its probes.
///
/// What it checks holds until a probe fails or enough succeed. It counts the end of a probe before the breaker does.
final class ProbeAudit: InPlaceLayer {
  private struct State: Sendable {
    var (admitted, ignored, succeeded) = (0, 0, 0)
    var isOver = true
  }

  private let state = Locked(State())
  private let probes: Int
  private let ledger: Ledger

  init(probes: Int, _ ledger: Ledger) {
    (self.probes, self.ledger) = (probes, ledger)
  }

  /// Begins to count; the breaker is open.
  func begin() {
    state.withLock { state in
      state = State()
      state.isOver = false
    }
  }

  func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?, operation: LayerOperation<Value>
  ) async throws -> Value {
    let probes = probes
    let taken = state.withLock { state in
      state.admitted += 1
      return state.isOver ? 0 : state.admitted - state.ignored
    }
    ledger.check(taken <= probes, "a half-open breaker lets \(probes) probes through, not \(taken)")
    do {
      let value = try await operation(context)
      state.withLock { state in
        state.succeeded += 1
        if state.succeeded >= probes { state.isOver = true }
      }
      return value
    } catch {
      let plain = ((error as? Retryable)?.error ?? (error as? NotRetryable)?.error) ?? error
      let isRefusal = (plain as? StrategyRefusal).map { $0.lastError == nil } ?? false
      let isIgnored = Task.isCancelled || plain is CancellationError || isRefusal
      state.withLock { state in
        if isIgnored { state.ignored += 1 } else { state.isOver = true }
      }
      throw error
    }
  }
}

/// A layer right inside a limiter, which counts the turns since its creation.
final class TurnAudit: InPlaceLayer {
  private let count = Locked(0)
  private let start = ContinuousClock.now
  private let settings: RateLimiter
  private let ledger: Ledger

  init(_ settings: RateLimiter, _ ledger: Ledger) {
    (self.settings, self.ledger) = (settings, ledger)
  }

  func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?, operation: LayerOperation<Value>
  ) async throws -> Value {
    let count = count.withLock { count in
      count += 1
      return count
    }
    let spans = (ContinuousClock.now - start) / settings.span
    // A window lets all of its calls through at once; a bucket has a burst and fills all the time.
    let isWindow =
      settings
      == .slidingWindow(
        settings.calls, per: settings.span, maximumWait: settings.maximumWait)
    let most =
      isWindow
      ? Double(settings.calls) * (spans.rounded(.down) + 1)
      : Double(settings.burst) + Double(settings.calls) * spans
    ledger.check(
      Double(count) <= most + 1e-6, "a limiter of \(settings) lets \(most) calls through")
    return try await operation(context)
  }
}

/// A layer right inside a `Retrying` or a `Hedging`, which counts further attempts.
final class AttemptAudit: InPlaceLayer {
  enum Place: Sendable { case retrying(most: Int?), hedging(most: Int) }

  private let place: Place
  private let spending: Spending?
  private let ledger: Ledger

  init(_ place: Place, spending: Spending?, _ ledger: Ledger) {
    (self.place, self.spending, self.ledger) = (place, spending, ledger)
  }

  func runInPlace<Value>(
    _ context: CallContext, isolation: isolated (any Actor)?, operation: LayerOperation<Value>
  ) async throws -> Value {
    let isFurther: Bool
    switch place {
    case .retrying(let most):
      isFurther = context.attempt > 1
      ledger.check(context.attempt >= 1, "attempts count from one")
      ledger.check(context.attempt <= most ?? .max, "an attempt is within the limit of the policy")
      ledger.check(!isFurther || context.lastError != nil, "a retry knows the error before it")
    case .hedging(let most):
      isFurther = context.hedge > 0
      ledger.check((0...most).contains(context.hedge), "a hedge is within its limit")
    }
    spending?.began(isFurther)
    var isSuccess = false
    defer { spending?.ended(isFurther, isSuccess: isSuccess) }
    let value = try await operation(context)
    isSuccess = true
    return value
  }
}

/// What is spent of a budget, by those that draw on it.
final class Spending: Sendable {
  private struct State: Sendable {
    var (first, further, now, successes, most) = (0, 0, 0, 0, 0)
  }

  private let state = Locked(State())
  private let start = ContinuousClock.now

  func began(_ isFurther: Bool) {
    state.withLock { state in
      guard isFurther else { return state.first += 1 }
      state.further += 1
      state.now += 1
      state.most = max(state.most, state.now)
    }
  }

  func ended(_ isFurther: Bool, isSuccess: Bool) {
    state.withLock { state in
      if isFurther { state.now -= 1 }
      if isSuccess { state.successes += 1 }
    }
  }

  /// Checks that no more was spent than the settings allow, from a full budget on.
  func check(_ allowance: Allowance, _ ledger: Ledger) {
    let state = state.withLock { $0 }
    let (first, further) = (Double(state.first), Double(state.further))
    switch allowance {
    case .bucket(let size, let part, let bySuccess):
      let filled = size + part * (bySuccess ? Double(state.successes) : first)
      ledger.check(further <= filled + 1e-6, "a bucket of \(filled) pays no \(further) retries")
    case .tokens(let capacity, let cost, let credit):
      // A success gives back what it cost, or earns the credit.
      let most = Double(capacity + state.successes * max(cost, credit)) / Double(cost)
      ledger.check(further <= most, "tokens for \(most) retries pay no \(further)")
    case .share(let share, let minimum):
      let most = max(Int(share * first), minimum)
      ledger.check(state.most <= most, "a share allows \(most) retries at once, not \(state.most)")
    case .ratio(let ratio, let minimum, let window):
      // Within half of its window nothing expires.
      guard ContinuousClock.now - start < window / 2 else { return }
      // A retry costs thousandths of a deposit, rounded down.
      let most = (ratio * first + minimum) * 1.001
      ledger.check(further <= most + 1e-6, "a ratio for \(most) retries pays no \(further)")
    case .unknown: break
    }
  }
}

/// How much a budget may pay.
enum Allowance: Sendable {
  case bucket(Double, Double, bySuccess: Bool)
  case tokens(Int, cost: Int, credit: Int)
  case share(Double, Int)
  case ratio(Double, Double, Duration)
  case unknown
}
