import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// A call that a person steps through, forwards and back.
///
/// It is run anew up to each moment that is looked at. Since a call is a function of its seed, going back shows
/// what was there before, to the byte.
struct Debugger {
  private var performance: Performance
  private var playback: Playback
  private let style: Style
  private let isInterrupted: (@Sendable () -> Bool)?
  /// The moment that is looked at.
  private(set) var snapshot: Snapshot

  /// Stops a call at its first moment.
  ///
  /// With `isInterrupted`, what can take long asks whether it is to stop.
  init(
    _ performance: Performance, style: Style, isInterrupted: (@Sendable () -> Bool)? = nil
  ) {
    self.performance = performance
    self.style = style
    self.isInterrupted = isInterrupted
    playback = Playback(performance.record, style, Patience(isInterrupted))
    snapshot = performance.snapshot(after: 1)
  }

  /// The question at which the call stands, if it stands at one.
  var question: String? {
    snapshot.outcome == .stopped(.question) ? performance.question : nil
  }

  /// Takes the answer to the question, and goes on to what comes of it.
  mutating func answer(_ answer: PersonAnswer) {
    performance.answer(answer)
    playback = Playback(performance.record, style, Patience(isInterrupted))
    go(to: snapshot.moment + 1)
  }

  /// Whether nothing more happens.
  var isOver: Bool { snapshot.outcome != nil }

  /// Goes to a moment; one before the first is the first.
  mutating func go(to moment: Int) {
    snapshot = performance.snapshot(after: max(1, moment))
  }

  /// What came of going on to a moment for which something is so.
  enum Arrival {
    /// It is so here.
    case found
    /// The call ended, or asks something, before it was so.
    case over
    /// The person wanted to wait no longer; this is as far as it came.
    case interrupted
  }

  /// Goes on to the next moment for which something is so.
  mutating func goOn(
    until isWanted: (Snapshot, _ new: ArraySlice<TraceEvent>) -> Bool
  ) -> Arrival {
    while !isOver {
      let before = snapshot
      go(to: before.moment + 1)
      if isInterrupted?() == true {
        // The call was perhaps stopped half-way.
        snapshot = before
        return .interrupted
      }
      let known = min(before.events.count, snapshot.events.count)
      if isWanted(snapshot, snapshot.events[known...]) { return .found }
    }
    return .over
  }

  /// Goes on to the end of the call, or to its next question.
  mutating func goToEnd() -> Arrival {
    let before = snapshot
    go(to: .max)
    guard isInterrupted?() == true else { return .over }
    snapshot = before
    return .interrupted
  }

  /// The lines about what has happened since another moment; where it lies ahead, the lines up to here.
  func lines(since events: Int) -> [String] {
    let count = snapshot.events.count
    return playback.lines(about: events < count ? events..<count : 0..<count)
      + (isOver && question == nil ? playback.summary : [])
  }

  /// Where the call stands, in a line.
  var place: String {
    guard !isOver else { return "the call is over; 'back' goes back, 'leave' ends the stepping" }
    let next = snapshot.pending.first.map { "next \($0.at.sinceStart.brief) \($0.title)" }
    return [
      "moment \(snapshot.moment)", "at \(snapshot.now.sinceStart.brief)", next ?? "nothing pending",
    ]
    .joined(separator: " · ")
  }
}

// MARK: - Looking at it

extension Debugger {
  /// The events to come, one a line.
  var queue: [String] {
    if snapshot.pending.isEmpty { return ["nothing is pending"] }
    let width = DisplayWidth.columns(ofWidest: snapshot.pending.map { $0.at.sinceStart.brief })
    return snapshot.pending.map { event in
      let time = Fitting.padLeft("\(event.at.sinceStart.brief)", to: width)
      return "  \(time)  \(event.title): \(event.activity)"
    }
  }

  /// Each operator and what it is doing, and what is decided next.
  var state: [String] {
    lines(of: snapshot.plan, depth: 1) + [nextDecision]
  }

  private func lines(of part: Snapshot.Part, depth: Int) -> [String] {
    guard depth < 40 else { return [] }
    let line =
      String(repeating: "  ", count: depth) + "\(part.title): \(part.activity ?? "not subscribed")"
    return [line] + part.inputs.flatMap { lines(of: $0, depth: depth + 1) }
  }

  /// The decision that the call comes to next.
  private var nextDecision: String {
    let coming = performance.record.trace.events.dropFirst(snapshot.events.count)
    let next = coming.first { event in
      switch event.kind {
      case .decision, .resubscribed, .notifierEnded, .answered, .served: true
      default: false
      }
    }
    guard let next, let index = coming.firstIndex(of: next) else { return "no decision is left" }
    let words = playback.lines(about: index..<index + 1).flatMap { $0.split(separator: " ") }
    // The line begins with its time and its sign, which say nothing new here.
    let text = words.dropFirst(2).joined(separator: " ")
    return "the next decision, at \(next.at.sinceStart.brief): \(text)"
  }
}

extension Snapshot {
  /// What a condition is asked about: time, attempts, failures, time waited, and the last error.
  var facts: [Item] {
    var (attempts, failures, error) = (0, 0, Fault("none"))
    for event in events {
      switch event.kind {
      case .attempt: attempts += 1
      case .failure(_, let fault):
        failures += 1
        error = fault
      default: break
      }
    }
    return [
      .value(.duration(now.sinceStart)), .value(.int(attempts)), .value(.int(failures)),
      .value(.fault(error)),
    ]
  }
}

extension Playback {
  /// Takes the record of a call to pieces.
  init(_ record: RunRecord, _ style: Style, _ patience: Patience = .endless) {
    self.init(
      trace: record.trace, subject: record.subject,
      attemptLimit: Plan(of: record.source).attempts, style: style, source: record.source,
      patience: patience)
  }
}
