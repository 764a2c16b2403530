import Foundation
import Testing

@Suite("A copy of the program")
struct InstalledProgramTests {
  /// A copy alone in a folder, and an empty home.
  private static func install() throws -> (program: String, home: String) {
    let (folder, home) = (try Scratch.folder(), try Scratch.folder())
    let program = folder.appending(path: "retrylab").path
    // By another process: what this one writes can be open in a child that starts meanwhile, and too busy to run.
    let copy = try Program.shell("install \"$0\" '\(program)'", [])
    try #require(copy.code == 0, "\(copy)")
    return (program, home.path)
  }

  @Test func `has the lessons, the scenarios and the help at its prompt`() throws {
    let (program, home) = try Self.install()
    let terminal = try PseudoTerminal(
      "/bin/bash", ["-c", "cd '\(home)'; exec '\(program)' --quiet"],
      environment: ["HOME": home, "TERM": "xterm", "LANG": "C.UTF-8", "PAGER": "cat"], rows: 60)
    try terminal.waitForPrompt()
    #expect(try terminal.enter("lesson 1").contains("'next' continues"))
    #expect(try terminal.enter("help retryWhen").contains("retryWhen"))
    let study = try terminal.enter("load scenarios/studies/aloha.retry")
    #expect(study.contains("expectation met"))
  }

  @Test func `runs the scenarios that are part of it, and takes a file that is there instead`()
    throws
  {
    let (program, home) = try Self.install()
    let path = "scenarios/studies/aloha.retry"
    let line = "cd '\(home)'; HOME='\(home)' '\(program)' \(path)"
    let run = try Program.shell(line, [])
    #expect(run.code == 0 && run.errors == "" && run.output.contains("expectation met"))
    let listed = try Program.shell("cd '\(home)'; '\(program)' -e lesson", [])
    #expect(listed.code == 0 && listed.output.contains("  1   "))
    let absent = try Program.shell(line.replacing("aloha", with: "nothing"), [])
    #expect(absent.code == 66)
    let file = URL(filePath: home).appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "just(7)\n".write(to: file, atomically: true, encoding: .utf8)
    #expect(try Program.shell(line, []).output.contains("value 7"))
  }
}
