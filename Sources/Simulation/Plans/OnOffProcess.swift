package import RetryNumerics
package import VirtualTime

/// A condition that comes and goes in time, whatever calls do, such as an outage.
///
/// A call arrives at a random moment: the phase of a periodic process and the state of a random one are drawn from
/// their stationary law, once per call, or once per run of a load.
package struct OnOffProcess: Hashable, Sendable {
  /// When the process is on.
  package enum Law: Hashable, Sendable {
    /// During these ranges, counted from the start of the run.
    case during([Range<Instant>])
    /// For a length in each period; the first start is random unless it is given.
    case periodic(Nanoseconds, for: Nanoseconds, from: Nanoseconds?)
    /// For a random length after a random pause, in turn.
    case random(pause: Distribution, length: Distribution)
  }

  package let law: Law
  /// The share of time in which the process is on, if it is stationary.
  package let share: Double?

  package static func during(_ ranges: [Range<Instant>]) -> OnOffProcess {
    OnOffProcess(law: .during(ranges), share: nil)
  }

  /// Creates a process that is on for a length in each period.
  ///
  /// With `from`, it is first on at this time after the start of the run.
  package static func every(
    _ period: Nanoseconds, for length: Nanoseconds, from: Nanoseconds? = nil
  ) throws(InvalidArgument) -> OnOffProcess {
    guard period > .zero, period < .never else {
      throw InvalidArgument("every", PlanProblem.period(period))
    }
    guard length >= .zero, length <= period else {
      throw InvalidArgument("for", PlanProblem.phaseLength(length, period: period))
    }
    if let from, from < .zero {
      throw InvalidArgument("from", PlanProblem.firstStart(from))
    }
    let share = from == nil ? Double(length.count) / Double(period.count) : nil
    return OnOffProcess(law: .periodic(period, for: length, from: from), share: share)
  }

  /// Creates a process that comes once per cycle, on average, and stays for a length.
  ///
  /// The pauses have the shape of the cycle, and its mean less that of the lengths.
  package static func every(
    _ cycle: Distribution, for length: Distribution, from: Nanoseconds? = nil
  ) throws(InvalidArgument) -> OnOffProcess {
    if case (.constant(let period), .constant(let span)) = (cycle.law, length.law) {
      return try every(period, for: span, from: from)
    }
    guard from == nil else { throw InvalidArgument("from", PlanProblem.startOfRandomOutages) }
    guard cycle.mean > 0, cycle.mean < .infinity else {
      throw InvalidArgument("every", PlanProblem.meanPeriod)
    }
    guard length.mean > 0, length.mean < cycle.mean else {
      throw InvalidArgument("for", PlanProblem.meanLength)
    }
    let share = length.mean / cycle.mean
    return OnOffProcess(
      law: .random(pause: cycle.scaled(by: 1 - share), length: length), share: share)
  }
}

// MARK: - State

/// The phase of a process in a call, or in a run of a load.
package struct OnOffState: BitwiseCopyable, Sendable {
  /// When the call started within the run, which matters for fixed times only.
  var arrival = Nanoseconds.zero
  var isOn = false
  /// The end of the phase of a random process; the first start of a periodic one.
  var end = Nanoseconds.zero
  var phase: UInt32 = 0
  var hasBegun = false
}

/// The source of a process's random numbers: the same numbers give the same phases.
struct OnOffDraws {
  let key: DrawKey
  let call: UInt64
  let purpose: Draws.Purpose

  func phase(_ number: UInt32) -> Draws {
    Draws(key, call: call, attempt: number, purpose: purpose)
  }
}

extension OnOffProcess {
  /// The maximum number of phases computed at a time; beyond it, the state is drawn anew from its stationary law.
  private static let mostPhases: UInt32 = 10_000

