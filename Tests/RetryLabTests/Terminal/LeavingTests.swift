import Foundation
import Glibc
import Testing

@Suite("Leaving the prompt")
struct LeavingTests {
  /// A call that runs for a long time.
  private static let endless = "op(latency: 1ns, fails: 100%).retry()"

  private func isCooked(_ terminal: PseudoTerminal) -> Bool {
    let flags = tcflag_t(ICANON | ECHO | ISIG)
    return terminal.settings.c_lflag & flags == flags
  }

  @Test(
    "Ctrl-C clears the entry, whatever its number of lines, and never ends the program",
    arguments: TerminalUser.Kind.all)
  func interrupt(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("[1,\r2" + Press.up + Press.control("c"))
    try terminal.wait(for: "^C")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.text == "retry> [1,\n......   2^C\nretry>")
    // One by one, because between two entries the terminal discards text typed before a Ctrl-C.
    for count in 1...5 {
      terminal.type(Press.control("c"))
      try terminal.wait(for: "\(count) more prompts") {
        $0.text.split(separator: "\n").count { $0 == "retry> ^C" } == count
      }
      try terminal.waitForPrompt()
    }
    try terminal.enter("7")
    #expect(terminal.emulator.text.hasSuffix("retry> 7\n7\nretry>"))
  }

  @Test(
    "Ctrl-C stops a run, and the session continues",
    arguments: TerminalUser.Kind.all)
  func interruptRun(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    try terminal.enter("set events 100000000")
    try interrupt("\(Self.endless)", on: terminal, until: "stopped by Ctrl-C at")
    try terminal.enter("1")
  }

  /// Presses Ctrl-C once the statement before a run has printed, which may be before the run begins; then again.
  private func interrupt(
    _ run: String, on terminal: PseudoTerminal, until words: String
  ) throws {
    for tries in 0..<20 where !terminal.emulator.shows(words) {
      terminal.type(Press.control("l"))
      try terminal.waitForPrompt()
      terminal.type("7;\(run)\r")
      try terminal.wait(forLine: "7")
      // Later each time, since a busy machine may let the program print and not go on.
      for _ in 0..<1 << tries { sched_yield() }
      terminal.type(Press.control("c"))
      try terminal.wait(forWords: "stopped by Ctrl-C")
      try terminal.waitForPrompt()
    }
    #expect(terminal.emulator.shows(words))
  }

  @Test("Ctrl-C also stops between calls", arguments: TerminalUser.Kind.all)
  func interruptCalls(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    try terminal.enter("set events 20000")
    terminal.type("run \(Self.endless) times 10000\r")
    // The progress shown after half a second proves that many of the short calls have ended.
    try terminal.wait(forWords: "% done, about")
    terminal.type(Press.control("c"))
    try terminal.wait(forWords: "of 10000 calls")
    try terminal.waitForPrompt()
  }

  @Test(
    "Ctrl-D deletes, and ends the program if there is nothing to delete",
    arguments: TerminalUser.Kind.all)
  func endOfInput(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("12" + Press.left + Press.control("d"))
    try terminal.wait(forLine: "retry> 1")
    terminal.type(Press.control("u") + Press.control("d"))
    #expect(try terminal.end() == 0)
    #expect(isCooked(terminal))
    #expect(terminal.emulator.modes == [])
  }

  static let words: [String] = ["quit", "exit"]

  @Test("commands also end the program", arguments: words, TerminalUser.Kind.all)
  func quit(word: String, kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type(word + "\r")
    #expect(try terminal.end() == 0)
    #expect(isCooked(terminal))
    #expect(terminal.emulator.modes == [])
  }

  static let signals: [Int32] = [
    SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE,
  ]

  @Test(
    "a signal ends the program and restores the terminal", arguments: signals,
    TerminalUser.Kind.all)
  func signal(number: Int32, kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    let before = terminal.settings
    #expect(!isCooked(terminal))
    terminal.type("[1,\r2")
    try terminal.wait(forLine: "......   2")
    kill(terminal.process, number)
    #expect(try terminal.end() == -number)
    #expect(isCooked(terminal) && before.c_lflag != terminal.settings.c_lflag)
    #expect(terminal.emulator.modes == [])
  }

  @Test("a signal during a play ends the program and restores the terminal", arguments: signals)
  func signalInPlay(number: Int32) throws {
    let terminal = try TerminalUser().sit()
    terminal.type("play op(latency: 1h)\r")
    try terminal.wait(for: "▶ op")
    #expect(!isCooked(terminal))
    kill(terminal.process, number)
    #expect(try terminal.end() == -number)
    #expect(isCooked(terminal) && terminal.emulator.modes == [])
  }

  @Test(
    "a signal ends the pager with the program", arguments: [SIGTERM, SIGHUP, SIGUSR1],
    ["", "LINES=9 "])
  func signalInPager(number: Int32, setting: String) throws {
    let user = try TerminalUser()
    // Like a real pager, it reads keys from the terminal, and says which signal ends it.
    let pager = try user.write(
      """
      #!/bin/bash
      for number in 1 10 15; do trap "echo pager ended by $number; exit" $number; done
      stty -echo -icanon < /dev/tty
      echo 'pager begins'
      while true; do read -r -t 1 key < /dev/tty; done
      """, to: "pager", isProgram: true)
    let terminal = try user.sit(environment: ["PAGER": setting + pager])
    terminal.type("run op() times 99\r")
    try terminal.wait(for: "pager begins")
    kill(terminal.process, number)
    #expect(try terminal.end() == -number)
    #expect(terminal.emulator.text.contains("pager ended by \(number)"))
  }

  @Test("a signal ends a pager that restores nothing itself", arguments: [SIGTERM, SIGHUP])
  func signalInSilentPager(number: Int32) throws {
    let user = try TerminalUser()
    let pager = try user.write(
      """
      #!/bin/bash
      stty -echo -icanon < /dev/tty
      printf '\\e[?1049h\\e[?25lpager begins\\n'
      exec sleep 100
      """, to: "pager", isProgram: true)
    let terminal = try user.sit(environment: ["PAGER": pager])
    terminal.type("run op() times 99\r")
    try terminal.wait(for: "pager begins")
    #expect(!isCooked(terminal))
    kill(terminal.process, number)
    #expect(try terminal.end() == -number)
    #expect(isCooked(terminal) && terminal.emulator.modes == [], "\(terminal.emulator.modes)")
  }

  @Test("signals that the caller passes over end nothing")
  func ignoredSignal() throws {
    let program = Program.folder.appending(path: "retrylab").path
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "trap '' USR1 PIPE; exec '\(program)' -q --no-init"],
      environment: [
        "HOME": try TerminalUser().home.path, "TERM": "xterm-256color", "LANG": "C.UTF-8",
      ])
    try terminal.waitForPrompt()
    for number in [SIGUSR1, SIGPIPE] { kill(terminal.process, number) }
    try terminal.enter("7")
  }

  /// The keys typed before the terminal goes away, and the screen at that time.
  static let pursuits: [(keys: String, seen: String)] = [
    ("[1,\r2", "......   2"), ("set events 100000000;\(endless)\r", "events 100000000"),
    ("play op(latency: 1h)\r", "▶ op"), ("step op()\r", "step>"),
    ("run op(fails: 100%).ask(after: 0)\r", "ancel?"),
  ]

  @Test(
    "a closed terminal ends the program, which has saved the entries",
    arguments: pursuits, TerminalUser.Kind.all)
  func hangUp(pursuit: (keys: String, seen: String), kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    let terminal = try user.sit()
    try terminal.enter("\"kept\"")
    terminal.type(pursuit.keys)
    try terminal.wait(for: pursuit.seen)
    terminal.hangUp()
    #expect(try terminal.end() == -SIGHUP)
    #expect(try String(contentsOf: user.history, encoding: .utf8).hasPrefix("\"\\\"kept\\\"\"\n"))
  }

  @Test("if hang-ups are ignored, the program ends as at the end of the input")
  func silentHangUp() throws {
    let user = try TerminalUser()
    let program = Program.folder.appending(path: "retrylab").path
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "trap '' HUP; exec '\(program)' -q"],
      environment: ["HOME": user.home.path, "TERM": "dumb"])
    try terminal.waitForPrompt()
    terminal.hangUp()
    #expect(try terminal.end() == 0)
  }

  @Test(
    "three Ctrl-C end a run that does not respond, and the terminal is restored",
    arguments: TerminalUser.Kind.all)
  func insisting(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    let edited = try user.sit().settings
    // A pipe whose reader does not read is written to for ever.
    let pipe = user.home.appending(path: "pipe.jsonl").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let terminal = try user.sitAtHome()
    try terminal.enter("run op(fails: 100%).retry(2000) call 0")
    terminal.type("export pipe.jsonl over\r")
    try terminal.wait(for: "the writer") { _ in
      var wanted = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      return poll(&wanted, 1, 0) == 1
    }
    let lines = terminal.emulator.line
    for count in 1...3 {
      terminal.type(Press.control("c"))
      // The program has also received it once it has started a line, before or after the key is echoed.
      try terminal.wait(for: "\(count) times Ctrl-C") {
        $0.text.components(separatedBy: "^C").count > count && $0.line >= lines + count
      }
    }
    #expect(try terminal.end() == 130)
    #expect(isCooked(terminal) && edited.c_lflag != terminal.settings.c_lflag)
    #expect(terminal.emulator.modes == [])
  }

  @Test(
    "a change of size redraws the entry",
    arguments: TerminalUser.Kind.all)
  func resize(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("[1,\r全角")
    try terminal.wait(forLine: "......   全角")
    terminal.resize(columns: 60, rows: 20)
    try terminal.wait(forLine: "......   全角")
    terminal.type(Press.backspace + "2")
    try terminal.wait(for: "the entry") { $0.text == "retry> [1,\n......   全2" }
    terminal.type(Press.backspace + Press.backspace + "2]")
    try terminal.enter("")
    #expect(terminal.emulator.text == "retry> [1,\n......   2]\n[1, 2]\nretry>")
    #expect(try terminal.enter("set").contains("width    60"))
  }
}
