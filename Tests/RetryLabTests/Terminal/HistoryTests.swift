import Foundation
import Testing

@Suite("History at the prompt")
struct HistoryTests {
  @Test(
    "Up moves within an entry and then to the previous one; Down returns",
    arguments: TerminalUser.Kind.all
  )
  func upAndDown(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    try terminal.enter("\"first 👩‍👩‍👧\"")
    try terminal.enter("[1,\r2]")
    terminal.type("dra" + Press.control("u") + Press.up)
    try terminal.wait(forLine: "......   2]")
    terminal.type(Press.up)
    try terminal.wait(for: "the first line of the entry") {
      $0.column < 14 && $0.text.hasSuffix("\nretry> [1,\n......   2]")
    }
    terminal.type(Press.up)
    try terminal.wait(forLine: "retry> \"first 👩‍👩‍👧\"")
    terminal.type(Press.down)
    try terminal.wait(forLine: "......   2]")
    terminal.type(Press.down)
    try terminal.wait(forLine: "retry>")
    #expect(terminal.emulator.unknown == [])
  }

  @Test(
    "typed text is a prefix to search for, and comes back; recalled text is not",
    arguments: TerminalUser.Kind.all)
  func beginnings(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    for entry in ["111", "222", "12", "2"] { try terminal.enter(entry) }
    terminal.type("1" + Press.up)
    try terminal.wait(forLine: "retry> 12")
    terminal.type(Press.up)
    try terminal.wait(forLine: "retry> 111")
    terminal.type(Press.down + Press.down)
    try terminal.wait(forLine: "retry> 1")
    terminal.type(Press.backspace + Press.up + Press.up)
    try terminal.wait(forLine: "retry> 12")
    terminal.type(Press.up)
    try terminal.wait(forLine: "retry> 222")
  }

  @Test(
    "a change to a recalled entry is kept while navigating",
    arguments: TerminalUser.Kind.all)
  func changes(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    try terminal.enter("111")
    try terminal.enter("222")
    terminal.type(Press.up + "0" + Press.up)
    try terminal.wait(forLine: "retry> 111")
    terminal.type(Press.down)
    try terminal.wait(forLine: "retry> 2220")
  }

  @Test("Up brings back an entry that Ctrl-C cleared", arguments: TerminalUser.Kind.all)
  func cleared(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    try terminal.enter("111")
    terminal.type("[1,\r2" + Press.control("c"))
    try terminal.waitForPrompt()
    terminal.type(Press.up)
    try terminal.wait(for: "the entry") { $0.text.hasSuffix("\nretry> [1,\n......   2") }
    terminal.type(Press.up + Press.up)
    try terminal.wait(forLine: "retry> 111")
  }

  @Test("Ctrl-R searches letter by letter", arguments: TerminalUser.Kind.all)
  func search(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    for entry in ["\"alpha 全角\"", "[1,\r2]", "\"beta alpha\"", "3"] { try terminal.enter(entry) }
    terminal.type("dr" + Press.control("r") + "alp")
    try terminal.wait(forLine: "search 'alp': \"beta alpha\"")
    terminal.type(Press.control("r"))
    try terminal.wait(forLine: "search 'alp': \"alpha 全角\"")
    terminal.type("x")
    try terminal.wait(for: "no 'alpx':")
    terminal.type(Press.backspace + Press.control("g"))
    try terminal.wait(forLine: "retry> dr")
    terminal.type(Press.control("r") + "全")
    try terminal.wait(forLine: "search '全': \"alpha 全角\"")
    terminal.type(Press.right + Press.right + "!")
    try terminal.wait(forLine: "retry> \"alpha 全角!\"")
    try terminal.enter("")
    #expect(terminal.emulator.text.hasSuffix("\n\"alpha 全角!\"\nretry>"))
  }

  @Test(
    "entries are saved immediately, survive a kill, and are private",
    arguments: TerminalUser.Kind.all)
  func file(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    var terminal = try user.sit()
    try terminal.enter("\"👩‍👩‍👧 全角\"")
    try terminal.enter("[1,\r2]")
    try terminal.enter("[1,\r2]")
    try terminal.enter(" 3")
    kill(terminal.process, SIGKILL)
    #expect(try terminal.end() == -SIGKILL)
    let text = try String(contentsOf: user.history, encoding: .utf8)
    #expect(text == "\"\\\"👩‍👩‍👧 全角\\\"\"\n\"[1,\\n  2]\"\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: user.history.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    terminal = try user.sit()
    terminal.type(Press.up)
    try terminal.wait(forLine: "......   2]")
    terminal.type(Press.up + Press.up)
    try terminal.wait(forLine: "retry> \"👩‍👩‍👧 全角\"")
  }

