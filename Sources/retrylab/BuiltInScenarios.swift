import CScenarios
import RetryLanguage

/// The scenarios that are part of the program: lessons, systems, studies and the tour.
enum BuiltInScenarios {
  /// The paths and texts, in order; read when first asked for.
  private static let all: [(path: String, text: String)] = {
    var found: [(path: String, text: String)] = []
    while case let scenario = scenarioAt(found.count), let path = scenario.path {
      let bytes = UnsafeBufferPointer(start: scenario.bytes, count: scenario.count)
      found.append((String(cString: path), String(decoding: bytes, as: UTF8.self)))
    }
    return found
  }()

  /// Returns the scenarios in a file or a folder, or else those of the program with this path.
  static func paths(at root: String) throws(Platform.FolderError) -> [String] {
    let builtIn = paths(below: root)
    return Platform.isThere(root) || builtIn.isEmpty ? try Platform.scenarios(in: root) : builtIn
  }

  /// The paths of a scenario, or of those in a folder, in order.
  static func paths(below root: String) -> [String] {
    let root = root.withoutEndingSlash
    return all.map(\.path).filter { $0 == root || $0.hasPrefix(root + "/") }
  }

  /// The paths that begin with a text, in order.
  static func paths(beginningWith begun: String) -> [String] {
    all.map(\.path).filter { $0.hasPrefix(begun) }
  }

  static func content(of path: String, orElse file: FileContent) -> FileContent {
    guard case .absent = file else { return file }
    return all.first { $0.path == path }.map { .text($0.text) } ?? .absent
  }

  static func recording(of path: String) -> FileContent {
    guard let place = all.firstIndex(where: { $0.path == path }) else { return .absent }
    let found = recordingAt(place)
    let bytes = UnsafeBufferPointer(start: found.bytes, count: found.count)
    return .text(String(decoding: bytes, as: UTF8.self))
  }
}
