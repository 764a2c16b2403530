import Documents
import PolicyFiles
import RetryLanguage
import VirtualTime

// Policies that were found in a file or in pasted code.

extension Session {
  /// Tells what was not understood or is refused, and defines each other policy under a name, or evaluates it if it has none.
  mutating func take(_ file: PolicyFile, from source: String, as names: [String?]) -> Status {
    for remark in file.remarks { workspace.emit(.note("\(remark)".sanitized)) }
    for (name, policy) in zip(names, file.policies) {
      guard workspace.terminal.isInterrupted?() != true else { return .ready }
      if let (mistake, place) = policy.mistake {
        let lost = name.map { ", and '\($0)' is not defined" } ?? ""
        workspace.emit(
          .note("\(place): \(policy.about) is refused\(lost): \(mistake.message)".sanitized))
        continue
      }
      let line = (name.map { "let \($0) = " } ?? "") + policy.text
      workspace.emit(.note("\(policy.about), \(policy.place)".sanitized))
      workspace.emit(.text("  \(line)"))
      let status = run(loaded: line, name: source)
      guard status == .ready else { return status }
    }
    return .ready
  }

  /// Returns the policies of an entry that was pasted from the code of another library; `nil` if it is none.
  ///
  /// Only a prompt reads code: in a script, all that is not understood is a mistake.
  func pasted(_ text: String) -> (file: PolicyFile, rewritten: String)? {
    workspace.terminal.isPrompt ? PolicyFile.pasted(text) : nil
  }

  /// Reads an entry that was pasted from the code of another library; `nil` if it is none.
  mutating func takePasted(_ source: SourceText) -> Status? {
    guard let (file, rewritten) = pasted(source[0..<source.characters.count]) else { return nil }
    workspace.emit(.note("this is code of another library"))
    if let (mistake, place) = file.mistakeOfAll {
      let start = source.position(ofLine: place.line, column: place.column)
      let range = start..<min(start + 1, source.characters.count)
      workspace.emit([Diagnostic(mistake.code, mistake.message, at: range)], in: source)
      return .wrong
    }
    // All else in the entry may be text of the language.
    if isFree(ofMistakes: rewritten) {
      for remark in file.remarks { workspace.emit(.note("\(remark)".sanitized)) }
      workspace.emit(.text("  \(rewritten)"))
      return run(rewritten)
    }
    return take(file, from: "the entry", as: file.policies.map(\.usableName))
  }
}

extension Session {
  private func isFree(ofMistakes text: String) -> Bool {
    let source = SourceText(text)
    let reading = Parser.read(source, commands: shapes)
    return reading.diagnostics.isEmpty
      && plan(reading.statements, source)?.diagnostics.isEmpty == true
  }
}

extension PolicyFile {
  /// The first mistake, with its place, if all policies have one.
  var mistakeOfAll: (Diagnostic, Place)? {
    var first: (Diagnostic, Place)?
    for policy in policies {
      guard let mistake = policy.mistake else { return nil }
      first = first ?? mistake
    }
    return first
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

  /// Why the preset refuses what the text says, with its place in the text, if it does.
  var mistake: (Diagnostic, Place)? {
    if let call {
      do throws(InvalidArgument) {
        _ = try call.policy()
        guard hasLayers else { return nil }
      } catch {
        let mistake = Diagnostic(.impossibleValue, error.description, at: 0..<0)
        return (mistake, call.argument(error.label)?.place ?? place)
      }
    }
    guard case .failure(let failure) = Preset.policy(of: text),
      let mistake = failure.diagnostics.first
    else { return nil }
    return (mistake, place(ofOffset: mistake.range.lowerBound))
  }
}
