import Measurement
import Report
import RetryLanguage
import Simulation
import TextLayout

extension Command {
  static let hunt = Command(
    "hunt", .expression, of: .runnable,
    options: [.calls, .seeds, .seed, .over, .condition], gives: .run,
    role: .result,
    "searches calls, seed by seed, for one that meets a condition, and shrinks it to the shortest script of outcomes that still does",
    example:
      "hunt op(fails: 30%, latency: exponential(100ms)).retry(3) where latency > 500ms && success"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    let shows = try call.condition()
    let subject = try call.runnable()
    try call.check(subject)
    let trials = try workspace.runner.trials(call)
    for warning in call.unknownKinds(in: subject) { workspace.emit(.note(warning)) }
    let seeds = try call.count(.seeds) ?? 10
    let (place, searched) = trials.hunt(subject, seeds: UInt64(seeds), where: shows)
    workspace.runner.endProgress()
    guard let place else {
      workspace.environment.passResult()
      workspace.emit(
        .hunted(
          Hunt(
            subject: call.subjectText, searched: searched,
            isPartial: workspace.runner.isInterrupted,
            found: nil)))
      return .ready
    }
    let origin = CallOrigin(seed: place.seed, call: place.call, spread: trials.spread)
    guard let record = workspace.record(of: subject, call.subjectText, origin) else {
      return .ready
    }
    let trace = record.trace
    // What other calls do to a shared server is in no script.
    let shortened =
      record.load == nil
      ? workspace.shortened(trace, of: record.source, call.subjectText, shows) : nil
    let found = Hunt.Found(trace: trace, shortened: shortened)
    workspace.emit(
      .hunted(
        Hunt(subject: call.subjectText, searched: searched, isPartial: false, found: found)))
    guard let shortened else {
      workspace.environment.keep(record)
      return .ready
    }
    workspace.environment.keep(shortened.record)
    workspace.emit(.ran(shortened.record))
    return .ready
  }
}

extension Trials {
  /// Searches for the first call that meets a condition, seed by seed.
  fileprivate func hunt(
    _ subject: Runnable, seeds: UInt64, where shows: @escaping @Sendable (CallResult) -> Bool
  ) -> (place: (seed: UInt64, call: UInt64)?, searched: UInt64) {
    var searched: UInt64 = 0
    for offset in 0..<seeds {
      var trials = part(Int(offset), of: Int(seeds))
      trials.seed = seed &+ offset
      if offset > 0 { trials.division?.settle() }
      let findings = trials.find(subject, first: 1, where: shows)
      searched += findings.searched
      if let call = findings.calls.first { return ((trials.seed, call), searched) }
      if findings.isPartial { break }
    }
    return (nil, searched)
  }
}

extension Workspace {
  /// Shrinks a call to a script; returns `nil` if the script does not reproduce it.
  fileprivate func shortened(
    _ trace: Trace, of source: Source, _ subject: String, _ shows: @escaping (CallResult) -> Bool
  ) -> Hunt.Shortened? {
    let shrinking = Shrinking(
      source, trace: trace, limits: settings.limits, isInterrupted: terminal.isInterrupted,
      showing: shows)
    guard var shrinking else { return nil }
    let before = shrinking.count
    shrinking.shrink(to: settings.runSeed)
    let transcript = Transcript(of: subject, environment.definitions, scripts: shrinking.scripts)
    let call = shrinking.call == 0 ? "" : " call \(shrinking.call)"
    let seed = shrinking.seed == settings.runSeed ? "" : " \(shrinking.seed.seedOption)"
    let lines = transcript.lines + ["run \(transcript.text)\(call)\(seed)"]
    guard let record = record(of: lines), shows(record.trace.result) else { return nil }
    return Hunt.Shortened(
      lines: lines, record: record, outcomes: shrinking.count, outcomesBefore: before)
  }

  /// Runs lines as if they were pasted, and returns the call they run.
  private func record(of lines: [String]) -> RunRecord? {
    var session = Session(
      commands: table, settings: settings, host: environment.host, terminal: terminal.watching
    ) { _ in
    }
    guard session.run(lines.joined(separator: "\n")) == .ready,
      case .run(let record)? = session.workspace.environment.lastResult
    else { return nil }
    return record
  }
}
