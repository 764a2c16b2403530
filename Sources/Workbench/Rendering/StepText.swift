import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// Draws a call in the stepper; the layout is shared by its steps.
struct SteppedCall {
  private struct Key: Equatable {
    let subject: String
    let seed: UInt64
    let call: UInt64
    let answers: [PersonAnswer]?
    let style: Style
  }

  private var key: Key?
  private var playback: Playback?

  mutating func outputs(of step: Step, _ style: Style, _ interruption: InterruptionCheck)
    -> [Output]
  {
    let playback = playback(of: step.record, style, interruption)
    var lines = playback.lines(about: step.events).map(\.text)
    if step.isOver, !step.events.isEmpty { lines += playback.result.map(\.text) }
    switch step.view {
    case .untilQuestion:
      return lines.isEmpty ? [] : [.result(lines.joined(separator: "\n"))]
    case .news: lines += step.remarks
    case .queue: lines += step.queue
    case .state: lines += step.state(playback)
    }
    let place = Wrapping.prose(step.place, width: style.width)
    let isWhole = self.playback != nil
    return [.result((lines + [place]).joined(separator: "\n"))]
      + (isWhole ? [] : [.message("stopped by Ctrl-C: the output is partial")])
  }

  private mutating func playback(
    of record: RunRecord, _ style: Style, _ interruption: InterruptionCheck
  ) -> Playback {
    let trace = record.trace
    let key = Key(
      subject: record.subject, seed: trace.seed, call: trace.result.call, answers: record.answers,
      style: style)
    if let playback, key == self.key { return playback }
    let playback = Playback(record, style, interruption)
    // An unfinished layout is not reused.
    (self.key, self.playback) = interruption.isRequested ? (nil, nil) : (key, playback)
    return playback
  }
}

extension Step {
  /// Whether the call has ended.
  var isOver: Bool { snapshot.outcome != nil && !isAsked }

  /// The current state of the call in one line.
  fileprivate var place: String {
    guard snapshot.outcome == nil else {
      return "the call has ended; 'back' goes back, 'leave' leaves the call"
    }
    let next = snapshot.pending.first.map { "next \($0.at.sinceStart.brief) \($0.title)" }
    return [
      "moment \(snapshot.moment)", "at \(snapshot.now.sinceStart.brief)",
      next ?? "no pending events",
    ]
    .joined(separator: " · ")
  }

  /// The pending events, one per line.
  fileprivate var queue: [String] {
    if snapshot.pending.isEmpty { return ["no pending events"] }
    let width = DisplayWidth.columns(ofWidest: snapshot.pending.map { $0.at.sinceStart.brief })
    return snapshot.pending.map { event in
      let time = Fitting.padLeft("\(event.at.sinceStart.brief)", to: width)
      return "  \(time)  \(event.title): \(event.activity)"
    }
  }

  /// The activity of each operator, what the strategies remember, and the next decision.
  fileprivate func state(_ playback: Playback) -> [String] {
    lines(of: snapshot.plan, depth: 1) + snapshot.memories.map { "  \($0.name): \($0.state)" }
      + [nextDecision(playback)]
  }

  private func lines(of part: Snapshot.Part, depth: Int) -> [String] {
    guard depth < 40 else { return [] }
    let line =
      String(repeating: "  ", count: depth) + "\(part.title): \(part.activity ?? "not subscribed")"
    return [line] + part.inputs.flatMap { lines(of: $0, depth: depth + 1) }
  }

  /// The next decision of the call.
  private func nextDecision(_ playback: Playback) -> String {
    let coming = record.trace.events.dropFirst(snapshot.events.count)
    let next = coming.first { event in
      switch event.kind {
      case .decision, .resubscribed, .notifierEnded, .answered, .served: true
      default: false
      }
    }
    guard let next, let index = coming.firstIndex(of: next) else { return "no more decisions" }
    let words = playback.lines(about: index..<index + 1).flatMap { $0.text.split(separator: " ") }
    // The time and the glyph at the start of the line are dropped.
    let text = words.dropFirst(2).joined(separator: " ")
    return "next decision at \(next.at.sinceStart.brief): \(text)"
  }
}

extension Playback {
  /// Splits the record of a call into frames.
  init(_ record: RunRecord, _ style: Style, _ interruption: InterruptionCheck = .never) {
    self.init(
      trace: record.trace, attemptLimit: Plan(of: record.source).attempts, style: style,
      source: record.source,
      interruption: interruption)
  }
}
