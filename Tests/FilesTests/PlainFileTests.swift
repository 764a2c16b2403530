import Files
import Foundation
import Glibc
import Testing

@Suite("Reading files")
final class PlainFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @Test("missing files differ from unreadable ones, and no read blocks")
  func errors() throws {
    let place = { (name: String) in "\(self.folder.path)/\(name)" }
    try Data("text".utf8).write(to: folder.appending(path: "file"))
    #expect(mkfifo(place("pipe"), 0o600) == 0)
    for (name, target) in [("lost", "nowhere"), ("device", "/dev/zero"), ("ring", "ring")] {
      #expect(symlink(target, place(name)) == 0)
    }
    let table: [(name: String, error: FileError)] = [
      ("none", .system(ENOENT)), ("file/x", .system(ENOTDIR)), ("", .system(EISDIR)),
      ("pipe", .notPlain), ("device", .notPlain), ("lost", .leadsNowhere),
      ("ring", .system(ELOOP)), ("file\u{0}x", .impossibleName),
    ]
    for row in table {
      #expect(throws: row.error) { try PlainFile.read(place(row.name)) }
      #expect(row.error.isAbsence == ["none", "file/x"].contains(row.name))
    }
    #expect(try PlainFile.read(place("file")) == Array("text".utf8))
  }

  @Test("late data is awaited, also on a non-blocking descriptor")
  func late() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { close(ends[0]) }
    let sink = ends[1]
    DispatchQueue.global().async {
      _ = write(sink, "late", 4)
      close(sink)
    }
    #expect(try Descriptor.readAll(ends[0], atMost: 9).elementsEqual("late".utf8))
  }

  @Test("partial writes stay in order, and wait while a pipe is full")
  func pieces() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let (source, sink) = (ends[0], ends[1])
    DispatchQueue.global().async {
      try? Descriptor.writeAll(bytes, to: sink)
      close(sink)
    }
    defer { close(source) }
    #expect(try Descriptor.readAll(source) == bytes)
  }

  @Test("a folder that cannot be created is reported, and an existing one is unchanged")
  func folders() throws {
    try Data("text".utf8).write(to: folder.appending(path: "file"))
    #expect(throws: FileError.system(ENOTDIR)) {
      try OwnFolder.make(for: "\(folder.path)/file/a/b")
    }
    try OwnFolder.make(for: "\(folder.path)/a/b/c")
    try OwnFolder.make(for: "\(folder.path)/a/b/c")
    var status = stat()
    #expect(stat("\(folder.path)/a/b", &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat("\(folder.path)/a/b/c", &status) != 0)
  }

  @Test("a file that is too long is rejected before it is read")
  func length() throws {
    let path = folder.appending(path: "file").path
    try Data("12345678".utf8).write(to: URL(filePath: path))
    #expect(try PlainFile.read(path, atMost: 8).count == 8)
    #expect(throws: FileError.tooLong(limit: 7)) { try PlainFile.read(path, atMost: 7) }
    // A file with a hole would fill the memory if it were read.
    #expect(truncate(path, 1 << 40) == 0)
    #expect(throws: FileError.tooLong(limit: 8)) { try PlainFile.read(path, atMost: 8) }
    #expect(FileError.tooLong(limit: 16_000_000).description == "it is longer than 16 MB")
    let pipe = open("/dev/zero", O_RDONLY)
    defer { close(pipe) }
    #expect(throws: FileError.tooLong(limit: 9)) { try Descriptor.readAll(pipe, atMost: 9) }
  }
}
