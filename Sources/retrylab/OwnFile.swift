/// A file that belongs to the user, in a folder that follows the XDG conventions.
enum OwnFile: CaseIterable {
  case history, lessons, initFile

  var meaning: String {
    switch self {
    case .history: "The entries of earlier sessions."
    case .lessons: "How far you are in each lesson."
    case .initFile: "What runs before the first prompt, unless \(Option.noInit.name) is given."
    }
  }

  /// Its path, unless the environment names no folder for it; a folder there must be absolute.
  var path: String? {
    let given = Platform.environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = Platform.environment(.home).map { "\($0)/\(usualFolder)" }
    return (given ?? home).map { "\($0)/\(name)" }
  }

  /// Its path with the variables of the environment, as a manual tells it.
  var shown: String { "${\(variable.rawValue):-~/\(usualFolder)}/\(name)" }

  private var variable: Variable {
    switch self {
    case .history, .lessons: .stateHome
    case .initFile: .configurationHome
    }
  }

  /// The folder in the home folder where it lies otherwise.
  private var usualFolder: String {
    switch self {
    case .history, .lessons: ".local/state"
    case .initFile: ".config"
    }
  }

  private var name: String {
    switch self {
    case .history: "retrylab/history.jsonl"
    case .lessons: "retrylab/lessons.json"
    case .initFile: "retrylab/init.retry"
    }
  }
}
