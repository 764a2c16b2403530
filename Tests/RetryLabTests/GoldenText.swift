import Foundation

/// Texts that are kept whole; with `RECORD_GOLDEN=1` in the environment they are written anew.
enum GoldenText {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  /// Returns the text that is kept under a name, or keeps this one.
  static func kept(_ name: String, now text: String) throws -> String {
    let url = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    return try String(contentsOf: url, encoding: .utf8)
  }

  /// Whether a program that a test needs is installed.
  static func isInstalled(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }
}
