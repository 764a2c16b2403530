import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

extension Command {
  /// Shows a call at the pace at which it happens.
  static let play = Command(
    "play", .expression, of: .source(.any),
    options: [("speed", .double), ("call", .int), ("seed", .int)], gives: .run, saving: .call,
    "shows one call at the pace of its time, or so many times faster; any key pauses, Ctrl-C stops",
    example: "play op(script: [.timeout, ok]).retry(3) speed 5"
  ) { (session, call) throws(Diagnostic) in
    let speed = call.options["speed"]?.item.number ?? 1
    guard speed > 0, speed.isFinite else {
      throw Diagnostic(
        .impossibleValue, "'speed' must be more than 0", at: call.range(of: "speed"))
    }
    let (seed, number) = try call.seedAndCall(session.settings)
    let source = try call.source()
    let performance = session.performance(
      of: source, call.subjectText, seed: seed, call: number, answers: call.record?.answers)
    session.play(performance, speed: speed)
    return .ready
  }
}

extension Session {
  /// Shows a call piece by piece; where nobody watches, all at once.
  fileprivate mutating func play(_ performance: Performance, speed: Double) {
    guard let stage = terminal.stage, !settings.isJSON else {
      keep(performance.record)
      return show(performance.record)
    }
    var performance = performance
    var place = Place(speed: speed)
    var isDone = show(performance.record, from: &place, on: stage)
    while isDone, let question = performance.question, let answer = answer(to: question) {
      performance.answer(answer)
      endProgress()
      isDone = show(performance.record, from: &place, on: stage)
    }
    keep(performance.record)
    if isDone {
      say(.result(place.summary.joined(separator: "\n")))
    } else {
      say(.message("stopped by Ctrl-C at \(place.now), partial"))
    }
  }

  /// Shows what a call has more than was shown; tells whether it came to its end.
  private func show(
    _ record: RunRecord, from place: inout Place, on stage: TerminalHooks.Stage
  ) -> Bool {
    defer { stage.end() }
    let playback = Playback(record, settings.style, Patience(terminal.isInterrupted))
    place.summary = playback.summary
    for frame in playback.frames where frame.eventCount > place.shown {
      let span = Double((frame.at - place.now).count) / place.speed
      guard stage.wait(Nanoseconds(rounding: span).duration) else { return false }
      stage.show(
        playback.lines(about: place.shown..<frame.eventCount),
        playback.timeline(until: frame.at))
      (place.now, place.shown) = (frame.at, frame.eventCount)
    }
    return true
  }
}

/// How far a call has been shown.
private struct Place {
  let speed: Double
  var now = Nanoseconds.zero
  var shown = 0
  /// What the call came to.
  var summary: [String] = []
}
