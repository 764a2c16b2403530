import Foundation
import Glibc
import Testing

/// Calls that go on while a person watches.
@Suite("Calls at the prompt")
struct CallsTests {
  private static let asking = #"op("fetch", script: [.timeout, .auth, ok]).ask(after: 0)"#

  @Test(
    "play draws the running call, and leaves the same output as run",
    arguments: TerminalUser.Kind.all)
  func play(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit(rows: 60)
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

  @Test(
    "space pauses a play, arrows change its speed and its place, and Ctrl-C stops it",
    arguments: TerminalUser.Kind.all)
  func keys(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    let before = terminal.settings
    terminal.type("play op(latency: 1h, script: [.timeout, ok]).retry(2)\r")
    try terminal.wait(for: "▶ op")
    terminal.type(" ")
    try terminal.wait(for: "paused")
    terminal.type(Press.up + Press.up)
    try terminal.wait(for: "speed 5")
    terminal.type(Press.down)
    try terminal.wait(for: "speed 2")
    terminal.type(Press.right)
    try terminal.wait(for: "paused 1h")
    #expect(terminal.emulator.text.contains("✗ timeout"))
    terminal.type(Press.left)
    try terminal.wait(for: "paused 0ms")
    #expect(!terminal.emulator.text.contains("✗ timeout"))
    terminal.type(" ")
    try terminal.wait(for: "no pause") { !$0.text.contains("paused") }
    terminal.type(Press.control("c"))
    try terminal.wait(forWords: ", partial")
    try terminal.waitForPrompt()
    #expect(terminal.settings.c_lflag == before.c_lflag)
    #expect(!terminal.emulator.text.contains("space"))
    #expect(terminal.emulator.unknown == [])
    try terminal.enter("7")
  }

  @Test(
    "big letters come and go with a key or a setting, and q leaves",
    arguments: TerminalUser.Kind.all)
  func big(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    try terminal.enter("set type big")
    terminal.type("play op(latency: 1h), op(latency: 2h)\r")
    try terminal.wait(for: "█")
    terminal.type(" t")
    try terminal.wait(for: "small letters") { !$0.text.contains("█") }
    terminal.type("t")
    try terminal.wait(for: "█")
    if kind.columns > 40 { try terminal.wait(for: "t small") }
    terminal.type("q")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.shows("left at") && terminal.emulator.text.contains("2  op(latency"))
    #expect(terminal.emulator.unknown == [])
  }

  @Test(
    "two loads grow beside each other, and their results follow", arguments: TerminalUser.Kind.all)
  func loads(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit(rows: 40)
    try terminal.enter(
      "let node = server(service: 10ms, outages: [2s...3s]); let f = op(on: node).timeout(1s)")
    try terminal.enter(
      "play load(f, rate: 20/s, for: 9s), load(f.retry(3), rate: 20/s, for: 9s) speed 100")
    #expect(terminal.emulator.text.contains("2  load(f.retry"))
    #expect(kind.columns == 40 || terminal.emulator.shows("calls succeeded"))
    #expect(terminal.emulator.shows("kept as _1, _2"))
    #expect(!terminal.emulator.text.contains("speed 100 ·"))
    #expect(terminal.emulator.unknown == [])
  }

  @Test("a change of size in the middle of a play gives a picture that fits")
  func resize() throws {
    let terminal = try TerminalUser().sit()
    terminal.type(
      "play op(\"a_long_name_of_an_operation\", latency: 1h), op(latency: 2h) speed 60\r")
    try terminal.wait(for: "q leaves")
    terminal.resize(columns: 40, rows: 12)
    try terminal.wait(for: "fewer keys") { !$0.text.contains("q leaves") }
    try terminal.wait(for: "a picture that fits") {
      $0.text.split(separator: "\n").filter { $0.contains("speed 60") }.count == 1
    }
    terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "q leaves")
    terminal.type("q")
    try terminal.waitForPrompt()
  }

  @Test("a dumb terminal gets a play at once, without a control sequence")
  func dumb() throws {
    let terminal = try TerminalUser(isHinted: true).sit(environment: ["TERM": "dumb"])
    try terminal.enter("play op(latency: 1h), op(latency: 2h)")
    #expect(terminal.emulator.text.contains("2  success in 2h"))
    #expect(!terminal.written.contains(0x1B))
  }

  @Test(
    "a signal during a play ends the program and restores the terminal",
    arguments: [SIGTERM, SIGHUP], TerminalUser.Kind.all)
  func signal(number: Int32, kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("play op(latency: 1h)\r")
    try terminal.wait(for: "▶ op")
    kill(terminal.process, number)
    #expect(try terminal.end() != 0)
    #expect(terminal.settings.c_lflag & tcflag_t(ECHO) != 0)
    #expect(terminal.settings.c_lflag & tcflag_t(ICANON) != 0)
  }

  @Test("Ctrl-Z suspends a play and gives the terminal back, and no time passes until it goes on")
  func suspension() throws {
    let terminal = try TerminalUser().shell()
    terminal.type(Program.folder.appending(path: "retrylab").path + " -q\r")
    try terminal.waitForPrompt()
    terminal.type("play op(latency: 1h)\r")
    try terminal.wait(for: "q leaves")
    terminal.type(" ")
    try terminal.wait(for: "paused")
    for _ in 1...2 {
      terminal.type(Press.control("z"))
      try terminal.wait(forLine: "$")
      #expect(!terminal.emulator.modes.contains(25))
      #expect(terminal.settings.c_lflag & tcflag_t(ECHO) != 0)
      terminal.type("clear; fg\r")
      try terminal.wait(for: "the picture again") {
        $0.text.contains("q leaves") && !$0.text.contains("play op") && $0.modes.contains(25)
      }
    }
    terminal.type("q")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.shows("left at"))
    #expect(terminal.emulator.modes.isDisjoint(with: [25]))
  }

  @Test("the user is asked, and the answer decides", arguments: TerminalUser.Kind.all)
  func ask(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
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

  @Test(
    "the stepper has its own prompt, where Enter alone takes a step",
    arguments: TerminalUser.Kind.all)
  func step(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
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
