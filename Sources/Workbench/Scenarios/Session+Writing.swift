import RetryLanguage

extension Session {
  /// What writes a text into a file.
  typealias Save = (_ path: String, _ text: String, _ mayReplace: Bool) -> TerminalHooks.Answer

  /// Returns what writes files, for whoever types a command at the prompt.
  func writer(for command: String, at range: Range<Int>) throws(Diagnostic) -> Save {
    guard let save = terminal.save, depth == 0 else {
      throw Diagnostic(
        .impossibleValue,
        "only who types at the prompt can \(command): a file that is run writes none", at: range)
    }
    return save
  }

  /// Writes files; another file is replaced only where that is allowed, or it was written in this session.
  mutating func write(
    _ files: [(path: String, text: String)], mayReplace: Bool, by mend: String,
    _ save: Save, at range: Range<Int>
  ) throws(Diagnostic) {
    func there(_ path: String) -> Diagnostic {
      Diagnostic(
        .impossibleValue, "there is a file '\(path.sanitized)' already", at: range,
        mend: .advice("'\(mend)' replaces it"))
    }
    // Either all are written, or none.
    for (path, _) in files where !mayReplace && !ownFiles.contains(path) {
      if terminal.isThere?(path) == true { throw there(path) }
    }
    for (path, text) in files {
      switch save(path, text, mayReplace || ownFiles.contains(path)) {
      case .saved: ownFiles.insert(path)
      case .exists: throw there(path)
      case .failed(let reason):
        throw Diagnostic(
          .impossibleValue, "'\(path.sanitized)' cannot be written: \(reason)", at: range)
      }
    }
  }
}