  @Test("a damaged file is harmless", arguments: TerminalUser.Kind.all)
  func damage(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    _ = try user.write(
      "\"1\"\nnonsense\n\"\\u\"\n\u{0}\u{FF}\n\"2", to: ".local/state/retrylab/history.jsonl")
    let terminal = try user.sit()
    #expect(terminal.emulator.history.contains("warning: 4 lines of '"))
    terminal.type(Press.up)
    try terminal.wait(forLine: "retry> 1")
    try terminal.enter("0")
    #expect(try String(contentsOf: user.history, encoding: .utf8).hasSuffix("\n\"2\n\"10\"\n"))
  }

  @Test("a file that is too long is trimmed with a note", arguments: TerminalUser.Kind.all)
  func trimming(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    let lines = (1...20_003).map { "\"\($0)\"\n" }.joined()
    _ = try user.write(lines, to: ".local/state/retrylab/history.jsonl")
    let note = "note: the 10003 oldest entries of the history are removed; it keeps 10000"
    let terminal = try user.sit()
    #expect(terminal.emulator.shows(note), "\(terminal.emulator.history)")
    let kept = try String(contentsOf: user.history, encoding: .utf8).split(separator: "\n")
    #expect(kept.count == 10_000 && kept.first == "\"10004\"")
    #expect(!(try user.sit()).emulator.shows("note: the"))
  }

  @Test("an entry that is too long is not kept, which is said")
  func longEntry() throws {
    let user = try TerminalUser()
    // An editor brings so long a text faster than keys do.
    let editor = try user.write(
      "#!/bin/sh\n{ printf '1 // '; head -c 1048576 /dev/zero | tr '\\0' x; } > \"$1\"\n",
      to: "long editor", isProgram: true)
    let terminal = try user.sit(environment: ["EDITOR": "'\(editor)'"])
    try terminal.enter("2")
    terminal.type("edit\r")
    try terminal.wait(for: "xxxxxxxx")
    terminal.type("\r")
    try terminal.wait(for: "note: the history does not keep so long an entry")
    let kept = try String(contentsOf: user.history, encoding: .utf8)
    #expect(kept == "\"2\"\n\"edit\"\n")
  }

  @Test("concurrent sessions lose nothing", arguments: TerminalUser.Kind.all)
  func sideBySide(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    let (left, right) = (try user.sit(), try user.sit())
    for number in 1...5 {
      try left.enter("\(number)")
      try right.enter("-\(number)")
    }
    let lines = try String(contentsOf: user.history, encoding: .utf8).split(separator: "\n")
    #expect(lines == (1...5).flatMap { ["\"\($0)\"", "\"-\($0)\""] })
  }

  @Test("history lists all entries, or those that contain a text", arguments: TerminalUser.Kind.all)
  func listing(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    for entry in ["1", "\"two\"", "[3,\r4]"] { try terminal.enter(entry) }
    try terminal.enter("history")
    #expect(
      terminal.emulator.text.contains(
        "> history\n1  1\n2  \"two\"\n3  [3,\n     4]\n4  history\nretry>"))
    try terminal.enter("history /two/")
    #expect(
      terminal.emulator.text.contains("> history /two/\n2  \"two\"\n5  history /two/\nretry>"))
    try terminal.enter("history 1")
    #expect(terminal.emulator.text.hasSuffix("> history 1\n6  history 1\nretry>"))
  }

  @Test(
    "control characters of a strange history are drawn, not sent",
    arguments: [Press.up, "\u{12}pw"])
  func controls(keys: String) throws {
    let user = try TerminalUser()
    _ = try user.write(
      "\"7 \\u001b]0;pwn\\u0007\\u009b31m\\u202e\"\n", to: ".local/state/retrylab/history.jsonl")
    let terminal = try user.sit()
    let before = terminal.written.count
    terminal.type(keys)
    try terminal.wait(for: "7 ^[]0;pwn^G\u{FFFD}31m\u{FFFD}")
    let sent = String(decoding: terminal.written[before...], as: UTF8.self)
    #expect(!sent.contains("\u{1B}]") && !sent.contains("\u{9B}") && !sent.contains("\u{7}"))
  }
}
