import RetryLanguage

/// A prediction beside what came of it, as the file of an answer keeps it for the class.
struct KeptGuess: Hashable, Sendable {
  /// What was asked for, such as `success of hasty`.
  let subject: String
  let said: String
  let found: String

  private static let start = "// guessed "
  private static let middle = ", it was "
  /// The most in a file, and the most letters of each part: the program writes fewer, but anybody can write a comment.
  private static let (most, longest) = (50, 100)

  /// The line in a file.
  var comment: String { "\(Self.start)\(subject): \(said)\(Self.middle)\(found)" }

  /// Returns those in a file, each subject once: the first counts, before the person knew.
  static func all(in text: String) -> [KeptGuess] {
    var seen: Set<String> = []
    var guesses: [KeptGuess] = []
    for line in text.split(whereSeparator: \.isNewline) where guesses.count < most {
      guard let guess = KeptGuess(line: line), seen.insert(guess.subject).inserted else { continue }
      guesses.append(guess)
    }
    return guesses
  }

  private init?(line: Substring) {
    guard line.hasPrefix(Self.start) else { return nil }
    let parts = line.dropFirst(Self.start.count).split(separator: Self.middle)
    guard parts.count == 2, let colon = parts[0].lastIndex(of: ":") else { return nil }
    (subject, found) = (String(parts[0][..<colon]).sanitized, String(parts[1]).sanitized)
    said = String(parts[0][colon...].dropFirst(2)).sanitized
    guard [subject, said, found].allSatisfy({ !$0.isEmpty && $0.count <= Self.longest }) else {
      return nil
    }
  }

  init(subject: String, said: String, found: String) {
    (self.subject, self.said, self.found) = (subject, said, found)
  }
}
