import Foundation
import Glibc
import Testing

/// Calls that go on while a person watches.
@Suite("Calls at the prompt")
struct CallsTests {
  private static let asking = #"op("fetch", script: [.timeout, .auth, ok]).ask(after: 0)"#

  @Test("play draws the running call, and leaves the same output as run", arguments: Desk.Kind.all)
  func play(kind: Desk.Kind) throws {
    let terminal = try Desk(kind).sit(rows: 60)
    try terminal.enter("let f = op(script: [.timeout, ok]).retry(2)")
    try terminal.enter("play f speed 100")
    try terminal.enter("run f")
    let parts = terminal.emulator.text.components(separatedBy: "retry> ")
    try #require(parts.count == 4)
    let played = parts[2].split(separator: "\n").dropFirst()
    let run = parts[3].split(separator: "\n").dropFirst()
    #expect(played.last == "kept as _1" && run.dropLast().last == "kept as _2")
    #expect(played.dropLast() == run.dropLast(2))
    #expect(terminal.emulator.unknown == [])
  }

  @Test("any key pauses a play, and any key resumes it", arguments: Desk.Kind.all)
  func pause(kind: Desk.Kind) throws {
    let terminal = try Desk(kind).sit()
    let before = terminal.settings
    terminal.type("play op(latency: 1h).retry(2)\r")
    try terminal.wait(for: "▶ op")
    terminal.type("x")
    try terminal.wait(for: "paused: press any key to continue")
    terminal.type("x")
    try terminal.wait(for: "no pause") { !$0.text.contains("paused") }
    terminal.type(Press.control("c"))
    try terminal.wait(forWords: "stopped by Ctrl-C at 0s, partial")
    try terminal.waitForPrompt()
    #expect(terminal.settings.c_lflag == before.c_lflag)
    try terminal.enter("7")
  }

  @Test(
    "a signal during a play ends the program and restores the terminal",
    arguments: [SIGTERM, SIGHUP], Desk.Kind.all)
  func signal(number: Int32, kind: Desk.Kind) throws {
    let terminal = try Desk(kind).sit()
    terminal.type("play op(latency: 1h)\r")
    try terminal.wait(for: "▶ op")
    kill(terminal.process, number)
    #expect(try terminal.end() != 0)
    #expect(terminal.settings.c_lflag & tcflag_t(ECHO) != 0)
    #expect(terminal.settings.c_lflag & tcflag_t(ICANON) != 0)
  }

  @Test("the user is asked, and the answer decides", arguments: Desk.Kind.all)
  func ask(kind: Desk.Kind) throws {
    let terminal = try Desk(kind).sit()
    terminal.type("run \(Self.asking)\r")
    try terminal.wait(
      forWords: "at 100ms attempt 1 of fetch failed: timeout: [r]etry or [c]ancel?")
    terminal.type("what\r")
    try terminal.wait(for: "two questions") {
      $0.text.replacing("\n", with: "").components(separatedBy: "ancel?").count == 3
    }
    terminal.type("r\r")
    try terminal.wait(forWords: "at 200ms attempt 2 of fetch failed: auth")
    terminal.type("CANCEL\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.shows("failed in 200ms: auth · 2 attempts"))
    terminal.type("play \(Self.asking)\r")
    try terminal.wait(for: "a question more") {
      $0.text.replacing("\n", with: "").hasSuffix("ancel?")
    }
    terminal.type(Press.control("c"))
    try terminal.waitForPrompt()
  }

  @Test("the stepper has its own prompt, where Enter alone takes a step", arguments: Desk.Kind.all)
  func step(kind: Desk.Kind) throws {
    let terminal = try Desk(kind).sit()
    // Where nothing is stepped through, it is nothing.
    try terminal.enter("")
    #expect(terminal.emulator.text == "retry>\nretry>")
    terminal.type("step op(script: [.timeout, ok]).retry(2)\r")
    try terminal.wait(forLine: "step>")
    terminal.type("\r")
    try terminal.wait(for: "moment 2")
    terminal.type("back\r")
    try terminal.wait(for: "moment 1 again") {
      $0.text.split(separator: "\n").count { $0.hasPrefix("moment 1") } == 2
    }
    terminal.type("failu" + Press.tab + "\r")
    try terminal.wait(for: "the failure") {
      $0.text.split(separator: "\n").count { $0.hasPrefix("moment 2") } == 2
    }
    terminal.type("continue\r")
    try terminal.wait(for: "success in 200ms")
    // Before that the terminal itself takes Ctrl-D for the end of a line.
    try terminal.wait(forLine: "step>")
    terminal.type(Press.control("d"))
    try terminal.waitForPrompt()
    #expect(terminal.emulator.text.contains("left the call"))
  }
}
