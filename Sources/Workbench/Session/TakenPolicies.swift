import PolicyFiles
import RetryLanguage

// Policies that were found in a file or in pasted code.

extension Session {
  /// Tells what was found, and defines each policy under a name, or evaluates it if it has none.
  mutating func take(
    _ file: PolicyFile, from source: String, as names: [String?], _ range: Range<Int>
  ) throws(Diagnostic) -> Status {
    for policy in file.policies { try policy.check(in: source, at: range) }
    emit(.note("\(source.sanitized) is \(file.kind)"))
    for remark in file.remarks { emit(.note("\(remark)".sanitized)) }
    for (name, policy) in zip(names, file.policies) {
      let line = (name.map { "let \($0) = " } ?? "") + policy.text
      emit(.note("\(policy.about), \(policy.place)".sanitized))
      emit(.text("  \(line)"))
      let status = run(loaded: line, name: source)
      guard status == .ready else { return status }
    }
    return .ready
  }

  /// Returns the policies of an entry that was pasted from the code of another library; `nil` if it is none.
  ///
  /// Only a prompt reads code: in a script, all that is not understood is a mistake.
  func pasted(_ text: String) -> PolicyFile? {
    terminal.isPrompt ? PolicyFile.pasted(text) : nil
  }

  /// Reads an entry that was pasted from the code of another library; `nil` if it is none.
  mutating func takePasted(_ text: String, _ range: Range<Int>) -> Status? {
    guard let file = pasted(text) else { return nil }
    do throws(Diagnostic) {
      return try take(file, from: "the entry", as: file.policies.map(\.usableName), range)
    } catch {
      tell([error], in: SourceText(text))
      return .wrong
    }
  }
}

extension PolicyFile.Policy {
  /// The name in the code, if it has no other meaning here.
  fileprivate var usableName: String? {
    guard let name, Catalogue.functions(named: name).isEmpty,
      Parser.read(SourceText("let \(name) = 1")).diagnostics.isEmpty
    else { return nil }
    return name
  }

  /// Throws if the preset refuses what the text says, with the place in the text.
  fileprivate func check(in source: String, at range: Range<Int>) throws(Diagnostic) {
    guard case .failure(let failure) = Preset.policy(of: text),
      let mistake = failure.diagnostics.first
    else { return }
    let place = call?.place(ofOffset: mistake.range.lowerBound) ?? self.place
    throw Diagnostic(
      mistake.code, "\(source), \(place): \(mistake.message)".sanitized, at: range)
  }
}
