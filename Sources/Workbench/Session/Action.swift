import RetryLanguage

/// Something that a session is to do, checked and with its values worked out.
enum Action {
  case define(String, Definition)
  case show(Definition)
  case narrate(String)
  case command(CommandCall)
  /// A statement on results that are not there yet; it is worked out when its turn comes.
  case later(Statement)

  /// Whether it only tells the reader something.
  var isNarration: Bool {
    switch self {
    case .narrate, .later(.narration): true
    default: false
    }
  }
}

/// A command with the values that it was given.
struct CommandCall {
  let command: Command
  let subjects: [Definition]
  /// The expressions of the subjects, for commands that look at how they are written.
  let expressions: [Expression]
  let words: [Expression.Name]
  /// The words as they were typed.
  let wordsText: String
  let options: [String: Definition]
  /// The values behind the keys, as they are written.
  let optionExpressions: [String: Expression]
  let range: Range<Int>
  /// What was passed over, such as schedulers.
  let passedOver: [String]
}
