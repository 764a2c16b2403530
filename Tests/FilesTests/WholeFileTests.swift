import Files
import Foundation
import Glibc
import Testing

@Suite("Atomic writes")
final class WholeFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func write(_ text: String, to name: String) -> WholeFile.Outcome {
    WholeFile.write(text.utf8, to: folder.appending(path: name).path, mayReplace: true)
  }

  @Test("a device is written to, never replaced, and reports that it is full")
  func device() throws {
    let link = folder.appending(path: "full")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(filePath: "/dev/full"))
    #expect(write("text", to: "full") == .failed(.system(ENOSPC)))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "/dev/full")
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(WholeFile.write("x".utf8, to: "/dev/null", mayReplace: false) == .exists)
  }

  @Test("what stands in the way of a file is told without writing it")
  func obstacles() throws {
    let place = folder.path
    #expect(WholeFile.obstacle(to: "\(place)/new") == nil && WholeFile.obstacle(to: "new") == nil)
    #expect(WholeFile.obstacle(to: "/dev/null") == nil)
    #expect(WholeFile.obstacle(to: place) == .system(EISDIR))
    #expect(WholeFile.obstacle(to: "\(place)/missing/new") == .system(ENOENT))
    #expect(WholeFile.obstacle(to: "a\0b") == .impossibleName)
    #expect(write("text", to: "old") == .written)
    #expect(WholeFile.obstacle(to: "\(place)/old") == nil)
    #expect(WholeFile.obstacle(to: "\(place)/old/new") == .system(ENOTDIR))
    #expect(WholeFile.obstacle(inFolder: "\(place)/old") == .system(ENOTDIR))
    #expect(WholeFile.obstacle(inFolder: place) == nil)
    #expect(WholeFile.obstacle(inFolder: "\(place)/missing") == .system(ENOENT))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["old"])
  }

  @Test("a pipe receives the bytes and stays a pipe")
  func pipe() throws {
    let path = folder.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(write("text", to: "pipe") == .written)
    #expect(try Descriptor.readAll(reader) == Array("text".utf8))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("a pipe without a reader does not block")
  func lonePipe() {
    #expect(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
    #expect(write("text", to: "pipe") == .failed(.system(ENXIO)))
  }

  /// Returns the names in the folder.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("no other file is touched, whatever its name, and no pipe blocks")
  func neighbours() throws {
    for name in ["c.svg.new", "c.svg~", ".c.svg", "c.svg.part", ".retrylab-notes"] {
      #expect(write("mine", to: name) == .written)
    }
    #expect(mkfifo(folder.appending(path: "d.svg.new").path, 0o600) == 0)
    let before = try names()
    for name in ["c.svg", "d.svg"] {
      for _ in 0..<2 { #expect(write("drawing", to: name) == .written) }
    }
    #expect(try names() == (before + ["c.svg", "d.svg"]).sorted())
    let text = try String(contentsOf: folder.appending(path: "c.svg.new"), encoding: .utf8)
    #expect(text == "mine")
  }

  @Test("temporary files of killed writers are removed, those of active writers are kept")
  func leftovers() throws {
    let places = ["gone", "held", "name"].map { folder.appending(path: ".retrylab-\($0).part") }
    for place in places.prefix(2) { try Data("half".utf8).write(to: place) }
    // A folder of such a name is none of its files.
    try FileManager.default.createDirectory(at: places[2], withIntermediateDirectories: true)
    let writer = open(places[1].path, O_WRONLY)
    defer { close(writer) }
    #expect(flock(writer, LOCK_EX) == 0)
    #expect(write("whole", to: "file") == .written)
    #expect(try names() == [".retrylab-held.part", ".retrylab-name.part", "file"])
  }

  @Test("permissions stay unchanged, or are set as requested")
  func modes() throws {
    let path = folder.appending(path: "file").path
    func mode() -> mode_t {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }
    #expect(write("old", to: "file") == .written)
    for wanted: mode_t in [0o600, 0o640, 0o666] {
      #expect(chmod(path, wanted) == 0)
      #expect(write("new", to: "file") == .written)
      #expect(mode() == wanted)
    }
    #expect(WholeFile.write("x".utf8, to: path, mode: 0o600, mayReplace: true) == .written)
    #expect(mode() == 0o600)
  }

  @Test("a name with a NUL character is refused, not truncated")
  func impossibleNames() {
    let path = folder.path + "/file\u{0}.svg"
    let answer = WholeFile.write("x".utf8, to: path, mayReplace: true)
    #expect(answer == .failed(.impossibleName))
    #expect(throws: FileError.impossibleName) { try PlainFile.read("/dev/null\u{0}x") }
    #expect(throws: FileError.impossibleName) { try OwnFolder.make(for: "/dev/\u{0}/x") }
  }

  @Test("concurrent writers leave the file of one of them, and nothing else")
  func race() async throws {
    let texts = (0..<8).map { String(repeating: "\($0)", count: 50_000) }
    let path = folder.appending(path: "file").path
    await withTaskGroup(of: Void.self) { group in
      for text in texts {
        group.addTask {
          for _ in 0..<10 {
            #expect(WholeFile.write(text.utf8, to: path, mayReplace: true) == .written)
          }
        }
      }
    }
    #expect(try texts.contains(String(contentsOfFile: path, encoding: .utf8)))
    #expect(try names() == ["file"])
  }

  @Test("exactly one of several concurrent writers creates a file that must not be replaced")
  func raceForFirst() async throws {
    let path = folder.appending(path: "file").path
    let answers = await withTaskGroup(of: WholeFile.Outcome.self) { group in
      for number in 0..<8 {
        group.addTask { WholeFile.write("\(number)".utf8, to: path, mayReplace: false) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { $0 == .written } == 1)
    #expect(answers.count { $0 == .exists } == 7)
    #expect(try names() == ["file"])
  }

  @Test("a symbolic link to a file that does not exist yet stays a link, and the file is created")
  func danglingLinks() throws {
    let files = FileManager.default
    for (link, target) in [("one", "new"), ("two", "one2"), ("one2", folder.path + "/new2")] {
      try files.createSymbolicLink(
        atPath: folder.appending(path: link).path, withDestinationPath: target)
    }
    #expect(write("a", to: "one") == .written && write("b", to: "two") == .written)
    for (link, target) in [("one", "new"), ("two", "one2"), ("one2", folder.path + "/new2")] {
      #expect(
        try files.destinationOfSymbolicLink(atPath: folder.appending(path: link).path) == target)
    }
    for (file, text) in [("new", "a"), ("new2", "b")] {
      #expect(
        try String(contentsOf: folder.appending(path: file), encoding: .utf8) == text)
    }
    try files.createSymbolicLink(
      atPath: folder.appending(path: "loop").path, withDestinationPath: "loop")
    #expect(write("c", to: "loop") != .written)
  }

  @Test("a folder is not replaced, and a symbolic link stays a link")
  func links() throws {
    #expect(write("x", to: "") == .failed(.system(EISDIR)))
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
