import Foundation
import Glibc
import Testing

@Suite("An imported file")
struct ImportedFileTests {
  /// Files that cannot be imported, with what is said about them.
  static let things: [UnreadableFileTests.Thing] = [
    .init(testDescription: "a folder", reason: "cannot be read: it is a folder") {
      mkdir($0, 0o700) == 0
    },
    .init(testDescription: "an absent file", reason: "cannot be read: there is no such file") { _ in
      true
    },
    .init(testDescription: "an empty file", reason: "line 1, column 1: the file is empty") {
      close(creat($0, 0o600)) == 0
    },
    .init(testDescription: "a file of 1 MB and a byte", reason: "has more than 1 MB") {
      close(creat($0, 0o600)) == 0 && truncate($0, 1_000_001) == 0
    },
    .init(testDescription: "a file of 100 MB", reason: "cannot be read: it is longer than 16 MB") {
      close(creat($0, 0o600)) == 0 && truncate($0, 100_000_000) == 0
    },
    .init(testDescription: "bytes", reason: "line 2, column 4: the text is not UTF-8 from here on")
    {
      (try? Data([0x61, 0x3A, 0x0A, 0x62, 0x3A, 0x20, 0xFF]).write(to: URL(filePath: $0))) != nil
    },
  ]

  @Test("is refused with a reason", arguments: things)
  func refused(thing: UnreadableFileTests.Thing) throws {
    let user = try TerminalUser()
    #expect(thing.put(user.home.appending(path: "p.yaml").path))
    let script = try user.write("import policy \"p.yaml\" as p\n", to: "s.retry")
    let run = try Program.run([script])
    #expect(run.code == 65, "\(run)")
    #expect(run.errors.contains(thing.reason), "\(run)")
  }
}
