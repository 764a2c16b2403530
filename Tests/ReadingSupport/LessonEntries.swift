/// What the author of a lesson wrote behind a word at the start of a line.
package enum LessonEntries {
  /// Returns the entries of a word, such as `solution`, with the lines that go on with them, but without their reasons.
  package static func all(_ word: String, in text: String) -> [String] {
    var found: [String] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(word + " ") {
        found.append(String(line.dropFirst(word.count + 1)))
        isOpen = true
      } else if isOpen, line.hasPrefix(" ") || line.hasPrefix("}") {
        found[found.count - 1] += "\n\(line)"
      } else {
        isOpen = false
      }
    }
    return found.map { entry in
      ["\n  because \"", " because \""].reduce(entry) { rest, mark in
        rest.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false).first
          .map(String.init) ?? rest
      }
    }
  }
}
