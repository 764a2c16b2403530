import CScenarios
package import RetryLanguage

/// The scenarios that are part of the program: lessons, systems, studies and the tour.
package enum BuiltInScenarios {
  /// The paths and texts, in order; read when first asked for.
  private static let all: [(path: String, text: String)] = {
    var found: [(path: String, text: String)] = []
    while case let scenario = scenarioAt(found.count), let path = scenario.path {
      let bytes = UnsafeBufferPointer(start: scenario.bytes, count: scenario.count)
      found.append((String(cString: path), String(decoding: bytes, as: UTF8.self)))
    }
    return found
  }()

  /// The paths of a scenario, or of those in a folder, in order.
  package static func paths(below root: String) -> [String] {
    let root = root.hasSuffix("/") ? String(root.dropLast()) : root
    return all.map(\.path).filter { $0 == root || $0.hasPrefix(root + "/") }
  }

  /// The paths that begin with a text, in order.
  package static func paths(beginningWith begun: String) -> [String] {
    all.map(\.path).filter { $0.hasPrefix(begun) }
  }

  package static func content(of path: String, orElse file: FileContent) -> FileContent {
    guard case .absent = file else { return file }
    return all.first { $0.path == path }.map { .text($0.text) } ?? .absent
  }

  /// Returns the recording of a scenario with a path.
  package static func recording(of path: String) -> FileContent {
    guard let place = all.firstIndex(where: { $0.path == path }) else { return .absent }
    let found = recordingAt(place)
    let bytes = UnsafeBufferPointer(start: found.bytes, count: found.count)
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the recording that has a path itself.
  package static func recording(at path: String) -> FileContent {
    path.hasSuffix(".recording") ? recording(of: path.dropLast(9) + "retry") : .absent
  }
}