  /// Returns whether the process is on, and advances its state; instants must not decrease.
  func isOn(at instant: Instant, _ state: inout OnOffState, _ draws: OnOffDraws) -> Bool {
    let now = instant.sinceStart
    switch law {
    case .during(let ranges):
      let moment = Instant(now + state.arrival)
      return ranges.contains { $0.contains(moment) }
    case .periodic(let period, let length, let from):
      if !state.hasBegun { state.begin(period, from: from, draws) }
      let passed = (now - state.end).count
      return passed >= 0 && passed % period.count < length.count
    case .random(let pause, let length):
      if !state.hasBegun { redraw(&state, at: .zero, pause, length, draws) }
      let first = state.phase
      while now >= state.end {
        guard state.phase &- first < Self.mostPhases else {
          redraw(&state, at: now, pause, length, draws)
          break
        }
        state.isOn.toggle()
        state.phase &+= 1
        var draws = draws.phase(state.phase)
        state.end += (state.isOn ? length : pause).sample(using: &draws)
      }
      return state.isOn
    }
  }

  /// Returns whether the process is on and when that ends, and advances its state; instants must not decrease.
  func phase(
    at instant: Instant, _ state: inout OnOffState, _ draws: OnOffDraws
  ) -> (isOn: Bool, end: Instant) {
    let isOn = isOn(at: instant, &state, draws)
    let now = instant.sinceStart
    switch law {
    case .during(let ranges):
      let moment = Instant(now + state.arrival)
      let end =
        isOn
        ? ranges.filter { $0.contains(moment) }.map(\.upperBound).max()
        : ranges.filter { !$0.isEmpty && $0.lowerBound > moment }.map(\.lowerBound).min()
      return (isOn, end.map { Instant($0.sinceStart - state.arrival) } ?? .never)
    case .periodic(let period, let length, _):
      let passed = (now - state.end).count
      guard passed >= 0 else { return (false, Instant(state.end)) }
      let place = passed % period.count
      return (isOn, Instant(now + Nanoseconds((isOn ? length.count : period.count) - place)))
    case .random: return (isOn, Instant(state.end))
    }
  }

  /// Draws the state at a moment from its stationary law.
  private func redraw(
    _ state: inout OnOffState, at now: Nanoseconds, _ pause: Distribution,
    _ length: Distribution, _ draws: OnOffDraws
  ) {
    state.phase &+= 1
    var draws = draws.phase(state.phase)
    state.isOn = draws.unit() < share ?? 0
    state.end = now + (state.isOn ? length : pause).residual(using: &draws)
    state.hasBegun = true
  }
}

extension OnOffState {
  /// Draws the first start of a periodic process, which may lie before the start of the call.
  fileprivate mutating func begin(
    _ period: Nanoseconds, from: Nanoseconds?, _ draws: OnOffDraws
  ) {
    var draws = draws.phase(0)
    end =
      from.map { $0 - arrival }
      ?? Nanoseconds(rounding: -draws.unit() * Double(period.count))
    hasBegun = true
  }
}

// MARK: - Spans

extension OnOffProcess {
  /// The maximum number of spans that are listed.
  private static let mostSpans = 1000

  /// Returns when the process is on between the start of a call and an end; the last span may end later.
  func spans(
    until end: Instant, arrival: Nanoseconds = .zero, _ draws: OnOffDraws
  ) -> [Range<Instant>] {
    var state = OnOffState(arrival: arrival)
    switch law {
    case .during(let ranges):
      return Array(
        ranges.compactMap { $0.counted(from: arrival) }.filter { $0.lowerBound <= end }
          .prefix(Self.mostSpans))
    case .periodic(let period, let length, let from):
      state.begin(period, from: from, draws)
      var spans: [Range<Instant>] = []
      var start = state.end
      // The spans before the call are passed over.
      if start < .zero { start += period * (-start.count / period.count) }
      while start <= end.sinceStart, spans.count < Self.mostSpans {
        spans.append(Instant(max(start, .zero))..<Instant(max(start + length, .zero)))
        start += period
      }
      return spans.filter { !$0.isEmpty }
    case .random:
      var spans: [Range<Instant>] = []
      var now = Instant.start
      while now <= end, spans.count < Self.mostSpans {
        if isOn(at: now, &state, draws) { spans.append(now..<Instant(state.end)) }
        // Phases without a length never get past this moment.
        if state.end <= now.sinceStart { break }
        now = Instant(state.end)
      }
      return spans
    }
  }
}
