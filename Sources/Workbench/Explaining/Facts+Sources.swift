import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

// The facts of sources.

extension Facts {
  /// Creates the facts of a number of immediate values and completion.
  init(count: Int) {
    self.init(
      time: .zero ... .zero, failure: .never, silence: .zero, mostValues: count,
      leastValues: count, failingValues: 0, rest: .zero, kinds: [], alwaysEnds: true, alike: .all)
  }

  init(_ leaf: Leaf) {
    switch leaf {
    case .just: self.init(count: 1)
    case .empty: self.init(count: 0)
    case .fail(let fault):
      self.init(count: 0)
      (failure, leastValues) = (.zero, .max)
      take(fault)
    case .never:
      self.init(count: 0)
      (time, first, silence) = (.never ... .never, .never, .never)
      (leastValues, alwaysEnds) = (.max, false)
    case .timer(let delay):
      self = Facts.pause(delay)
      (mostValues, leastValues) = (1, 1)
    }
  }

  /// Returns the facts of completion after a delay.
  static func pause(_ delay: Nanoseconds) -> Facts {
    var facts = Facts(count: 0)
    (facts.time, facts.first, facts.silence) = (delay...delay, delay, delay)
    facts.alwaysEnds = delay != .never
    return facts
  }

  /// Returns the facts of an endless series of values.
  static func interval(_ period: Nanoseconds) -> Facts {
    Facts(
      time: .never ... .never, first: period, failure: .never, silence: period,
      leastValues: .max, failingValues: 0, kinds: [])
  }

  init(_ signals: [TimedSignal], isAttempt: Bool) {
    var facts = Facts(count: 0)
    facts.fewest = isAttempt ? 1 : 0
    var now = Nanoseconds.zero
    for (index, signal) in signals.enumerated() {
      let next = max(now, signal.at)
      if index == 0 { facts.first = next }
      facts.silence = max(facts.silence, next - now)
      now = next
      switch signal.signal {
      case .value: facts.mostValues += 1
      case .completed: break
      case .failed(let fault):
        facts.failure = now
        facts.take(fault)
      }
    }
    facts.alwaysEnds = signals.last?.signal.isEnd == true && now != .never
    if !facts.alwaysEnds { facts.silence = .never }
    let completes = facts.alwaysEnds && !facts.canFail
    facts.leastValues = completes ? facts.mostValues : .max
    (facts.failingValues, facts.rest) = (facts.mostValues, facts.time.upperBound)
    facts.time = facts.alwaysEnds ? now...now : .never ... .never
    if isAttempt { facts.alike = Alike() }
    self = facts
  }

  /// Adds an error.
  fileprivate mutating func take(_ fault: Fault) {
    kinds?.insert(fault.kind)
    hints = Facts.span(of: [hints, fault.retryAfter.map { $0...$0 }])
  }

  /// Creates the facts of one attempt of an operation, from those of the sources that its script answers with, and
  /// of what its server calls.
  init(_ operation: Operation, answering answers: [Facts], calling calls: Facts?) {
    let outcomes = operation.outcomes(answers)
    self = outcomes.dropFirst().reduce(outcomes[0]) { $0.or($1) }
    fewest = 1
    alike = operation.alike
    // The waiting time in a queue is unlimited, and a full queue refuses immediately.
    guard let resource = operation.resource else { return }
    (time, first, silence, alwaysEnds) = (.zero ... .never, .zero, .never, false)
    for rate in resource.faults?.rates ?? [] where rate.share > 0 {
      failure = .zero
      take(rate.fault)
    }
    if let failing = resource.failing {
      failure = .zero
      take(failing.fault)
      kinds?.formUnion(Function.faultKinds)
    }
    for refusal in resource.refusals {
      failure = .zero
      take(refusal)
    }
    if let calls { take(errorsOf: calls) }
    if canFail { failure = .zero }
  }

