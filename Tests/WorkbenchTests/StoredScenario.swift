import Foundation
import Workbench

/// A scenario of the package, and the recording beside it of what it prints.
///
/// With `RECORD_GOLDEN=1` in the environment recordings are written anew.
struct Scenario: Sendable, CustomStringConvertible {
  let path: String

  var description: String { path }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scenarios")

  /// Every scenario, in order.
  static let all: [Scenario] = {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".retry") }.sorted().map(Scenario.init)
  }()

  private var url: URL { Self.folder.appending(path: path) }
  private var recording: URL { url.deletingPathExtension().appendingPathExtension("out") }

  /// The text that is run.
  func text() throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }

  /// What it must print; nothing where it has no recording.
  var recorded: String? {
    try? String(contentsOf: recording, encoding: .utf8)
  }

  /// Runs it, and returns what it printed and how the session stood then.
  func play() throws -> (printed: String, status: Status) {
    var printed = ""
    var session = Session(outside: .test) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): printed += text + "\n"
      }
    }
    let status = session.run(try text())
    return (printed, status)
  }

  /// Writes what it prints beside it.
  func record() throws {
    try play().printed.write(to: recording, atomically: true, encoding: .utf8)
  }
}
