/// A command of libedit that is rebound to the usual keys.
enum LibeditCommand: String, CaseIterable {
  case wordRight = "em-next-word"
  case wordLeft = "ed-prev-word"
  case deleteWord = "ed-delete-prev-word"
  case yank = "em-yank"
  case transpose = "ed-transpose-chars"
  case quote = "ed-quoted-insert"
  case ignore = "ed-ignore"

  /// Its keys in the syntax of `bind`.
  var keys: [String] {
    switch self {
    case .wordRight: ["\\e[1;5C", "\\e[1;3C"]
    case .wordLeft: ["\\e[1;5D", "\\e[1;3D"]
    case .deleteWord: ["^W", "\\e^?"]
    case .yank: ["^Y"]
    case .transpose: ["^T"]
    case .quote: ["^V", "^Q"]
    case .ignore: ["\\e[2~", "^S", "^G", "^O", "\\034"]
    }
  }
}
