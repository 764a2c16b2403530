import BuiltInScenarios
import RetryLanguage
import Workbench

/// A folder of scenarios that are checked in shards.
struct ScenarioFolder {
  let path: String
  /// The paths of the scenarios, in order.
  let paths: [String]

  /// Reads a folder; `nil` if the path is that of a file.
  init?(at path: String) throws(Ending) {
    self.path = path
    do throws(Platform.FolderError) {
      paths = try BuiltInScenarios.paths(at: path)
    } catch {
      throw Ending(code: Platform.unreadable(error.path, error.reason))
    }
    if paths == [path] { return nil }
    guard !paths.isEmpty else { throw Ending("no scenarios in '\(path.sanitized)'", .noSuchFile) }
  }

  /// What the parts of the checks have in common.
  func origin(shards: Int) -> Part.Origin {
    let contents = paths.map { path in
      BuiltInScenarios.content(of: path, orElse: Platform.content(ofFile: path)).text ?? ""
    }
    return Part.Origin(
      checking: path, zip(paths, contents).flatMap { [$0, $1] }, shards: shards)
  }
}
