import RetryLanguage

extension Command {
  /// Runs a scenario and compares it with its recording, or meets the requests of a log again.
  static let replay = Command(
    "replay", .text([.as]),
    defines: { Expression.Name.pathOfData(in: $0) == nil ? nil : .stream }, reads: ["retry"],
    "runs a scenario and shows how it differs from its recording. With 'replay data \"access.log\" as api', the attempts of an operation meet the requests of a log in their order",
    example: "replay data \"access.log\" as api"
  ) { (session: inout Session, call) throws(Diagnostic) in
    guard let name = call.text else {
      throw Diagnostic(.missingArgument, "'replay' needs the path of a scenario", at: call.range)
    }
    if let path = Expression.Name.pathOfData(in: name.text) {
      let operation = call.name(behind: .as)?.text ?? "api"
      return try session.replayData(at: path, as: operation, name.range)
    }
    if let operation = call.name(behind: .as) {
      throw Diagnostic(
        .impossibleValue, "only 'replay data' defines a name", at: operation.range)
    }
    return try session.workspace.replay(name, call)
  }
}

extension Session {
  /// Defines an operation whose attempts meet the requests of a log, and says what it rests on.
  fileprivate mutating func replayData(
    at path: String, as name: String, _ range: Range<Int>
  ) throws(Diagnostic) -> Status {
    guard !path.contains("\"") || workspace.environment.host.file(path).text != nil else {
      throw Diagnostic(
        .impossibleValue, "'replay data' takes a file, and a name behind 'as'", at: range,
        fixIt: .advice("for a path or blocks: let api = logged(\"access.log\", path: \"/items\")"))
    }
    switch workspace.environment.host.requests(path, nil) {
    case .unreadable(let reason):
      throw Diagnostic(
        .impossibleValue, "'\(path.sanitized)' cannot be replayed: \(reason.sanitized)", at: range)
    case .requests(_, _, let report):
      let definition = "let \(name) = logged(\(Literal.text(path)))"
      workspace.emit(.logged(definition, report))
      return run(loaded: definition, name: path)
    }
  }
}

extension Workspace {
  fileprivate mutating func replay(
    _ name: Expression.Name, _ call: CommandCall
  ) throws(Diagnostic) -> Status {
    guard environment.depth == 0 else {
      throw Diagnostic(.tooDeep, "a script cannot replay another", at: call.range)
    }
    let (path, text) = try environment.scenario(at: name.text, call.range)
    let place = Recording.path(of: path)
    let kept = Recording.kept(beside: path, with: text, in: environment.host.recording)
    let recorded: String
    switch kept.content {
    case .text(let text): recorded = text
    case .absent:
      throw Diagnostic(
        .unknownName, "there is no recording '\(place)'", at: call.range)
    case .unreadable(let reason):
      throw Diagnostic(
        .unknownName, "the recording '\(place)' cannot be read: \(reason)", at: call.range)
    }
    let recording: Recording
    do throws(Recording.ReadingError) {
      recording = try Recording(recorded)
    } catch {
      throw Diagnostic(.impossibleValue, "'\(place)' \(error.phrase)", at: call.range)
    }
    let scenario = Scenario(
      path: path, text: text, host: environment.host.beside(path),
      commands: table)
    let outcome = scenario.perform(
      threads: settings.threads, terminal: terminal.watching)
    runner.endProgress()
    let replay = Replay(outcome, against: recording)
    let fixIt = kept.isInterrupted ? Recording.fixIt(of: path) : nil
    emit(.replayed(ReplayedScenario(path: path, replay: replay, fixIt: fixIt)))
    return replay.changes.isEmpty ? .ready : .failed
  }
}
