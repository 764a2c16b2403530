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

  /// Has a person change the last entry that is no command to do so; tells whether there is one.
  func editLast() -> Bool {
    guard let last = history.entries.last(where: { $0 != "edit" }) else { return false }
    prefill = ExternalEditor.edit(last) ?? ""
    return true
  }

  /// Returns what the next prompt begins with, once.
  func takePrefill() -> String {
    defer { prefill = "" }
    return prefill
  }
}
