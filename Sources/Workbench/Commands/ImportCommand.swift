import Documents
import PolicyFiles
import RetryLanguage
import TextLayout

extension Command {
  /// Reads policies from the configuration of another program.
  static let `import` = Command(
    "import", .text([.as]),
    defines: { Expression.Name.pathOfData(in: $0) == nil ? .policy : .stream },
    reads: PolicyFile.endings,
    "reads the retry policies of a configuration, each as a 'let' of a preset: \(PolicyFile.known); and of code: \(PolicyFile.knownCode). Code can be pasted at the prompt as well. With 'import data \"access.log\" as api', an operation is fitted to measurements",
    example: "import"
  ) { (session: inout Session, call) throws(Diagnostic) in
    guard let typed = call.text, let path = typed.pathOfPolicy else {
      throw Diagnostic(
        .missingArgument, "'import' needs the path of a configuration", at: call.range,
        fixIt: .advice("for example: import policy \"service-config.json\" as gentle"))
    }
    if let path = Expression.Name.pathOfData(in: typed.text) {
      return try session.takeData(at: path, as: call.name(behind: .as)?.text ?? "api", typed.range)
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
    let name = Self.unquoted(path)
    return name.isEmpty || name == "policy" ? nil : name
  }

  /// The path behind the word `data`, without its quotes; `nil` if the word is another.
  static func pathOfData(in text: String) -> String? {
    guard text.hasPrefix("data ") else { return nil }
    let path = unquoted(text.dropFirst(5).drop { $0 == " " })
    return path.isEmpty ? nil : path
  }

  private static func unquoted(_ path: Substring) -> String {
    let path = String(path)
    return Literal.meaning(of: path) ?? path
  }
}

extension Session {
  /// Defines an operation that is fitted to measurements, and says what it rests on.
  fileprivate mutating func takeData(
    at path: String, as name: String, _ range: Range<Int>
  ) throws(Diagnostic) -> Status {
    switch workspace.environment.host.measurements(path, name) {
    case .unreadable(let reason):
      throw Diagnostic(
        .impossibleValue, "'\(path.sanitized)' gives no operation: \(reason.sanitized)", at: range)
    case .operation(let file, let report):
      workspace.emit(.fitted(file, from: path, report: report))
      return run(loaded: file.definition, name: path)
    }
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
