import Files
import Foundation
import Testing

@Suite("Folders of a user")
final class OwnFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @Test("a missing folder is created privately, without the file")
  func missing() throws {
    let file = folder.appending(path: "a/b/file")
    for _ in 0..<2 { try OwnFolder.make(for: file.path) }
    for path in ["", "a", "a/b"] {
      let place = folder.appending(path: path).path
      let mode = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? Int
      #expect(mode == 0o700)
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test("a folder can be created concurrently")
  func together() {
    for round in 0..<50 {
      let path = folder.appending(path: "\(round)/b/c/d/file").path
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        #expect(throws: Never.self) { try OwnFolder.make(for: path) }
      }
    }
  }
}