  /// Creates the facts of an outcome that arrives within a range of times, and may be a source.
  fileprivate init(
    _ answer: Answer, _ known: Facts? = nil, within span: ClosedRange<Nanoseconds>
  ) {
    switch answer {
    case .ok, .value: self.init(count: 1)
    case .empty: self.init(count: 0)
    case .never: self.init(Leaf.never)
    case .fault(let fault): self.init(Leaf.fail(fault))
    case .source: self = known ?? Facts()
    }
    let pause = Facts.pause(span.upperBound)
    (time, first) = (
      (span.lowerBound + time.lowerBound)...(span.upperBound + time.upperBound),
      span.lowerBound + first
    )
    silence = pause.silence + silence
    if canFail { failure = span.lowerBound + failure }
  }

  /// Returns the facts of either this source or another one.
  fileprivate func or(_ other: Facts) -> Facts {
    var either = self
    either.time =
      min(time.lowerBound, other.time.lowerBound)...max(time.upperBound, other.time.upperBound)
    either.first = min(first, other.first)
    either.failure = min(failure, other.failure)
    either.silence = max(silence, other.silence)
    either.mostValues = max(mostValues, other.mostValues)
    either.leastValues = min(leastValues, other.leastValues)
    either.failingValues = max(failingValues, other.failingValues)
    either.rest = max(rest, other.rest)
    either.alwaysEnds = alwaysEnds && other.alwaysEnds
    either.take(errorsOf: other)
    return either
  }
}

extension Operation {
  /// The possible outcomes of an attempt.
  fileprivate func outcomes(_ answers: [Facts]) -> [Facts] {
    let usual = latency.minimum...latency.maximum
    guard script.isEmpty else {
      let silent = lost.silent > 0 ? [Facts(.never, within: usual)] : []
      var known = answers[...]
      return silent + lost.errors.rates.map { Facts(.fault($0.fault), within: usual) }
        + script.map { outcome in
          let source = outcome.answer.source == nil ? nil : known.popFirst()
          return Facts(outcome.answer, source, within: outcome.after.map { $0...$0 } ?? usual)
        }
    }
    var outcomes: [Facts] = []
    if !failsAlways { outcomes.append(Facts(.ok, within: usual)) }
    if hangs > 0 || lost.silent > 0 { outcomes.append(Facts(.never, within: usual)) }
    outcomes += kinds.map { Facts(.fault($0), within: usual) }
    if case .computed = faults {
      outcomes.append(Facts(.fault(.unspecified), within: usual))
      outcomes[outcomes.count - 1].kinds = Function.faultKinds
    }
    if let outages {
      let span = outages.latency.map { $0...$0 } ?? usual
      outcomes += outages.failing.rates.map { Facts(.fault($0.fault), within: span) }
    }
    return outcomes
  }

  /// Whether no attempt succeeds, outside of outages.
  private var failsAlways: Bool {
    guard case .rates(let rates) = faults else { return hangs >= 1 }
    return rates.total + hangs >= 1
  }

  /// Its random errors.
  private var kinds: [Fault] {
    (faults.rates.rates + lost.errors.rates).filter { $0.share > 0 }.map(\.fault)
      + [faults.otherFault].compactMap(\.self)
  }

  /// The constant figures of calls with one attempt.
  fileprivate var alike: Alike {
    var alike = Alike(attempts: true, waited: true)
    guard resource == nil else { return alike }
    alike.outcome = hasOneOutcome
    alike.time = alike.outcome && outages == nil && hangs == 0
    alike.time = alike.time && latency.minimum == latency.maximum
    if script.count > 1 { alike.time = alike.time && script.allSatisfy { $0.after == nil } }
    return alike
  }

  /// Whether the outcomes of its attempts are fixed.
  private var hasOneOutcome: Bool {
    guard lost == .none else { return false }
    if !script.isEmpty {
      return script.allSatisfy { if case .source = $0.answer { false } else { true } }
    }
    guard hangs == 0 || hangs == 1, outages == nil else { return false }
    return switch faults {
    case .none: true
    case .rates(let rates): rates.total == 0 || rates.rates.contains { $0.share >= 1 }
    case .burst, .timedBurst, .computed: false
    }
  }
}
