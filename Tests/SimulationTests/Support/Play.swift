import RetryNumerics
import Simulation
import VirtualTime

/// The unit of every marble drawing in these tests.
let unit = Nanoseconds(10_000_000)

/// Returns so many milliseconds.
func ms(_ count: Int64) -> Nanoseconds {
  Nanoseconds(count * 1_000_000)
}

/// What a source was seen to do.
struct Played: Equatable {
  /// The signals, drawn at 10 ms a character.
  let marbles: String
  /// From when to when each named source was subscribed, in milliseconds.
  let subscriptions: [String]
  let outcome: Outcome
}

/// Runs a source once and looks at it as RxTest would.
func play(_ source: Source, seed: UInt64 = 1, limits: Limits = Limits()) -> Played {
  let trace = Machine(source, seed: seed, limits: limits).trace()
  return Played(
    marbles: MarbleDrawing.draw(signals(of: trace), unit: unit),
    subscriptions: subscriptions(in: trace),
    outcome: trace.result.outcome)
}

/// Returns what the whole call sent.
func signals(of trace: Trace) -> [TimedSignal] {
  trace.events.compactMap { event in
    switch event.kind {
    case .value(let value): TimedSignal(.value(value), at: event.at.sinceStart)
    case .end(.success), .end(.completed): TimedSignal(.completed, at: event.at.sinceStart)
    case .end(.failure(let fault)): TimedSignal(.failed(fault), at: event.at.sinceStart)
    default: nil
    }
  }
}

/// Returns the attempts as windows of time, one that never ended with an open end.
private func subscriptions(in trace: Trace) -> [String] {
  var ends: [Attempt: Instant] = [:]
  var begun: [Attempt] = []
  for event in trace.events {
    switch event.kind {
    case .attempt(let attempt): begun.append(attempt)
    case .success(let attempt), .failure(let attempt, _), .cancelled(let attempt):
      ends[attempt] = event.at
    default: break
    }
  }
  return begun.map { "\($0.began.milliseconds)-\(ends[$0]?.milliseconds ?? "")" }
}

extension Instant {
  /// The whole milliseconds since the start, as text.
  var milliseconds: String { "\(sinceStart.count / 1_000_000)" }
}

extension Trace {
  /// Whether each attempt started once and ended once.
  var closesAttempts: Bool {
    var open: Set<Attempt> = []
    for event in events {
      switch event.kind {
      case .attempt(let attempt):
        guard open.insert(attempt).inserted else { return false }
      case .success(let attempt), .failure(let attempt, _), .cancelled(let attempt):
        guard open.remove(attempt) != nil else { return false }
      default: break
      }
    }
    return open.isEmpty
  }
}
