import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

extension Facts {
  /// Derives the facts of an operator from those of its inputs.
  init(_ kind: Operator, over known: [KnownSource]) {
    let inputs = known.map(\.facts)
    switch kind {
    case .leaf(let leaf): self.init(leaf)
    case .operation(let operation): self.init(operation, answering: [], calling: nil)
    case .interval(let period): self = .interval(period)
    case .schedule(let signals, let name): self.init(signals, isAttempt: name != nil)
    case .range(let range): self.init(count: range.length)
    case .errors, .deferred: self.init()
    case .values(let kind): self = inputs[0].passing(kind)
    case .remark, .answering: self = inputs[0]
    case .signals(let kind):
      self = inputs[0].handling(kind, isAttempt: known[0].source.isOperation)
    case .expand: self = inputs[0].expanded()
    case .catch: self = inputs[0].canFail ? inputs[0].expanded() : inputs[0]
    case .concat: self = inputs.reduce(Facts(count: 0)) { $0.followed(by: $1) }
    case .startWith(let values): self = Facts(count: values.count).followed(by: inputs[0])
    case .merge: self = .merged(inputs)
    case .zip(let unpaired): self = .zipped(inputs, unpaired)
    case .takeUntil: self = inputs[0].ended(by: inputs[1])
    case .fallback(let filter): self = inputs[0].rescued(by: inputs[1], on: filter)
    case .timeout(let limit, let error):
      self = inputs[0].timed(limit, error, isAttempt: known[0].source.isOperation)
    case .mapError: self = inputs[0].mappingErrors()
    case .catchAndReturn: self = inputs[0].answered()
    case .stored: self = inputs[0].stored
    case .cached(let contents): self = inputs[0].cached(contents)
    case .guarded(let guarding): self = inputs[0].guarded(by: guarding)
    case .via: self = inputs[0].viaProgram()
    case .hedged(let hedge, _): self = inputs[0].hedged(hedge.settings)
    case .refreshing(let filter): self = inputs[0].refreshed(by: inputs[1], on: filter)
    case .retry(let strategy): self = inputs[0].retried(by: strategy)
    case .retryWhen: self = inputs[0].notifying()
    }
  }
}

extension Source {
  fileprivate var isOperation: Bool {
    if case .operation = kind { true } else { false }
  }
}

// MARK: - Signals

extension Facts {
  private func handling(_ kind: SignalOperator, isAttempt: Bool) -> Facts {
    switch kind {
    case .materialize: materialized()
    case .dematerialize: dematerialized()
    case .delay(let delay): delayed(by: delay)
    case .delaySubscription(let delay): Facts.pause(delay).followed(by: self)
    case .buffer(let span, let count): buffered(span, count)
    case .debounce: thinned(to: 1)
    case .throttle(let period, _): throttled(period)
    case .cancel(let end): cancelled(at: end, isAttempt: isAttempt)
    case .takeLast(let count): takingLast(count)
    }
  }
}

// MARK: - Values

extension Facts {
  /// Returns the facts of the values that an operator lets pass.
  private func passing(_ kind: ValueOperator) -> Facts {
    switch kind {
    case .map, .scan: calling()
    case .filter: calling().thinned(to: 0)
    case .takeWhile: calling().ending(after: 0)
    case .take(let count): taking(count)
    case .skip(let count): skipping(count)
    case .enumerated: self
    }
  }

  /// Returns the facts if a closure is called with each value and may fail.
  private func calling() -> Facts {
    var facts = self
    facts.kinds?.formUnion(Function.faultKinds)
    facts.failure = min(failure, first)
    facts.failingValues = max(failingValues, mostValues == .max ? .max : max(mostValues - 1, 0))
    facts.time = min(time.lowerBound, first)...time.upperBound
    facts.alike = Alike()
    return facts
  }

  /// Returns the facts if values are dropped; a call that completes sends at least this many.
  private func thinned(to least: Int) -> Facts {
    var facts = self
    facts.silence = time.upperBound
    if leastValues != .max { facts.leastValues = min(leastValues, least) }
    facts.alike = Alike()
    return facts
  }

  /// Returns the facts if the source may end after a number of values.
  private func ending(after count: Int) -> Facts {
    var facts = self
    facts.time = min(time.lowerBound, first)...time.upperBound
    facts.leastValues = min(leastValues, count)
    return facts
  }

  private func taking(_ count: Int) -> Facts {
    var facts = ending(after: count)
    facts.mostValues = min(mostValues, count)
    facts.failingValues = min(failingValues, count)
    let signals = min(count, Facts.sum(mostValues, 1))
    let end = min(time.upperBound, silence * Int64(signals))
    facts.time = facts.time.lowerBound...end
    facts.alwaysEnds = alwaysEnds || end != .never
    facts.alike = Alike()
    return facts
  }

  private func skipping(_ count: Int) -> Facts {
    var facts = self
    facts.mostValues = max(mostValues - count, 0)
    if leastValues != .max { facts.leastValues = max(leastValues - count, 0) }
    facts.silence = time.upperBound
    return facts
  }

  /// Returns the facts if the last values are sent when the source completes.
  private func takingLast(_ count: Int) -> Facts {
    var facts = self
    (facts.failingValues, facts.rest, facts.silence) = (0, .zero, time.upperBound)
    facts.first = time.lowerBound
    facts.mostValues = min(mostValues, count)
    if leastValues != .max { facts.leastValues = min(leastValues, count) }
    return facts
  }

