import Measurement
import RetryLanguage
import Simulation
import TextLayout

extension CommandCall {
  /// The load that the command names, if it names one rather than a result.
  var load: Load? {
    if case .load(let load)? = subjects.first?.item { load } else { nil }
  }

  /// Throws if an option is given that does not apply to the subject.
  func check(_ subject: Runnable) throws(Diagnostic) {
    switch subject {
    case .calls: try refuse(.runs, "'runs' applies to loads only; use 'calls'")
    case .load:
      let instead =
        command.options.contains(.runs)
        ? "'runs' sets the number of runs" : "all calls of a run are searched"
      let refused: [(CommandOption, String)] = [
        (.calls, instead),
        (.over, "its arrivals set when calls start"),
        (.against, "a call of another load is another call"),
      ]
      for (option, advice) in refused {
        try refuse(option, "'\(option.key)' does not apply to a load: \(advice)")
      }
    }
  }

  private func refuse(_ option: CommandOption, _ message: String) throws(Diagnostic) {
    guard options[option] == nil else {
      throw Diagnostic(.extraArgument, message, at: range(of: option))
    }
  }
}

extension Workspace {
  private static let usualRuns = 10

  /// Runs the loads of a command, each under the same seeds.
  func samples(
    of loads: [Load], _ call: CommandCall
  ) throws(Diagnostic) -> (samples: [LoadSample], seed: UInt64) {
    for load in loads.prefix(1) { try call.check(.load(load)) }
    var known: Int?
    if case .load(let sample)? = call.measured?.result, sample.planned > 1 {
      known = sample.planned
    }
    let runs = try call.count(.runs) ?? known ?? Self.usualRuns
    let seed = try call.origin(settings).seed
    let samples = runner.measure(loads, runs: runs, seed: seed)
    let trials = runner.trials(calls: 1, seed: seed)
    reportPaths(loads.map { trials.way(of: $0) })
    return (samples, seed)
  }

  /// Runs one call, alone or in its load, up to its first question; reports why there is none.
  func pausedCall(_ call: CommandCall) throws(Diagnostic) -> PausedCall? {
    try pausedCalls(call).first
  }

  /// Runs the same call of each subject up to its first question; reports why there is none of one.
  func pausedCalls(_ call: CommandCall) throws(Diagnostic) -> [PausedCall] {
    let origin = try call.origin(settings)
    var pausedCalls: [PausedCall] = []
    for definition in call.subjects {
      let subject = try definition.runnable(at: call.range)
      try call.check(subject)
      let pausedCall: PausedCall?
      switch subject {
      case .calls(let source):
        var answers: [PersonAnswer]?
        if case .run(let record) = definition.item { answers = record.answers }
        pausedCall = runner.pausedCall(of: source, definition.subject, origin, answers: answers)
      case .load(let load): pausedCall = self.pausedCall(in: load, definition.subject, origin)
      }
      guard let pausedCall else { return [] }
      pausedCalls.append(pausedCall)
    }
    return pausedCalls
  }

  /// Runs a load until one of its calls ends; reports why there is none.
  func pausedCall(
    in load: Load, _ subject: String, _ origin: CallOrigin
  ) -> PausedCall? {
    if let pausedCall = runner.pausedCall(in: load, subject, origin) { return pausedCall }
    // The words are the result, so programs get them, too.
    emit(
      runner.isInterrupted
        ? .note("stopped by Ctrl-C before the call was found")
        : .text("call \(origin.call) does not end within the load"))
    return nil
  }

  /// Runs a call, and asks its questions at the prompt, each below what led to it.
  func record(
    of source: Source, _ subject: String, _ origin: CallOrigin, answers: [PersonAnswer]? = nil
  ) -> RunRecord {
    var pausedCall = runner.pausedCall(of: source, subject, origin, answers: answers)
    var shown = 0
    while runner.canAsk, let question = pausedCall.question {
      let asked = pausedCall.record.trace.events.lastIndex { $0.kind.isQuestion }
      let end = asked.map { $0 + 1 } ?? shown
      emit(.paused(pausedCall.record, events: shown..<max(shown, end)))
      shown = end
      guard let answer = runner.answer(to: question) else { break }
      pausedCall.answer(answer)
      runner.endProgress()
    }
    return pausedCall.record
  }

  /// Returns one call of a subject, alone or in its load, with the answers to its questions.
  func record(
    of subject: Runnable, _ text: String, _ origin: CallOrigin, answers: [PersonAnswer]? = nil
  ) -> RunRecord? {
    switch subject {
    case .calls(let source): record(of: source, text, origin, answers: answers)
    case .load(let load): pausedCall(in: load, text, origin)?.record
    }
  }
}

extension TraceEvent.Kind {
  fileprivate var isQuestion: Bool { if case .asked = self { true } else { false } }
}
