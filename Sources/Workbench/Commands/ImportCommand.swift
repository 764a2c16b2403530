import Documents
import PolicyFiles
import RetryLanguage

extension Command {
  /// Reads policies from the configuration of another program.
  static let `import` = Command(
    "import", .text([.as]), defines: .policy, readsFile: true,
    "reads the retry policies of a configuration, each as a 'let' of a preset: gRPC service configs, Envoy, Istio and Gateway API routes, resilience4j, AWS, the OpenTelemetry Collector, and policies of the Retry library",
    example: "import"
  ) { (session, call) throws(Diagnostic) in
    guard let typed = call.text, let path = typed.pathOfPolicy else {
      throw Diagnostic(
        .missingArgument, "'import' needs the path of a configuration", at: call.range,
        mend: .advice("for example: import policy \"service-config.json\" as gentle"))
    }
    let file = try session.policyFile(at: path, typed.range)
    let name = call.name(behind: .as)?.text ?? "imported"
    var lines: [(line: String, policy: PolicyFile.Policy)] = []
    for (index, policy) in file.policies.enumerated() {
      try policy.check(in: path, at: typed.range)
      let name = index == 0 ? name : "\(name)\(index + 1)"
      lines.append(("let \(name) = \(policy.text)", policy))
    }
    session.emit(.note("\(path.sanitized) is \(file.kind)"))
    for remark in file.remarks { session.emit(.note("\(remark)".sanitized)) }
    for (line, policy) in lines {
      session.emit(.note("\(policy.about), \(policy.place)".sanitized))
      session.emit(.text("  \(line)"))
      let status = session.run(loaded: line, name: path)
      guard status == .ready else { return status }
    }
    return .ready
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

extension PolicyFile.Policy {
  /// Throws if the preset refuses what the file says, with the place in the file.
  fileprivate func check(in path: String, at range: Range<Int>) throws(Diagnostic) {
    guard case .failure(let failure) = Preset.policy(of: text),
      let mistake = failure.diagnostics.first
    else { return }
    let place = place(ofOffset: mistake.range.lowerBound)
    throw Diagnostic(
      mistake.code, "\(path), \(place): \(mistake.message)".sanitized, at: range)
  }
}

extension Session {
  /// Returns the policies in a file.
  fileprivate func policyFile(
    at path: String, _ range: Range<Int>
  ) throws(Diagnostic) -> PolicyFile {
    let content = environment.host.file(path)
    guard let text = content.text else {
      throw Diagnostic(
        .unknownName, "'\(path.sanitized)' cannot be read: \(content.reason ?? "")", at: range,
        mend: path.contains { "./".contains($0) }
          ? nil : .advice("no module has to be imported: 'help' lists what there is"))
    }
    guard text.utf8.count <= Document.longest else {
      throw Diagnostic(
        .tooLong, "'\(path.sanitized)' has more than \(Document.longest / 1_000_000) MB", at: range)
    }
    do throws(DocumentTrouble) {
      return try PolicyFile(text, named: path)
    } catch {
      throw Diagnostic(.impossibleValue, "\(path), \(error)".sanitized, at: range)
    }
  }
}
