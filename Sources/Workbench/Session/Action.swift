import RetryLanguage

/// A checked statement with evaluated values, ready to run.
enum Action {
  case define(String, Definition)
  case show(Definition)
  case narrate(String)
  case command(CommandCall)
  /// A statement that depends on future results; it is evaluated when it runs.
  case later(Statement)

  var isNarration: Bool {
    switch self {
    case .narrate, .later(.narration): true
    default: false
    }
  }
}
