import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

extension Command {
  /// Shows a call in real time.
  static let play = Command(
    "play", .expression, of: .runnable,
    options: [.speed, .call, .seed, .over], gives: .run, saving: .call,
    "shows one call in real time, or faster with 'speed'; any key pauses, Ctrl-C stops",
    example: "play op(script: [.timeout, ok]).retry(3) speed 5"
  ) { (session, call) throws(Diagnostic) in
    let speed = call.options[.speed]?.item.number ?? 1
    guard speed > 0, speed.isFinite else {
      throw Diagnostic(
        .impossibleValue, "'speed' must be greater than 0", at: call.range(of: .speed))
    }
    guard let performance = try session.performance(call) else { return .ready }
    session.play(performance, speed: speed)
    return .ready
  }
}

extension Session {
  /// Shows a call event by event, or at once without a terminal.
  fileprivate mutating func play(_ performance: Performance, speed: Double) {
    guard let play = terminal.play else {
      environment.keep(performance.record)
      return emit(.ran(performance.record))
    }
    var performance = performance
    var place = PlayPlace(speed: speed)
    var isDone = play(performance.record, &place)
    while isDone, let question = performance.question, let answer = runner.answer(to: question) {
      performance.answer(answer)
      runner.endProgress()
      isDone = play(performance.record, &place)
    }
    environment.keep(performance.record)
    if isDone {
      emit(.played(performance.record))
    } else {
      emit(.note("stopped by Ctrl-C at \(place.now.brief), partial"))
    }
  }
}
