import RetryLanguage

extension Command {
  static let load = Command(
    "load", .text([]), reads: ["retry"], isFollowed: true,
    "runs a script and keeps its definitions",
    example: "load"
  ) { (session: inout Session, call) throws(Diagnostic) in
    guard let name = call.text else {
      throw Diagnostic(.missingArgument, "'load' needs the path of a file", at: call.range)
    }
    let range = name.range
    let (path, text) = try session.workspace.environment.scenario(at: name.text, range)
    guard session.workspace.environment.depth < StatementPlanner.deepestFile else {
      throw .tooManyFiles(at: range)
    }
    // Only at a prompt, where the person can then type the same.
    let wasFollowing = session.isFollowingFile
    if session.workspace.environment.depth == 0 {
      session.isFollowingFile = session.workspace.terminal.isPrompt
    }
    defer { session.isFollowingFile = wasFollowing }
    return session.run(text, of: path)
  }
}

extension Session {
  /// Runs the text of a file, with access to the folder of the file.
  mutating func run(_ text: String, of path: String, onlyChecking: Bool = false) -> Status {
    let host = workspace.environment.host
    workspace.environment.host = host.beside(path)
    defer { workspace.environment.host = host }
    return run(loaded: text, name: path, onlyChecking: onlyChecking)
  }

  /// Runs a loaded text, which can only compute and print.
  @discardableResult
  package mutating func run(
    loaded text: String, name: String, onlyChecking: Bool = false, varies: Bool = true
  ) -> Status {
    workspace.environment.depth += 1
    defer { workspace.environment.depth -= 1 }
    return run(text, name: name, onlyChecking: onlyChecking, varies: varies)
  }
}
