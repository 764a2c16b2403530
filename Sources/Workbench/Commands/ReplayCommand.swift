import RetryLanguage

extension Command {
  /// Runs a scenario and compares it with its recording.
  static let replay = Command(
    "replay", .text([]), reads: ["retry"],
    "runs a scenario and shows how it differs from its recording",
    example: "replay"
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    guard let name = call.text else {
      throw Diagnostic(.missingArgument, "'replay' needs the path of a scenario", at: call.range)
    }
    guard workspace.environment.depth == 0 else {
      throw Diagnostic(.tooDeep, "a script cannot replay another", at: call.range)
    }
    let (path, text) = try workspace.environment.scenario(at: name.text, call.range)
    let place = Recording.path(of: path)
    let kept = Recording.kept(beside: path, with: text, in: workspace.environment.host.recording)
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
      path: path, text: text, host: workspace.environment.host.beside(path),
      commands: workspace.table)
    let outcome = scenario.perform(
      threads: workspace.settings.threads, terminal: workspace.terminal.watching)
    workspace.runner.endProgress()
    let replay = Replay(outcome, against: recording)
    let fixIt = kept.isInterrupted ? Recording.fixIt(of: path) : nil
    workspace.emit(.replayed(ReplayedScenario(path: path, replay: replay, fixIt: fixIt)))
    return replay.changes.isEmpty ? .ready : .failed
  }
}
