import LineEditor

/// Keeps the history and the text of the next prompt.
final class EntryKeeper {
  private let file: HistoryFile?
  private(set) var history: History
  private var prefill = ""
  private var hasWarned = false
  let warning: String?

  init(path: String?) {
    file = path.map(HistoryFile.init)
    let content = file?.load() ?? HistoryFile.Content()
    history = History(content.entries)
    let lines = content.damaged == 1 ? "a line" : "\(content.damaged) lines"
    warning =
      if let path, let error = content.error {
        "warning: cannot read the history from '\(path)': \(error)"
      } else if let path, content.damaged > 0 {
        "warning: \(lines) of '\(path)' cannot be read and are ignored"
      } else if content.trimmed > 0 {
        "note: the \(content.trimmed) oldest entries of the history are removed; it keeps \(HistoryFile.most)"
      } else {
        nil
      }
  }

  /// Adds an entry to the history; returns a warning the first time that saving fails.
  func add(_ entry: String) -> String? {
    if entry.utf8.count > History.longest {
      return "note: the history does not keep so long an entry"
    }
    guard history.add(entry), let reason = file?.append(entry), !hasWarned else { return nil }
    hasWarned = true
    return "warning: the history is not saved: \(reason)"
  }

  /// Keeps an entry that was discarded for this session, so that Up brings it back.
  func keep(_ entry: String) {
    if !history.entries.contains(entry) { history.add(entry) }
  }

  /// Opens the last entry other than `edit` in the editor; returns a message, if any.
  func editLast() -> String? {
    guard let last = history.entries.last(where: { $0 != "edit" }) else {
      return "nothing to edit yet"
    }
    do throws(ExternalEditor.Failure) {
      prefill = try ExternalEditor.edit(last, with: editor)
      return nil
    } catch {
      switch error {
      case .editor: return "the editor failed"
      case .file(let error): return "cannot use a temporary file for the editor: \(error)"
      }
    }
  }

  private var editor: String {
    Platform.environment(.visual) ?? Platform.environment(.editor) ?? "vi"
  }

  /// Returns the text of the next prompt, once.
  func takePrefill() -> String {
    defer { prefill = "" }
    return prefill
  }
}
