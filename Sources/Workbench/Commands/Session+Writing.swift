import RetryLanguage

extension Session {
  /// What writes a text into a file.
  typealias Save = (_ path: String, _ text: String, _ mayReplace: Bool) -> TerminalHooks.SaveOutcome

  /// Returns what writes files, if the command was typed at the prompt.
  func writer(for command: String, at range: Range<Int>) throws(Diagnostic) -> Save {
    guard let save = terminal.save, depth == 0 else {
      throw Diagnostic(
        .impossibleValue,
        "'\(command)' works only at the prompt: a script cannot write files", at: range)
    }
    return save
  }

  /// Writes a scenario and its recording, so that at each moment the one goes with the other.
  mutating func write(_ pair: ScenarioPair, _ wish: WritingWish) throws(Diagnostic) {
    for (path, _) in pair.files { try checkFree(path, wish) }
    var saving = wish
    saving.mayReplace = true
    try write(pair.savingText, to: pair.savingPath, saving, for: pair.path)
    do throws(Diagnostic) {
      try write(pair.text, to: pair.path, wish)
    } catch {
      _ = terminal.remove?(pair.savingPath)
      throw error
    }
    // From here on the scenario is the new one, and its recording is found in either place.
    try write(pair.recordingText, to: pair.recordingPath, wish)
    if let reason = terminal.remove?(pair.savingPath) {
      throw Diagnostic(
        .impossibleValue, "'\(pair.savingPath.sanitized)' cannot be removed: \(reason)",
        at: wish.range)
    }
  }

  /// Writes a file; another one is replaced only where that is allowed, or it was written in this session.
  ///
  /// A file that nobody asked for by its name can be told of by that of another one.
  mutating func write(
    _ text: String, to path: String, _ wish: WritingWish, for named: String? = nil
  ) throws(Diagnostic) {
    switch wish.save(path, text, wish.mayReplace || ownFiles.contains(path)) {
    case .saved: ownFiles.insert(path)
    case .exists: throw wish.isThere(path)
    case .failed(let reason):
      throw Diagnostic(
        .impossibleValue, "'\((named ?? path).sanitized)' cannot be written: \(reason)",
        at: wish.range)
    }
  }

  /// Refuses to write where there is a file that is not to be replaced.
  private func checkFree(_ path: String, _ wish: WritingWish) throws(Diagnostic) {
    guard !wish.mayReplace, !ownFiles.contains(path), terminal.isThere?(path) == true else {
      return
    }
    throw wish.isThere(path)
  }
}

/// How a person wants files to be written.
struct WritingWish {
  /// What writes them.
  let save: Session.Save
  /// Whether other files are replaced.
  var mayReplace: Bool
  /// The command that replaces them.
  let mend: String
  /// The range of the command.
  let range: Range<Int>

  /// Returns that there is a file already.
  func isThere(_ path: String) -> Diagnostic {
    Diagnostic(
      .impossibleValue, "'\(path.sanitized)' already exists", at: range,
      mend: .advice("'\(mend)' replaces it"))
  }
}

/// A scenario and its recording, as they are written.
struct ScenarioPair {
  /// The path of the scenario.
  let path: String
  /// The text of the scenario.
  let text: String
  /// The text of the recording.
  let recordingText: String
  /// The text of the recording while both are being written.
  let savingText: String

  /// Pairs a scenario with the recording of what it did.
  init(_ scenario: Scenario, _ outcome: Scenario.Outcome) {
    let recording = Recording(outcome)
    (path, text) = (scenario.path, scenario.text)
    recordingText = recording.text
    savingText = recording.savingText(of: scenario.text)
  }

  /// The path of the recording.
  var recordingPath: String { Recording.path(of: path) }

  /// The path of the recording while both are being written.
  var savingPath: String { Recording.savingPath(of: path) }

  /// What is there in the end.
  var files: [(path: String, text: String)] { [(path, text), (recordingPath, recordingText)] }
}
