import Report
import RetryLanguage
import RetryNumerics
import Simulation

extension Command {
  /// Shows a call at the pace at which it happens.
  static let play = Command(
    "play", .expression, of: .source(.any),
    options: [("speed", .double), ("call", .int), ("seed", .int)], givesResult: true,
    "shows one call at the pace of its time, or so many times faster; any key pauses, Ctrl-C stops",
    example: "play op(script: [.timeout, ok]).retry(3) speed 5"
  ) { (session, call) throws(Diagnostic) in
    let speed = call.options["speed"]?.item.number ?? 1
    guard speed > 0, speed.isFinite else {
      throw Diagnostic(
        .impossibleValue, "'speed' must be more than 0",
        at: call.optionRanges["speed"] ?? call.range)
    }
    let (seed, number) = try call.seedAndCall(session.settings)
    let source = try call.source()
    let trace = session.machine(source, seed: seed).trace(call: number)
    session.play(
      RunRecord(source: source, subject: call.subjectText, trace: trace), speed: speed)
    return .ready
  }
}

extension Session {
  /// Shows a call piece by piece; where nobody watches, all at once.
  fileprivate mutating func play(_ record: RunRecord, speed: Double) {
    keep(record)
    guard let stage = terminal.stage, !settings.isJSON else { return show(record) }
    let playback = Playback(
      trace: record.trace, subject: record.subject,
      attemptLimit: Plan(of: record.source).attempts, style: settings.style, source: record.source)
    var now = Nanoseconds.zero
    for frame in playback.frames {
      let span = Nanoseconds(rounding: Double((frame.at - now).count) / speed)
      guard stage.wait(span.duration) else {
        stage.end()
        return say(.message("stopped by Ctrl-C at \(now), partial"))
      }
      now = frame.at
      stage.show(frame.lines, playback.timeline(until: now))
    }
    stage.end()
    say(.result(playback.summary.joined(separator: "\n")))
  }
}
