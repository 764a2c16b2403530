import LineEditor
import Workbench

/// Completes the commands at the beginning of a line.
enum CommandCompletion {
  /// Returns what could stand before the cursor.
  static func completion(of text: String, at cursor: String.Index) -> Completion {
    let head = text[..<cursor]
    let word = head[(head.lastIndex(of: "\n").map { head.index(after: $0) } ?? head.startIndex)...]
      .drop { $0 == " " }
    guard word.allSatisfy(\.isLetter) else { return .none }
    let fitting = Command.all.filter { $0.name.hasPrefix(word) }
    return Completion(
      replacing: word.count,
      fitting.map { .init($0.name, suffix: " ", summary: $0.summary) })
  }
}
