import Documents
import PolicyFiles
import RetryLanguage
import TextLayout

extension Command {
  /// Reads policies from the configuration of another program.
  static let `import` = Command(
    "import", .text([.as]), defines: .policy, reads: PolicyFile.endings,
    "reads the retry policies of a configuration, each as a 'let' of a preset: \(PolicyFile.known); and of code: \(PolicyFile.knownCode). Code can be pasted at the prompt as well",
    example: "import"
  ) { (session: inout Session, call) throws(Diagnostic) in
    guard let typed = call.text, let path = typed.pathOfPolicy else {
      throw Diagnostic(
        .missingArgument, "'import' needs the path of a configuration", at: call.range,
        fixIt: .advice("for example: import policy \"service-config.json\" as gentle"))
    }
    let interruption = InterruptionCheck(session.workspace.terminal.isInterrupted)
    let file = try session.workspace.policyFile(at: path, interruption, typed.range)
    guard !interruption.isRequested else {
      session.workspace.emit(.note("stopped by Ctrl-C: nothing was imported"))
      return .ready
    }
    let name = call.name(behind: .as)?.text ?? "imported"
    if let (mistake, place) = file.mistakeOfAll {
      let words = "\(path), \(place): \(mistake.message)".sanitized
      throw Diagnostic(mistake.code, words, at: typed.range)
    }
    let names: [String?] = file.policies.indices.map { $0 == 0 ? name : "\(name)\($0 + 1)" }
    session.workspace.emit(.note("\(path.sanitized) is \(file.kind)"))
    return session.take(file, from: path, as: names)
  }
}

extension Expression.Name {
  /// The path behind the word `policy`, without its quotes; `nil` if there is none.
  fileprivate var pathOfPolicy: String? {
    var path = text[...]
    for word in ["policy", "policies"] where path.hasPrefix(word + " ") {
      path = path.dropFirst(word.count).drop { $0 == " " }
    }
    if path.count > 1, path.hasPrefix("\""), path.hasSuffix("\"") {
      path = path.dropFirst().dropLast()
    }
    return path.isEmpty || path == "policy" ? nil : String(path)
  }
}

extension Workspace {
  fileprivate func policyFile(
    at path: String, _ interruption: InterruptionCheck, _ range: Range<Int>
  ) throws(Diagnostic) -> PolicyFile {
    let content = environment.host.file(path)
    guard let text = content.text else {
      throw Diagnostic(
        .unknownName, "'\(path.sanitized)' cannot be read: \(content.reason ?? "")", at: range,
        fixIt: path.contains { "./".contains($0) }
          ? nil : .advice("no module has to be imported: 'help' lists what there is"))
    }
    guard text.utf8.count <= Document.longest else {
      throw Diagnostic(
        .tooLong, "'\(path.sanitized)' has more than \(Document.longest / 1_000_000) MB", at: range)
    }
    do throws(DocumentError) {
      return try PolicyFile(text, named: path, interruption)
    } catch {
      throw Diagnostic(.impossibleValue, "\(path), \(error)".sanitized, at: range)
    }
  }
}
