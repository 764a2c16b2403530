import Report
package import RetryLanguage
import RetryNumerics
import Simulation

// The locations of recordings, and the recording that belongs to a text.

extension Recording {
  /// Returns the path of the recording beside a scenario.
  package static func path(of scenario: String) -> String { stem(of: scenario) + ".recording" }

  /// Returns the path of the recording while it and its scenario are being saved.
  ///
  /// The program may be killed between writing the two files. Therefore the new recording is first written here,
  /// with the digest of the scenario text that it belongs to, so that it can still be found for that text.
  package static func savingPath(of scenario: String) -> String {
    let stem = stem(of: scenario)
    let name = stem.utf8.lastIndex(of: UInt8(ascii: "/")).map { stem.utf8.index(after: $0) }
    let start = name ?? stem.startIndex
    return "\(stem[..<start]).\(stem[start...]).retrylab-saving"
  }

  private static func stem(of scenario: String) -> String {
    scenario.hasSuffix(".retry") ? String(scenario.dropLast(".retry".count)) : scenario
  }

  /// Returns the contents of the recording file while it and its scenario are being saved.
  func savingText(of scenario: String) -> String {
    Self.savingHead(of: scenario) + text
  }

  private static func savingHead(of scenario: String) -> String {
    let head: JSONValue = ["kind": "saving", "scenario": .string(Digest.of([scenario]))]
    return head.text + "\n"
  }

  /// The stored recording of a scenario.
  package struct Kept {
    /// The contents of the file.
    package let content: FileContent
    /// Whether a save was interrupted, and the text was changed since or never written.
    let isInterrupted: Bool

    /// Creates a recording from the contents of a file.
    package init(_ content: FileContent = .absent, isInterrupted: Bool = false) {
      self.content = content
      self.isInterrupted = isInterrupted
    }
  }

  /// Returns the recording of a scenario with a given text.
  package static func kept(
    beside path: String, with text: String, in file: (String) -> FileContent
  ) -> Kept {
    let saving = file(savingPath(of: path))
    if case .unreadable = saving { return Kept(saving) }
    let head = savingHead(of: text)
    if let saved = saving.text, saved.hasPrefix(head) {
      return Kept(.text(String(saved.dropFirst(head.count))))
    }
    return Kept(file(self.path(of: path)), isInterrupted: saving.text != nil)
  }

  /// Returns the recording of a scenario that a save has not yet moved to its place, because it was interrupted.
  static func unfinished(
    beside path: String, in file: (String) -> FileContent, recordings: (String) -> FileContent
  ) -> String? {
    guard let text = file(path).text, let saved = recordings(savingPath(of: path)).text else {
      return nil
    }
    let head = savingHead(of: text)
    return saved.hasPrefix(head) ? String(saved.dropFirst(head.count)) : nil
  }

  /// Returns advice for a difference after an interrupted save.
  static func fixIt(of path: String) -> String {
    "its last save was interrupted; 'retrylab replay --update \(path)' records it again"
  }
}

// MARK: - Size limits

extension Recording {
  /// The maximum size of a recording in bytes.
  package static let longest = 256_000_000

  /// Returns why a recording of this size cannot be written, if so.
  package static func refusal(bytes: Int) -> String? {
    bytes > longest
      ? "it would be \(megabytes(bytes)), and the limit is \(megabytes(longest))"
      : nil
  }

  /// Returns a note on a large recording.
  package static func note(on path: String, bytes: Int) -> String? {
    bytes > 1_000_000
      ? "note: '\(path.sanitized)' is \(megabytes(bytes)) long; fewer or shorter runs reduce it"
      : nil
  }

  private static func megabytes(_ bytes: Int) -> String {
    "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB"
  }
}
