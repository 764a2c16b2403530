import Report
import RetryLanguage
import Synchronization

/// The files that a client without folders has given, before those of the host.
final class GivenFiles: Sendable {
  private let texts = Mutex<[String: String]>([:])
  private let other: @Sendable (String) -> FileContent

  /// The name of the progress of lessons.
  private static let progress = "progress.json"

  init(orElse other: @escaping @Sendable (String) -> FileContent) { self.other = other }

  /// How many files are kept.
  private static let most = 1000

  subscript(name: String) -> String? { texts.withLock { $0[name] } }

  /// Takes a file, in place of another of its name; returns whether there is room for it.
  func take(_ text: String, as name: String) -> Bool {
    texts.withLock { texts in
      guard texts[name] != nil || texts.count < Self.most else { return false }
      texts[name] = text
      return true
    }
  }

  func content(of name: String) -> FileContent { self[name].map { .text($0) } ?? other(name) }

  /// Makes a terminal read what was given, and tell what it writes.
  func replaceFolders(
    of terminal: inout TerminalHooks, telling tell: @escaping (JSONValue) -> Void
  ) {
    terminal.save = { name, text, _ in
      guard !name.lowercased().hasSuffix(".png") else {
        return .failed("a page cannot write PNG; export an .svg")
      }
      // The mark of a save that is not over would stay.
      if !name.hasSuffix(".retrylab-saving") { tell(JSONForms.file.json(of: (name, text, false))) }
      return .saved
    }
    terminal.remove = { _ in nil }
    terminal.read = { self[$0] }
    // What is written replaces nothing there.
    terminal.isThere = { _ in false }
    terminal.lessonStore.kept = { self[Self.progress].map { .text($0) } ?? .absent }
    // What was given counts, so that a text that runs again finds the lesson where it was.
    terminal.lessonStore.keep = { text in
      tell(JSONForms.file.json(of: (Self.progress, text, true)))
      return nil
    }
  }
}
