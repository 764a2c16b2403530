import RetryLanguage

/// A prediction beside what came of it, as the file of an answer keeps it for the class.
struct KeptGuess: Hashable, Sendable {
  /// What was asked for, such as `success of hasty`.
  let subject: String
  let said: String
  let found: String

  private static let start = "// guessed "
  private static let middle = ", it was "

  /// The line in a file.
  var comment: String { "\(Self.start)\(subject): \(said)\(Self.middle)\(found)" }

  /// Returns those in a file, each subject once: the first counts, before the person knew.
  static func all(in text: String) -> [KeptGuess] {
    var seen: Set<String> = []
    return text.split(whereSeparator: \.isNewline).compactMap { KeptGuess(line: $0) }
      .filter { seen.insert($0.subject).inserted }
  }

  private init?(line: Substring) {
    guard line.hasPrefix(Self.start) else { return nil }
    let parts = line.dropFirst(Self.start.count).split(separator: Self.middle)
    guard parts.count == 2, let colon = parts[0].lastIndex(of: ":") else { return nil }
    (subject, found) = (String(parts[0][..<colon]).sanitized, String(parts[1]).sanitized)
    said = String(parts[0][colon...].dropFirst(2)).sanitized
  }

  init(subject: String, said: String, found: String) {
    (self.subject, self.said, self.found) = (subject, said, found)
  }
}
