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
