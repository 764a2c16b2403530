import RetryLanguage

/// Writes the files of a session, and protects all others.
struct FileWriter {
  private let terminal: TerminalHooks
  /// The hashes of the files written so far, which may be replaced as long as nobody has changed them.
  private var own: [String: Int] = [:]

  /// Creates a writer for a person at a terminal, if there is one.
  init(_ terminal: TerminalHooks) {
    self.terminal = terminal
  }

  /// Writes a file; another file is replaced only if the request allows it.
  ///
  /// Errors can name another file than the one written. Returns whether the file replaces one of this session,
  /// which nobody had to allow.
  @discardableResult
  mutating func write(
    _ text: String, to path: String, _ request: WriteRequest, for named: String? = nil
  ) throws(Diagnostic) -> Bool {
    let isReplacing = !request.mayReplace && isOwn(path)
    switch request.save(path, text, request.mayReplace || isReplacing) {
    case .saved:
      // An image has other bytes than the text that it is drawn from.
      own[path] = (terminal.read?(path) ?? text).hashValue
      return isReplacing
    case .exists: throw request.exists(path, isChanged: own[path] != nil)
    case .failed(let reason):
      throw Diagnostic(
        .impossibleValue, "'\((named ?? path).sanitized)' cannot be written: \(reason)",
        at: request.range)
    }
  }

  /// Writes a scenario and its recording, so that the two match at every moment.
  ///
  /// An earlier save that was interrupted is finished first: if this one is as well, its recording would be lost.
  /// Returns whether the scenario replaces one of this session.
  mutating func write(
    _ pair: ScenarioPair, after unfinished: String?, _ request: WriteRequest
  ) throws(Diagnostic) -> Bool {
    for path in [pair.path, pair.recordingPath] { try checkFree(path, request) }
    var saving = request
    saving.mayReplace = true
    if let unfinished { try write(unfinished, to: pair.recordingPath, saving) }
    try write(pair.savingText, to: pair.savingPath, saving, for: pair.path)
    let isReplacing: Bool
    do throws(Diagnostic) {
      isReplacing = try write(pair.text, to: pair.path, request)
    } catch {
      _ = terminal.remove?(pair.savingPath)
      throw error
    }
    // From here on the new scenario is in place, and its recording is found under either name.
    try write(pair.recordingText, to: pair.recordingPath, request)
    if let reason = terminal.remove?(pair.savingPath) {
      throw Diagnostic(
        .impossibleValue, "'\(pair.savingPath.sanitized)' cannot be removed: \(reason)",
        at: request.range)
    }
    return isReplacing
  }

  /// Throws if a file exists that must not be replaced.
  private func checkFree(_ path: String, _ request: WriteRequest) throws(Diagnostic) {
    guard !request.mayReplace, !isOwn(path), terminal.isThere?(path) == true else { return }
    throw request.exists(path, isChanged: own[path] != nil)
  }

  /// Whether a file is as this session has written it.
  private func isOwn(_ path: String) -> Bool {
    guard let hash = own[path] else { return false }
    return terminal.read?(path).map { $0.hashValue == hash } ?? true
  }
}

extension FileWriter {
  /// Says that a file took the place of another, if it did.
  static func phrase(isReplacing: Bool) -> String {
    isReplacing ? " in place of the file that was there" : ""
  }
}

/// A command's request to write files.
struct WriteRequest {
  typealias Save = (_ path: String, _ text: String, _ mayReplace: Bool) -> TerminalHooks.SaveOutcome

  let save: Save
  var mayReplace: Bool
  /// The command that replaces existing files.
  let fixIt: String
  let range: Range<Int>

  func exists(_ path: String, isChanged: Bool) -> Diagnostic {
    Diagnostic(
      .impossibleValue,
      "'\(path.sanitized)' \(isChanged ? "was changed since it was written here" : "already exists")",
      at: range,
      fixIt: .advice("'\(fixIt)' replaces it"))
  }
}

/// A scenario and its recording, with their paths.
struct ScenarioPair {
  let path: String
  let text: String
  let recordingPath: String
  let recordingText: String
  /// The path of the recording until both files are written.
  let savingPath: String
  let savingText: String
}
