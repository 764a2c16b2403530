import Files
import Foundation
import Glibc
import Testing

@Suite("Files that are read")
final class PlainFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @Test("what is not there is told from what cannot be read, and nothing is waited for")
  func troubles() throws {
    let place = { (name: String) in "\(self.folder.path)/\(name)" }
    try Data("text".utf8).write(to: folder.appending(path: "file"))
    #expect(mkfifo(place("pipe"), 0o600) == 0)
    for (name, target) in [("lost", "nowhere"), ("device", "/dev/zero"), ("ring", "ring")] {
      #expect(symlink(target, place(name)) == 0)
    }
    let table: [(name: String, trouble: FileTrouble)] = [
      ("none", .system(ENOENT)), ("file/x", .system(ENOTDIR)), ("", .system(EISDIR)),
      ("pipe", .notPlain), ("device", .notPlain), ("lost", .leadsNowhere),
      ("ring", .system(ELOOP)), ("file\u{0}x", .impossibleName),
    ]
    for row in table {
      #expect(throws: row.trouble) { try PlainFile.read(place(row.name)) }
      #expect(row.trouble.isAbsence == ["none", "file/x"].contains(row.name))
    }
    #expect(try PlainFile.read(place("file")) == Array("text".utf8))
  }

  @Test("a file that is too long is refused before it is read")
  func length() throws {
    let path = folder.appending(path: "file").path
    try Data("12345678".utf8).write(to: URL(filePath: path))
    #expect(try PlainFile.read(path, atMost: 8).count == 8)
    #expect(throws: FileTrouble.tooLong(limit: 7)) { try PlainFile.read(path, atMost: 7) }
    // A file with a hole would fill the memory if it were read.
    #expect(truncate(path, 1 << 40) == 0)
    #expect(throws: FileTrouble.tooLong(limit: 8)) { try PlainFile.read(path, atMost: 8) }
    let pipe = open("/dev/zero", O_RDONLY)
    defer { close(pipe) }
    #expect(throws: FileTrouble.tooLong(limit: 9)) { try Descriptor.readAll(pipe, atMost: 9) }
  }
}
