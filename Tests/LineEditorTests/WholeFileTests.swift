import Foundation
import Glibc
import LineEditor
import Testing

@Suite("Files that are written whole")
final class WholeFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func write(_ text: String, to name: String) -> WholeFile.Answer {
    WholeFile.write(text.utf8, to: folder.appending(path: name).path, mayReplace: true)
  }

  @Test("a device is written to and never replaced, and tells that it is full")
  func device() throws {
    let link = folder.appending(path: "full")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(filePath: "/dev/full"))
    #expect(write("text", to: "full") == .failed(ENOSPC))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "/dev/full")
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(access("/dev/full.new", F_OK) != 0)
    #expect(WholeFile.write("x".utf8, to: "/dev/null", mayReplace: false) == .exists)
  }

  @Test("a pipe gets the bytes, and stays a pipe")
  func pipe() throws {
    let path = folder.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(write("text", to: "pipe") == .written)
    #expect(Descriptor.readAll(reader) == Array("text".utf8))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("a folder is no place for a file, and a link stays one")
  func links() throws {
    #expect(write("x", to: "") == .failed(EISDIR))
    #expect(write("old", to: "file") == .written)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link"), withDestinationURL: folder.appending(path: "file"))
    #expect(write("new", to: "link") == .written)
    let file = folder.appending(path: "file")
    #expect(try String(contentsOf: file, encoding: .utf8) == "new")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["file", "link"])
  }
}
