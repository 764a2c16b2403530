import Measurement
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

extension Command {
  static let play = Command(
    "play", .expressions, of: .runnable,
    options: [.speed, .call, .seed, .over], gives: .run, ofLoad: .stats, role: .call,
    "shows a call or a load in real time, or several side by side on the same faults; 'speed 5' is five times as fast; space pauses, Up and Down change the speed, Left and Right go to the event before or after, t shows big letters, q leaves",
    example: "let f = op(script: [.timeout, ok])\nplay f, f.retry(3) speed 5"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    let speed = try call.speed()
    guard call.subjects.count <= PlayedRecords.most else {
      throw Diagnostic(
        .extraArgument, "'play' shows at most \(PlayedRecords.most) side by side",
        at: call.range)
    }
    let wholes = call.subjects.compactMap { $0.wholeLoad }
    guard wholes.isEmpty || call.options[.call] != nil else {
      guard wholes.count == call.subjects.count else {
        throw Diagnostic(
          .wrongType, "'play' takes operations or loads, but not both", at: call.range)
      }
      return try workspace.play(wholes, call, speed)
    }
    let pausedCalls = try workspace.pausedCalls(call)
    if pausedCalls.count == call.subjects.count {
      workspace.play(pausedCalls, speed: speed ?? 1)
    }
    return .ready
  }
}

extension Workspace {
  /// Shows calls event by event, or at once without a terminal.
  fileprivate mutating func play(_ pausedCalls: [PausedCall], speed: Double) {
    var pausedCalls = pausedCalls
    var player = Player(speed: speed, isBig: settings.isBig)
    var played: PlayedRecords { .calls(pausedCalls.map(\.record)) }
    var end = terminal.play?(played, &player)
    while end == .reached, let asking = pausedCalls.asking,
      let question = pausedCalls[asking].question, let answer = runner.answer(to: question)
    {
      pausedCalls[asking].answer(answer)
      runner.endProgress()
      end = terminal.play?(played, &player)
    }
    for pausedCall in pausedCalls { environment.keep(pausedCall.record) }
    if pausedCalls.count > 1 { environment.lastDrawn = .played(played) }
    if let end {
      emit(end.phrase(player).map(Event.note) ?? .played(played, isShown: true))
    } else {
      emit(
        pausedCalls.count == 1 ? .ran(pausedCalls[0].record) : .played(played, isShown: false))
    }
  }

  /// Shows loads over time, or at once without a terminal.
  fileprivate mutating func play(
    _ loads: [Load], _ call: CommandCall, _ speed: Double?
  ) throws(Diagnostic) -> Status {
    for load in loads.prefix(1) { try call.check(.load(load)) }
    let seed = try call.origin(settings).seed
    var records: [MeasuredRecord] = []
    for (load, subject) in zip(loads, call.subjects) {
      let (sample, way) = runner.run(load, seed: seed)
      guard !runner.isInterrupted else {
        runner.endProgress()
        emit(.note("stopped by Ctrl-C before the play began"))
        return .ready
      }
      reportPaths([way])
      records.append(
        MeasuredRecord(
          source: nil, load: load, subject: subject.subject, seed: seed, spread: nil,
          calls: sample.calls.calls, result: .load(sample)))
    }
    runner.endProgress()
    for record in records { environment.keep(record, checking: LastResult(record.result, of: nil)) }
    let played = PlayedRecords.loads(records)
    if records.count > 1 { environment.lastDrawn = .played(played) }
    var player = Player(
      speed: speed ?? Player.speed(for: played.animation(Style()).length), isBig: settings.isBig)
    if let end = terminal.play?(played, &player) {
      emit(end.phrase(player).map(Event.note) ?? .played(played, isShown: true))
    } else {
      emit(
        records.count == 1
          ? .measured(records[0], sessionSeed: settings.runSeed) : .played(played, isShown: false))
    }
    return .ready
  }
}

extension CommandCall {
  fileprivate func speed() throws(Diagnostic) -> Double? {
    guard let speed = options[.speed]?.item.number else { return nil }
    guard speed > 0, speed.isFinite else {
      throw Diagnostic(
        .impossibleValue, "'speed' must be greater than 0", at: range(of: .speed))
    }
    return speed
  }
}

extension Definition {
  /// The load of which no call was selected.
  fileprivate var wholeLoad: Load? {
    if case .run = item { nil } else { item.load }
  }
}

extension [PausedCall] {
  /// The position of the one that asks first.
  fileprivate var asking: Int? {
    indices.filter { self[$0].question != nil }
      .min { self[$0].record.trace.result.duration < self[$1].record.trace.result.duration }
  }
}