  private func buffered(_ span: Nanoseconds?, _ count: Int?) -> Facts {
    var facts = thinned(to: 0)
    // At completion it sends its buffer, even if empty.
    if leastValues != .max { facts.leastValues = 1 }
    let full = count.map { mostValues == .max ? .max : mostValues / $0 } ?? 0
    let timed =
      span.map { time.upperBound == .never ? .max : time.upperBound.count / $0.count } ?? 0
    facts.mostValues = Facts.sum(Facts.sum(full, Int(timed)), 1)
    facts.failingValues = facts.mostValues
    if let span { facts.first = min(first, span) }
    facts.rest = time.upperBound
    return facts
  }

  private func materialized() -> Facts {
    var facts = self
    facts.mostValues = Facts.sum(mostValues, 1)
    facts.leastValues = canFail ? 1 : Facts.sum(leastValues, 1)
    (facts.failure, facts.kinds, facts.hints) = (.never, [], nil)
    facts.failingValues = 0
    return facts
  }

  private func dematerialized() -> Facts {
    var facts = ending(after: 0)
    facts.failingValues = mostValues
    facts.failure = min(failure, first)
    (facts.kinds, facts.hints) = (nil, nil)
    return facts
  }

  /// Returns the facts if a closure returns sources whose facts are unknown.
  private func expanded() -> Facts {
    Facts(
      fewest: fewest, time: min(time.lowerBound, first) ... .never, first: first, failure: first)
  }
}

// MARK: - Several sources

extension Facts {
  private static func merged(_ inputs: [Facts]) -> Facts {
    guard var facts = inputs.first else { return Facts(count: 0) }
    for next in inputs.dropFirst() {
      facts.take(errorsOf: next)
      facts.mostValues = sum(facts.mostValues, next.mostValues)
      facts.leastValues = sum(facts.leastValues, next.leastValues)
      facts.failure = min(facts.failure, next.failure)
      facts.first = min(facts.first, next.first)
      facts.silence = max(facts.silence, next.silence)
      let (one, other) = (facts.time, next.time)
      facts.time =
        max(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
    }
    facts.failingValues = facts.mostValues
    facts.rest = facts.time.upperBound
    facts.time = min(facts.failure, facts.time.lowerBound)...facts.rest
    facts.alwaysEnds = inputs.allSatisfy(\.alwaysEnds)
    facts.alike = Alike()
    return facts
  }

  private static func zipped(_ inputs: [Facts], _ unpaired: Unpaired) -> Facts {
    var facts = merged(inputs)
    facts.mostValues = inputs.reduce(facts.mostValues) { min($0, $1.mostValues) }
    facts.leastValues = inputs.reduce(facts.leastValues) { min($0, $1.leastValues) }
    if unpaired == .completes { facts.time = facts.first...facts.time.upperBound }
    facts.silence = facts.time.upperBound
    return facts
  }

  private func ended(by other: Facts) -> Facts {
    var facts = ending(after: 0)
    // If it cannot complete without a value, its first signal is a value or an error.
    let end = other.canBeEmpty ? .never : other.silence
    facts.first = min(first, other.first)
    facts.time = min(time.lowerBound, facts.first)...min(time.upperBound, end)
    facts.failure = min(failure, other.failure)
    facts.failingValues = mostValues
    facts.alwaysEnds = alwaysEnds || end != .never
    facts.fewest = 0
    facts.alike = Alike()
    facts.take(errorsOf: other)
    return facts
  }
}

// MARK: - Time

extension Facts {
  private func delayed(by delay: Nanoseconds) -> Facts {
    var facts = self
    facts.time = min(failure, time.lowerBound + delay)...(time.upperBound + delay)
    facts.first = min(failure, first + delay)
    facts.silence = silence + delay
    facts.alwaysEnds = alwaysEnds && (delay != .never)
    return facts
  }

  private func throttled(_ period: Nanoseconds) -> Facts {
    var facts = thinned(to: 1)
    facts.time = time.lowerBound...(time.upperBound + period)
    facts.silence = facts.time.upperBound
    facts.rest = rest + period
    return facts
  }

  /// Returns the facts with a time limit for each signal, which every value restarts.
  private func timed(_ limit: Nanoseconds, _ error: Fault, isAttempt: Bool) -> Facts {
    var facts = self
    let signals = Facts.sum(mostValues, 1)
    let waits = signals == .max ? Nanoseconds.never : limit * Int64(signals)
    let end = min(time.upperBound, limit + rest, waits)
    // If all signals arrive together, the limit expires before the first value or never.
    if rest >= limit { facts.failingValues = mostValues }
    facts.time = min(time.lowerBound, limit)...end
    facts.first = min(first, limit)
    facts.failure = min(failure, limit)
    facts.silence = min(silence, limit)
    facts.alwaysEnds = alwaysEnds || end != .never
    facts.alike = cut(isAttempt)
    facts.kinds?.insert(error.kind)
    facts.hints = Facts.span(of: [hints, error.retryAfter.map { $0...$0 }])
    return facts
  }

  private func cancelled(at end: Nanoseconds, isAttempt: Bool) -> Facts {
    var facts = self
    facts.time = min(time.lowerBound, end)...min(time.upperBound, end)
    facts.first = min(first, end)
    facts.silence = min(silence, end)
    facts.alwaysEnds = alwaysEnds || end != .never
    facts.alike = cut(isAttempt)
    if end == .zero { facts.fewest = 0 }
    return facts
  }

  /// Returns the constant figures of a source that a time limit may end.
  ///
  /// A limit directly around an operation ends its only attempt.
  private func cut(_ isAttempt: Bool) -> Alike {
    if alike.time { return alike }
    return Alike(attempts: isAttempt, waited: isAttempt)
  }
}
