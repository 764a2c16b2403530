import Foundation
import Testing

/// A limit on the size of files stands in for a disk without room: opening succeeds, writing fails.
@Suite("Full disks")
struct FullDiskTests {
  /// What writes a file, and the file that it writes.
  private static let writers: [(arguments: [String], file: String)] = [
    (["-e", "op()", "-e", "save \"s\" over"], "s.retry"),
    (["-e", "op()", "-e", "export trace.svg over"], "trace.svg"),
    (["-e", "stats op() calls 10", "-e", "export figures.csv over"], "figures.csv"),
    (["replay", "--update", "r.retry"], "r.recording"),
    (["test", "r.retry", "--junit", "report.xml"], "report.xml"),
  ]

  /// What stands in a file before: a recording, since no other file is written over by one.
  private static let old = "retrylab recording\n"

  @Test("lose no file, leave no partial file, and are reported in one line")
  func files() throws {
    for writer in Self.writers {
      let user = try TerminalUser()
      _ = try user.write("op()\n", to: "r.retry")
      let path = try user.write(Self.old, to: writer.file)
      let before = try FileManager.default.contentsOfDirectory(atPath: user.home.path).sorted()
      let inside = writer.arguments.map { word in
        word.replacing("\"s\"", with: "\"\(user.home.path)/s\"")
          .replacing(/export (\S+)/) { "export \"\(user.home.path)/\($0.1)\"" }
      }.map { ["r.retry", "report.xml"].contains($0) ? "\(user.home.path)/\($0)" : $0 }
      let run = try Program.run(inside, onFullDisk: true)
      #expect(run.code == 74, "\(writer.file)")
      let told = run.errors.replacing("\n", with: " ").matches(
        of: /cannot be written: File too large/)
      #expect(told.count == 1, "\(run.errors)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.old)
      let after = try FileManager.default.contentsOfDirectory(atPath: user.home.path).sorted()
      #expect(after == before)
    }
  }

  @Test("keep the history and the progress, and are reported once")
  func state() throws {
    let user = try TerminalUser()
    let history = try user.write("\"1\"\n", to: ".local/state/retrylab/history.jsonl")
    let kept = "{\"kind\":\"lessons\",\"lessons\":{}}\n"
    let progress = try user.write(kept, to: ".local/state/retrylab/lessons.json")
    _ = try user.write("/// A\n1\n\n/// B\n2\n", to: "mine.retry")
    let terminal = try user.sitAtHome(onFullDisk: true)
    try terminal.enter("2")
    try terminal.enter("lesson mine.retry")
    let shown = try terminal.enter("next")
    let told = shown.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
    #expect(
      told == [
        "warning: the history is not saved: File too large",
        "warning: your progress is not saved: File too large",
      ])
    #expect(try String(contentsOfFile: history, encoding: .utf8) == "\"1\"\n")
    #expect(try String(contentsOfFile: progress, encoding: .utf8) == kept)
  }
}
