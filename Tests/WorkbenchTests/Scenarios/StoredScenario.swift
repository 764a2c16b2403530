import Foundation
import Workbench

/// A scenario of the package, with the recording beside it.
///
/// With `RECORD_GOLDEN=1` in the environment recordings are written anew.
struct StoredScenario: Sendable, CustomStringConvertible {
  let path: String

  var description: String { path }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scenarios")

  /// Every scenario, in order.
  static let all: [StoredScenario] = {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".retry") }.sorted().map(StoredScenario.init)
  }()

  private var url: URL { Self.folder.appending(path: path) }
  private var place: URL { Self.folder.appending(path: Recording.path(of: path)) }

  /// The text that is run.
  func text() throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }

  /// The scenario, to be run.
  func scenario() throws -> Scenario {
    Scenario(path: path, text: try text(), host: .test)
  }

  /// The recording, if there is one.
  var recording: String? {
    try? String(contentsOf: place, encoding: .utf8)
  }

  /// Writes the recording.
  func record() throws {
    try Recording(try scenario().perform()).text.write(to: place, atomically: true, encoding: .utf8)
  }
}
