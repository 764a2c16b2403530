/// A command that replaces or extends those of libedit.
///
/// The raw value is the internal key of the command: a control character that no
/// keyboard sends.
enum EditorCommand: UInt8, CaseIterable {
  case enter = 0x80
  case newline, left, right, up, down, deleteBackward, deleteForward
  case lineStart, lineEnd, entryStart, entryEnd, killToEnd, killToStart, close
  case searchBack, recallBack, recallForward, complete, undo, redo
  case interrupt, endOfInput, suspend, clearScreen, paste, viPaste
  // Internal only.
  case moveToMark, mark, kill, viAdd
}

extension EditorCommand {
  /// Its name in `.editrc`.
  var name: String {
    switch self {
    case .mark: "em-set-mark"
    case .kill: "em-kill-region"
    case .viAdd: "vi-add"
    default: "retrylab-\(Self.hyphenated("\(self)"))"
    }
  }

  private static func hyphenated(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  var isBuiltIn: Bool { [.mark, .kill, .viAdd].contains(self) }

  /// The internal key as libedit reads it.
  var scalar: Unicode.Scalar { Unicode.Scalar(rawValue) }

  /// The internal key in the syntax of `bind`.
  var key: String { "\\" + String(rawValue, radix: 8) }
}

// MARK: - Keys

extension EditorCommand {
  /// Its default keys in the syntax of `bind`.
  var keys: [String] {
    switch self {
    case .newline: ["\\e^M", "\\e^J"]
    case .left: ["\\e[D", "\\eOD", "^B"]
    case .right: ["\\e[C", "\\eOC", "^F"]
    case .up: ["\\e[A", "\\eOA", "^P"]
    case .down: ["\\e[B", "\\eOB", "^N"]
    case .deleteBackward: ["^?", "^H"]
    case .deleteForward: ["\\e[3~"]
    case .lineStart: ["^A", "\\e[H", "\\eOH", "\\e[1~", "\\e[7~"]
    case .lineEnd: ["^E", "\\e[F", "\\eOF", "\\e[4~", "\\e[8~"]
    case .entryStart: ["\\e<", "\\e[1;5H"]
    case .entryEnd: ["\\e>", "\\e[1;5F"]
    case .killToEnd: ["^K"]
    case .killToStart: ["^U"]
    case .close: [")", "]", "}"]
    case .searchBack: ["^R"]
    case .recallBack: ["\\e[5~"]
    case .recallForward: ["\\e[6~"]
    case .clearScreen: ["^L"]
    case .undo: ["^_", "^X^U"]
    case .redo: ["\\e/"]
    default: []
    }
  }

  /// The keys that `.editrc` cannot change.
  var fixedKeys: [String] {
    switch self {
    case .enter: ["^M", "^J"]
    case .complete: ["^I"]
    case .interrupt: ["^C"]
    case .endOfInput: ["^D"]
    case .suspend: ["^Z"]
    case .paste: [Self.pasteKeys]
    default: []
    }
  }

  /// The sequence that terminals send before pasted text.
  private static let pasteKeys = "\\e[200~"

  /// Its keys in the command mode of vi.
  ///
  /// There, Escape ends insertion, and the following key is bound in the command map.
  var viKeys: [String] {
    if self == .viPaste { return [String(Self.pasteKeys.dropFirst(2))] }
    let letters: [String] = self == .up ? ["k"] : self == .down ? ["j"] : []
    return letters
      + keys.filter { $0.hasPrefix("\\e[") || $0.hasPrefix("\\eO") }
      .map { String($0.dropFirst(2)) }
  }
}
