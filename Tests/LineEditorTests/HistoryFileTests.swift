import Files
import Foundation
import Glibc
import LineEditor
import Testing

@Suite("The history file")
final class HistoryFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var path: String { folder.appending(path: "deep/down/history.jsonl").path }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  static let entries: [String] = [
    "plain", "two\nlines", "\"quotes\" and \\", "tab\tand\r", "👩‍👩‍👧 全角 e\u{301}",
    "\u{1}\u{7F}\u{2028}", "\\u0041",
  ]

  @Test("written entries are read back")
  func roundTrip() throws {
    for entry in Self.entries { #expect(HistoryFile(path: path).append(entry) == nil) }
    let read = HistoryFile(path: path).load().entries
    #expect(read.map { Array($0.unicodeScalars) } == Self.entries.map { Array($0.unicodeScalars) })
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.split(separator: "\n").count == Self.entries.count)
    for line in text.split(separator: "\n") {
      let value = try JSONDecoder().decode(String.self, from: Data(line.utf8))
      #expect(Self.entries.contains(value))
    }
  }

  @Test("concurrent writers neither lose nor mix entries")
  func writers() async {
    let file = HistoryFile(path: path)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<100 { file.append("\(writer)\n\(number)") }
        }
      }
    }
    let read = file.load().entries
    #expect(Set(read).count == 800)
    for writer in 0..<8 {
      let own = read.filter { $0.hasPrefix("\(writer)\n") }
      #expect(own == (0..<100).map { "\(writer)\n\($0)" })
    }
  }

  @Test("a file that is too long keeps the newest entries while others write")
  func trimming() async throws {
    let file = HistoryFile(path: path)
    file.append("first")
    let lines = (1...2 * HistoryFile.most + 5).map { "\"\($0)\"\n" }.joined()
    try lines.write(toFile: path, atomically: true, encoding: .utf8)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for number in 0..<50 { file.append("new \(number)") } }
      for _ in 0..<4 { group.addTask { _ = file.load() } }
    }
    let read = file.load().entries
    #expect(read.filter { $0.hasPrefix("new ") }.count == 50)
    #expect(read.count <= HistoryFile.most)
    let size = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count
    #expect(size < 2 * HistoryFile.most)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("a file that is too long tells once how many entries it has lost")
  func trimmed() throws {
    HistoryFile(path: path).append("first")
    let lines = (1...2 * HistoryFile.most + 5).map { "\"\($0)\"\n" }.joined()
    try lines.write(toFile: path, atomically: true, encoding: .utf8)
    let file = HistoryFile(path: path)
    #expect(file.load().trimmed == HistoryFile.most + 5)
    #expect(file.load().trimmed == 0)
  }

  @Test("a writer that waited for the lock writes to the current file")
  func replaced() async throws {
    let (path, file) = (path, HistoryFile(path: path))
    for round in 0..<200 {
      file.append("first")
      let descriptor = open(path, O_RDWR)
      defer { close(descriptor) }
      flock(descriptor, LOCK_EX)
      let writer = Task.detached { file.append("second") }
      for _ in 0..<round { sched_yield() }
      try "\"new\"\n".write(toFile: path + ".other", atomically: false, encoding: .utf8)
      rename(path + ".other", path)
      flock(descriptor, LOCK_UN)
      #expect(await writer.value == nil)
      #expect(file.load().entries == ["new", "second"])
      unlink(path)
    }
  }

  @Test("nothing is written if the file cannot be written")
  func unwritable() {
    let file = HistoryFile(path: "/proc/nothing/history")
    #expect(file.append("x") == .system(ENOENT))
    #expect(file.load() == HistoryFile.Content())
    #expect(HistoryFile(path: "/dev/null").append("x") == .notPlain)
  }

  @Test("an unreadable file is neither treated as empty nor waited for")
  func unreadable() throws {
    #expect(HistoryFile(path: "/dev/null").load().error == .notPlain)
    #expect(HistoryFile(path: "/proc").load().error == .system(EISDIR))
    try OwnFolder.make(for: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(HistoryFile(path: path).load().error == .notPlain)
    #expect(unlink(path) == 0 && symlink("nowhere", path) == 0)
    #expect(HistoryFile(path: path).load().error == .leadsNowhere)
  }

  @Test("damaged lines are counted and kept")
  func foreign() throws {
    let file = HistoryFile(path: path)
    file.append("first")
    let foreign =
      try String(contentsOfFile: path, encoding: .utf8) + "_HiStOrY_V2_\nls\n\"cut\nend\"\n"
    try foreign.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(file.load() == HistoryFile.Content(entries: ["first"], damaged: 4))
    #expect(file.append("second") == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == foreign + "\"second\"\n")
  }
}
