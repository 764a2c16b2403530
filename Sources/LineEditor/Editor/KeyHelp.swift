/// What a person reads about a key.
package struct KeyHelp {
  /// The keys with the same effect, by the names on a keyboard.
  package let keys: [String]
  /// What they do, as the end of a sentence.
  package let action: String

  /// Every key that does something, in the order of the commands.
  package static var all: [KeyHelp] {
    let own = EditorCommand.allCases.map { ($0.action, $0.fixedKeys + $0.keys) }
    let others = LibeditCommand.allCases.map { ($0.action, $0.keys) }
    return (own + others).compactMap { action, keys in
      guard let action else { return nil }
      var seen: Set<String> = []
      return KeyHelp(keys: keys.map(name).filter { seen.insert($0).inserted }, action: action)
    }
  }

  /// Returns the name of a key in the syntax of `bind`.
  private static func name(of keys: String) -> String {
    if let name = names[keys] { return name }
    if keys.hasPrefix("\\e[1;"), let arrow = names["\\e[\(keys.suffix(1))"] {
      return (keys.hasPrefix("\\e[1;3") ? "Alt-" : "Ctrl-") + arrow
    }
    if keys.hasPrefix("\\eO") { return name(of: "\\e[\(keys.dropFirst(3))") }
    if keys.hasPrefix("\\e") { return "Esc " + name(of: String(keys.dropFirst(2))) }
    return keys.hasPrefix("^")
      ? keys.split(separator: "^").map { "Ctrl-\($0)" }.joined(separator: " ") : keys
  }

  private static let names = [
    "^M": "Enter", "^I": "Tab", "^?": "Backspace", "\\e[A": "Up", "\\e[B": "Down",
    "\\e[C": "Right", "\\e[D": "Left", "\\e[H": "Home", "\\e[1~": "Home", "\\e[7~": "Home",
    "\\e[F": "End", "\\e[4~": "End", "\\e[8~": "End", "\\e[3~": "Delete", "\\e[5~": "Page Up",
    "\\e[6~": "Page Down",
  ]
}

extension EditorCommand {
  /// What it does; nothing if no key on a keyboard is for it.
  fileprivate var action: String? {
    switch self {
    case .enter: "run the entry; if a bracket is open, continue on a new, indented line"
    case .newline: "start a new line"
    case .left: "move one character to the left"
    case .right:
      """
      move one character to the right; at the end of the entry, take the rest of the newest entry that \
      begins alike, which is shown in grey
      """
    case .up: "move up; from the first line, recall earlier entries that start with what you typed"
    case .down: "move down; from the last line, go back to later entries"
    case .deleteBackward: "delete the character before the cursor"
    case .deleteForward: "delete the character at the cursor"
    case .lineStart: "move to the start of the line"
    case .lineEnd: "move to the end of the line"
    case .entryStart: "move to the start of the entry"
    case .entryEnd: "move to the end of the entry"
    case .killToEnd: "cut the rest of the line"
    case .killToStart: "cut the line before the cursor"
    case .close: "insert the bracket, and align its line with the opening one"
    case .searchBack: "search backward as you type; Ctrl-G cancels"
    case .recallBack: "recall an earlier entry that starts with the text before the cursor"
    case .recallForward: "recall a later entry that starts with the text before the cursor"
    case .undo: "take the last change back"
    case .redo: "make the last change again that was taken back"
    case .complete: "complete; press again to list the choices, and again for more of them"
    case .interrupt:
      "clear the entry, which Up brings back, or stop a run and show its partial results"
    case .endOfInput: "leave, if the entry is empty"
    case .suspend: "suspend the program"
    case .clearScreen: "clear the screen"
    case .paste, .viPaste, .moveToMark, .mark, .kill, .viAdd: nil
    }
  }
}

extension LibeditCommand {
  /// What it does; nothing for keys that are ignored.
  fileprivate var action: String? {
    switch self {
    case .wordRight: "move one word to the right"
    case .wordLeft: "move one word to the left"
    case .deleteWord: "cut the word before the cursor"
    case .yank: "insert what was cut last"
    case .transpose: "exchange the character before the cursor with the one at it"
    case .quote: "insert the next key as it is"
    case .ignore: nil
    }
  }
}
