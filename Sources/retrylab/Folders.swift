/// The paths of the user's RetryLab files, following the XDG conventions.
enum Folders {
  /// The history file.
  static var history: String? { path("XDG_STATE_HOME", ".local/state", "history.jsonl") }

  /// The file with the progress in the lessons.
  static var lessons: String? { path("XDG_STATE_HOME", ".local/state", "lessons.json") }

  /// The file that runs before the first prompt.
  static var initFile: String? { path("XDG_CONFIG_HOME", ".config", "init.retry") }

  /// Returns the path of a file; a folder in the environment must be absolute.
  private static func path(_ variable: String, _ usual: String, _ name: String) -> String? {
    let given = Platform.environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = Platform.environment("HOME").map { "\($0)/\(usual)" }
    return (given ?? home).map { "\($0)/retrylab/\(name)" }
  }
}
