import BuiltInScenarios

extension BuiltInScenarios {
  /// Returns the scenarios in a file or a folder, or else those of the program with this path.
  static func paths(at root: String) throws(Platform.FolderError) -> [String] {
    let builtIn = paths(below: root)
    return Platform.isThere(root) || builtIn.isEmpty ? try Platform.scenarios(in: root) : builtIn
  }
}
