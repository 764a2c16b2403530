import LineEditor

/// Keeps what was typed, and what the next prompt begins with.
final class EntryKeeper {
  private let file: HistoryFile?
  private(set) var history: History
  private var prefill = ""
  private var hasWarned = false
  /// What is wrong with the file as it was found, if anything.
  let warning: String?

  /// Creates a keeper with the entries of a file, if there is a place for one.
  init(path: String?) {
    file = path.map(HistoryFile.init)
    let content = file?.load() ?? HistoryFile.Content()
    history = History(content.entries)
    let lines = content.damaged == 1 ? "a line" : "\(content.damaged) lines"
    warning =
      if let path, let trouble = content.trouble {
        "warning: what was typed before cannot be read from '\(path)': \(trouble)"
      } else if let path, content.damaged > 0 {
        "warning: \(lines) of '\(path)' cannot be read, and left alone"
      } else {
        nil
      }
  }

  /// Keeps an entry, here and in the file; returns what is to be said where the file cannot have it, once.
  func add(_ entry: String) -> String? {
    guard history.add(entry), let reason = file?.append(entry), !hasWarned else { return nil }
    hasWarned = true
    return "warning: what you type is not kept: \(reason)"
  }

  /// Has a person change the last entry that is no command to do so; returns what is to be said.
  func editLast() -> String? {
    guard let last = history.entries.last(where: { $0 != "edit" }) else {
      return "there is nothing to edit yet"
    }
    do throws(ExternalEditor.Failure) {
      prefill = try ExternalEditor.edit(last, with: editor)
      return nil
    } catch {
      switch error {
      case .editor: return "the editor failed"
      case .file(let trouble): return "the file for the editor failed: \(trouble)"
      }
    }
  }

  private var editor: String {
    Platform.environment("VISUAL") ?? Platform.environment("EDITOR") ?? "vi"
  }

  /// Returns what the next prompt begins with, once.
  func takePrefill() -> String {
    defer { prefill = "" }
    return prefill
  }
}
