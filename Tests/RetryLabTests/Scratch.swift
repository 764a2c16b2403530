import Foundation
import Glibc

/// Folders for what the tests write, which are all gone when the tests have ended.
enum Scratch {
  private static let root: URL = {
    let name = "retrylab-tests-\(getpid())-\(UUID())"
    let root = FileManager.default.temporaryDirectory.appending(path: name)
    atexit { try? FileManager.default.removeItem(at: Scratch.root) }
    return root
  }()

  /// Makes a fresh folder.
  static func folder() throws -> URL {
    let folder = root.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
