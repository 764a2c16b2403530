import LineEditor

/// Keeps what was typed, and what the next prompt begins with.
final class EntryKeeper {
  private let file: HistoryFile?
  private(set) var history: History
  private var prefill = ""

  /// Creates a keeper with the entries of a file, if there is a place for one.
  init(path: String?) {
    file = path.map(HistoryFile.init)
    history = History(file?.load() ?? [])
  }

  /// Keeps an entry, here and in the file.
  func add(_ entry: String) {
    if history.add(entry) { file?.append(entry) }
  }

  /// Has a person change the last entry that is no command to do so; returns what is to be said.
  func editLast() -> String? {
    guard let last = history.entries.last(where: { $0 != "edit" }) else {
      return "there is nothing to edit yet"
    }
    guard let changed = ExternalEditor.edit(last, with: editor) else { return "the editor failed" }
    prefill = changed
    return nil
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
