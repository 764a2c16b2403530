import Foundation
import Glibc
import Testing

@Suite("Leaving the prompt")
struct LeavingTests {
  /// A call that goes on for long.
  private static let endless = "op(latency: 1ns, fails: 100%).retry()"

  private func isCooked(_ terminal: PseudoTerminal) -> Bool {
    let flags = tcflag_t(ICANON | ECHO | ISIG)
    return terminal.settings.c_lflag & flags == flags
  }

  @Test("Ctrl-C clears the entry, whatever its lines, and never leaves", arguments: Desk.Kind.all)
  func interrupt(kind: Desk.Kind) throws {
    let terminal = try Desk(kind).sit()
    terminal.type("[1,\r2" + Press.up + Press.control("c"))
    try terminal.wait(for: "^C")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.text == "retry> [1,\n  2^C\nretry>")
    for _ in 0..<5 { terminal.type(Press.control("c")) }
    try terminal.wait(for: "five more prompts") {
      $0.text.split(separator: "\n").count { $0 == "retry> ^C" } == 5
    }
    try terminal.waitForPrompt()
    try terminal.enter("7")
    #expect(terminal.emulator.text.hasSuffix("retry> 7\n7\nretry>"))
  }

  @Test(
    "Ctrl-C stops a run, and the session goes on",
    arguments: Desk.Kind.all)
  func interruptRun(kind: Desk.Kind) throws {
    let terminal = try Desk(kind).sit()
    try terminal.enter("set events 100000000")
    try interrupt("\(Self.endless)", on: terminal, until: "stopped by Ctrl-C at")
    try terminal.enter("1")
  }

  /// Presses Ctrl-C once the statement before a run has printed, which may be before the run begins; then again.
  private func interrupt(
    _ run: String, on terminal: PseudoTerminal, until words: String
  ) throws {
    for _ in 0..<20 where !terminal.emulator.text.contains(words) {
      terminal.type(Press.control("l"))
      try terminal.waitForPrompt()
      terminal.type("7;\(run)\r")
      try terminal.wait(forLine: "7")
      terminal.type(Press.control("c"))
      try terminal.wait(for: "stopped by Ctrl-C")
      try terminal.waitForPrompt()
    }
    #expect(terminal.emulator.text.contains(words))
  }

  @Test("Ctrl-C stops between calls, too")
  func interruptCalls() throws {
    let terminal = try Desk().sit()
    try terminal.enter("set events 1000000")
    try interrupt(
      "run \(Self.endless) times 10000", on: terminal, until: "of 10000 calls, partial")
  }

  @Test("Ctrl-D deletes, and leaves where there is nothing")
  func endOfInput() throws {
    let terminal = try Desk().sit()
    terminal.type("12" + Press.left + Press.control("d"))
    try terminal.wait(forLine: "retry> 1")
    terminal.type(Press.control("u") + Press.control("d"))
    #expect(try terminal.end() == 0)
    #expect(isCooked(terminal))
    #expect(terminal.emulator.modes == [])
  }

  static let words: [String] = ["quit", "exit"]

  @Test("words leave, too", arguments: words)
  func quit(word: String) throws {
    let terminal = try Desk().sit()
    terminal.type(word + "\r")
    #expect(try terminal.end() == 0)
    #expect(isCooked(terminal))
    #expect(terminal.emulator.modes == [])
  }

  static let signals: [Int32] = [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT]

  @Test("a signal ends the program, and the terminal is as it was found", arguments: signals)
  func signal(number: Int32) throws {
    let terminal = try Desk().sit()
    let before = terminal.settings
    #expect(!isCooked(terminal))
    terminal.type("[1,\r2")
    try terminal.wait(forLine: "  2")
    kill(terminal.process, number)
    #expect(try terminal.end() == -number)
    #expect(isCooked(terminal) && before.c_lflag != terminal.settings.c_lflag)
    #expect(terminal.emulator.modes == [])
  }

  @Test("a terminal that goes away ends the program")
  func hangUp() throws {
    let terminal = try Desk().sit()
    kill(terminal.process, SIGHUP)
    #expect(try terminal.end() == -SIGHUP)
  }

  @Test("a size that changes draws the entry anew")
  func resize() throws {
    let terminal = try Desk().sit()
    terminal.type("[1,\r全角")
    try terminal.wait(forLine: "  全角")
    terminal.resize(columns: 60, rows: 20)
    try terminal.wait(forLine: "  全角")
    terminal.type(Press.backspace + "2")
    try terminal.wait(for: "the entry") { $0.text == "retry> [1,\n  全2" }
    terminal.type(Press.backspace + Press.backspace + "2]")
    try terminal.enter("")
    #expect(terminal.emulator.text == "retry> [1,\n  2]\n[1, 2]\nretry>")
    #expect(try terminal.enter("set").contains("width    60"))
  }
}
