import Report
package import RetryLanguage

// Where recordings lie, and which of them goes with a text.

extension Recording {
  /// The path of the recording beside a scenario.
  package static func path(of scenario: String) -> String { stem(of: scenario) + ".recording" }

  /// The path at which the recording of a scenario lies while both are being saved.
  ///
  /// They are two files, and a program can be killed between them. So the new recording is first written here,
  /// with the digest of the text that it belongs to: who finds that text, whenever that is, finds its recording.
  package static func savingPath(of scenario: String) -> String {
    let stem = stem(of: scenario)
    let name = stem.utf8.lastIndex(of: UInt8(ascii: "/")).map { stem.utf8.index(after: $0) }
    let start = name ?? stem.startIndex
    return "\(stem[..<start]).\(stem[start...]).retrylab-saving"
  }

  private static func stem(of scenario: String) -> String {
    scenario.hasSuffix(".retry") ? String(scenario.dropLast(".retry".count)) : scenario
  }

  /// The recording as it is written while it and its scenario are being saved.
  func savingText(of scenario: String) -> String {
    Self.savingHead(of: scenario) + text
  }

  private static func savingHead(of scenario: String) -> String {
    let head: JSONValue = ["kind": "saving", "scenario": .string(Digest.of([scenario]))]
    return head.text + "\n"
  }

  /// What there is of the recording of a scenario.
  package struct Kept {
    /// What the file holds; absent where there is none.
    package let content: FileContent
    /// Whether a save was interrupted, after which the text was changed or never written.
    let isInterrupted: Bool

    /// Takes what a file holds.
    package init(_ content: FileContent = .absent, isInterrupted: Bool = false) {
      self.content = content
      self.isInterrupted = isInterrupted
    }
  }

  /// Finds the recording of a scenario with some text.
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

  /// The advice for a difference after an interrupted save.
  static func mend(of path: String) -> String {
    "its last save was interrupted; 'retrylab replay --update \(path)' records it again"
  }
}

// MARK: - How long they may be

extension Recording {
  /// The most bytes of a recording that are written, and read.
  package static let longest = 256_000_000

  /// Returns why a recording of this size is not written, if so.
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
