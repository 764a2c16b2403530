import Foundation
import Glibc
import Testing
import TextLayout

@testable import retrylab

/// The environment of the prompt: files, other programs, other kinds of terminals.
@Suite("Around the prompt")
struct SurroundingsTests {
  @Test(
    "a banner of three lines is shown first, unless --quiet is given",
    arguments: TerminalUser.Kind.all)
  func banner(kind: TerminalUser.Kind) throws {
    let lines = try TerminalUser(kind, isHinted: true).sit([]).emulator.text.split(separator: "\n")
    // On a narrow screen there is no room for the picture, and two lines are broken.
    #expect(lines.count == (kind.columns < 80 ? 5 : 4))
    #expect(lines.first?.hasPrefix("RetryLab 0.2.0") == true)
    #expect(lines.contains { $0.hasPrefix("succeeded  ▇") } == (kind.columns >= 80))
    #expect(try TerminalUser(kind).sit(["-q"]).emulator.text == "retry>")
  }

  @Test("the picture of the banner is that of a load that anyone can run")
  func picture() throws {
    let user = try TerminalUser(isHinted: true)
    let seen = try #require(
      user.sit([]).emulator.text.split(separator: "\n").first { $0.hasPrefix("succeeded") })
    let terminal = try user.sitAtHome(environment: ["PAGER": "true"])
    try terminal.enter("let node = server(service: 1s / 300, outages: [10s...15s], down: holds)")
    try terminal.enter("load(op(on: node).timeout(1s).retry(2), rate: 200/s, for: 30s)")
    try terminal.enter("export banner.csv")
    let file = try String(contentsOf: user.home.appending(path: "banner.csv"), encoding: .utf8)
    let rows = file.split(whereSeparator: \.isNewline)
    let column = try #require(rows.first?.split(separator: ",").firstIndex(of: "succeeded"))
    let counts = try rows.dropFirst().map { row -> Int in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      return try #require(Int(fields[column]))
    }
    // Thirty columns, each a second of four spans.
    let seconds = (0..<30).map { counts[(4 * $0)..<(4 * $0 + 4)].reduce(0, +) }
    let most = try #require(seconds.max())
    let eighths: [Character] = Array(" ▁▂▃▄▅▆▇█")
    let bars = seconds.map { (count: Int) -> Character in
      count == 0 ? " " : eighths[max((count * 16 + most) / (2 * most), 1)]
    }
    #expect(String(bars) == seen.dropFirst("succeeded  ".count).prefix(30))
  }

  @Test("a picture is exported as dots, or the library that is missing is named")
  func raster() throws {
    let user = try TerminalUser()
    let terminal = try user.sitAtHome()
    try terminal.enter("op(fails: 30%).retry(3)")
    try terminal.enter("export call.png")
    let image = try? Data(contentsOf: user.home.appending(path: "call.png"))
    guard let image else {
      #expect(terminal.emulator.text.contains("librsvg2-2"), "\(terminal.emulator.text)")
      return
    }
    #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The width, twice that of the image in pixels.
    let width = image[16..<20].reduce(0) { $0 << 8 | Int($1) }
    #expect(width == 2 * 1016)
    // It is a file of this session, until somebody changes it.
    try terminal.enter("export call.png")
    #expect(terminal.emulator.text.contains("in place of the file that was there"))
    _ = try user.write("mine", to: "call.png")
    try terminal.enter("export call.png")
    #expect(terminal.emulator.text.contains("was changed since it was written here"))
  }

  @Test("who comes back is told how to go on with the lessons")
  func resumption() throws {
    let user = try TerminalUser()
    let terminal = try user.sitAtHome()
    try terminal.enter("lesson 1")
    let again = try user.sit([])
    #expect(again.emulator.shows("'next' goes on with 'lesson 1' at 1 of 5"))
  }

  @Test("no line of the banner is wider than the screen", arguments: [40, 79, 80, 200])
  func bannerWidth(width: Int) {
    let resumption = "'next' goes on with 'lesson 16' at 12 of 16"
    let text = Banner(Style(width: width), resumption: resumption).text
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    #expect(text.filter { $0 != "\n" && $0 != " " }.contains("Ctrl-Dleaves."))
  }

  @Test(
    "Tab completes a command, and lists the candidates when pressed again",
    arguments: TerminalUser.Kind.all)
  func completion(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("expl" + Press.tab)
    try terminal.wait(forLine: "retry> explain")
    #expect(terminal.emulator.column == 15)
    terminal.type(Press.control("u") + "op(\rl" + Press.tab)
    try terminal.wait(for: "the first Tab") { $0.bells == 1 && $0.text.hasSuffix("\n......   l") }
    terminal.type(Press.tab)
    try terminal.wait(for: "the list") {
      $0.text.hasPrefix("retry> op(\n......   l\nlatency:") && $0.text.contains("lost:")
    }
    #expect(terminal.emulator.row == 1 && terminal.emulator.column == 10)
    terminal.type(Press.up + Press.end)
    try terminal.wait(for: "the first line without a list") {
      $0.row == 0 && $0.column == 10 && $0.text == "retry> op(\n......   l"
    }
    terminal.type(Press.control("c"))
    try terminal.waitForPrompt()
    #expect(terminal.emulator.unknown == [])
  }

  @Test(
    "Tab indents at the start of a line",
    arguments: TerminalUser.Kind.all)
  func indentation(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("[\r" + Press.tab + "1")
    try terminal.wait(forLine: "......     1")
  }

  @Test("the init file runs first, unless --no-init is given")
  func initFile() throws {
    let user = try TerminalUser(TerminalUser.Kind(columns: 200))
    _ = try user.write("let mine = 7\nlet broken =", to: ".config/retrylab/init.retry")
    let wrong = try user.sit()
    #expect(wrong.emulator.text.contains("init.retry:2:13: error"))
    _ = try user.write("let mine = 7", to: ".config/retrylab/init.retry")
    let terminal = try user.sit()
    #expect(terminal.emulator.text == "mine: 7\nretry>")
    #expect(try user.sit(["-q", "--no-init"]).emulator.text == "retry>")
    let other = try user.write("let other = 8", to: "elsewhere/retrylab/init.retry")
    let folder = other.dropLast("/retrylab/init.retry".count)
    let environment = ["XDG_CONFIG_HOME": String(folder)]
    #expect(try user.sit(environment: environment).emulator.text == "other: 8\nretry>")
  }

  @Test(
    ".editrc binds keys; lines for this program must be marked", arguments: TerminalUser.Kind.all)
  func editrc(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    _ = try user.write(
      "retrylab:bind ^X retrylab-line-start\nother:bind ^F ed-kill-line\n", to: ".editrc")
    let terminal = try user.sit()
    terminal.type("12" + Press.control("x") + "0")
    try terminal.wait(forLine: "retry> 012")
    _ = try user.write("bind -v\n", to: ".editrc")
    let vi = try user.sit()
    vi.type("111\r")
    try vi.wait(for: "retry> 111\n111")
    try vi.waitForPrompt()
    vi.type("\"👩‍👩‍👧b\"" + "\u{1B}hx")
    try vi.wait(forLine: "retry> \"👩‍👩‍👧\"")
    vi.type(Press.control("c") + "ab")
    try vi.wait(for: "retry> \"👩‍👩‍👧\"^C\n")
    try vi.wait(forLine: "retry> ab")
    vi.paste("[1,\n2]")
    try vi.wait(for: "retry> ab[1,\n...... 2]")
    vi.type("3" + Press.control("c") + Press.up)
    try vi.wait(forLine: "...... 2]3")
    vi.type(Press.control("c") + "\u{1B}k")
    try vi.wait(forLine: "...... 2]3")
    vi.type("j")
    try vi.wait(forLine: "retry>")
  }

  /// What is written to `.editrc`, and why it is not read.
  static let badKeyFiles: [(text: String?, reason: String)] = [
    ("bind " + String(repeating: "x", count: 1_000_000), "it is longer than 64 kB"),
    ("bind -v\nbind " + String(repeating: "x", count: 2000), "line 2 is longer than 1000 bytes"),
    (nil, "it is not a regular file"),
  ]

  @Test("an .editrc that would take long is not read", arguments: badKeyFiles)
  func badEditrc(text: String?, reason: String) throws {
    let user = try TerminalUser(TerminalUser.Kind(columns: 200))
    if let text {
      _ = try user.write(text, to: ".editrc")
    } else {
      #expect(mkfifo(user.home.appending(path: ".editrc").path, 0o600) == 0)
    }
    let terminal = try user.sit()
    #expect(terminal.emulator.shows(".editrc' is not read for keys: \(reason)"))
    try terminal.enter("7")
  }

  @Test(
    "edit opens the last entry, and the result can be changed before it runs",
    arguments: TerminalUser.Kind.all)
  func edit(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    let editor = try user.write(
      "#!/bin/sh\nsed -i 's/fir/sec/' \"$1\"\n", to: "bin/my editor", isProgram: true)
    let terminal = try user.sit(environment: ["EDITOR": "'\(editor)'"])
    terminal.type("edit\r")
    try terminal.wait(for: "nothing to edit yet")
    try terminal.enter("[\"first\",\r\"👩‍👩‍👧\"]")
    terminal.type("edit\r")
    try terminal.wait(for: "retry> [\"secst\",\n......   \"👩‍👩‍👧\"]")
    try terminal.enter(Press.backspace + ",\"3\"]")
    #expect(terminal.emulator.text.hasSuffix("\n[\"secst\", \"👩‍👩‍👧\", \"3\"]\nretry>"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: user.home.path).sorted() == [
        ".config", ".local", "bin",
      ])
  }

  @Test("a failing editor is reported, and the session continues")
  func noEditor() throws {
    let terminal = try TerminalUser().sit(environment: [
      "TMPDIR": "/no/such/folder", "EDITOR": "true",
    ])
    try terminal.enter("7")
    terminal.type("edit\r")
    try terminal.wait(
      for: "cannot use a temporary file for the editor: No such file or directory\nretry>")
    let failing = try TerminalUser().sit(environment: ["EDITOR": "false"])
    try failing.enter("7")
    failing.type("edit\r")
    try failing.wait(for: "the editor failed\nretry>")
  }

  @Test(
    "the pager shows only text that is taller than the screen",
    arguments: TerminalUser.Kind.all)
  func pager(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    let pager = try user.write("#!/bin/sh\nwc -l\n", to: "pager", isProgram: true)
    let terminal = try user.sit(environment: ["PAGER": pager])
    try terminal.enter("run op() times 21")
    #expect(terminal.emulator.text.contains("call 20 "))
    try terminal.enter("run op() times 99")
    let sum = "of 99 calls succeeded · 99 attempts"
    #expect(
      terminal.emulator.text.hasSuffix("retry> run op() times 99\n100\n99 \(sum)\nretry>"))
    let leaving = try user.sit(environment: ["PAGER": "true"])
    try leaving.enter("run op() times 99")
    #expect(leaving.emulator.text == "retry> run op() times 99\n99 \(sum)\nretry>")
    try leaving.enter("stats op(latency: 1ms...9s, fails: 50%).retry(20) calls 999")
    #expect(leaving.emulator.text.contains("\n999 calls · seed 42\n"))
    #expect(leaving.emulator.text.contains("'_' shows "))
  }

  @Test("the pager shows colours and leaves what it showed, unless the user has configured it")
  func pagerOptions() throws {
    let user = try TerminalUser()
    let text = "#!/bin/sh\ncat >/dev/null; echo \"options $LESS, secure $LESSSECURE\"\n"
    let pager = try user.write(text, to: "pager", isProgram: true)
    let usual = "RX -Ps?e(END) :.q leaves, Space goes on$, secure 1"
    for (variables, options) in [
      ([:], usual), (["LESS": "-iX"], "-iX, secure 1"),
      (["LESS": "-i", "LESSSECURE": "0"], "-i, secure 0"),
    ] {
      let terminal = try user.sit(environment: variables.merging(["PAGER": pager]) { $1 })
      try terminal.enter("run op() times 99")
      #expect(terminal.emulator.text.contains("\noptions \(options)\n"))
    }
  }

  @Test("output is shown without a pager if the pager is missing")
  func missingPager() throws {
    let terminal = try TerminalUser().sit(environment: ["PAGER": "no-such-pager"])
    try terminal.enter("run op() times 99")
    #expect(terminal.emulator.history.contains("call 98 "))
  }

  @Test(
    "a terminal that cannot draw reads line by line",
    arguments: TerminalUser.Kind.all)
  func dumb(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind, isHinted: true).sit([], environment: ["TERM": "dumb"])
    // Tab would be typed as it is.
    let banner = terminal.emulator.text.filter { !$0.isNewline }
    #expect(banner.contains("Ctrl-D leaves.") && !banner.contains("Tab"))
    terminal.type("[1,\n")
    try terminal.wait(for: "......")
    terminal.type("2]")
    try terminal.wait(forLine: "...... 2]")
    terminal.type("\n")
    try terminal.wait(for: "[1, 2]\nretry>")
    terminal.type("12")
    try terminal.wait(forLine: "retry> 12")
    terminal.type(Press.control("c"))
    try terminal.wait(for: "retry> 12^C\nretry>")
    terminal.type(Press.control("d"))
    #expect(try terminal.end() == 0)
    #expect(!terminal.written.contains(0x1B))
  }

  static let locales: [[String: String]] = [
    ["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LANG": "xx_YY.ISO-8859-1"],
  ]

  @Test(
    "in a locale without Unicode, texts are read as typed", arguments: locales,
    TerminalUser.Kind.all
  )
  func locale(environment: [String: String], kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit(environment: environment)
    terminal.type("let a = \"全é👩‍👩‍👧\"" + Press.left + Press.backspace + Press.backspace)
    try terminal.wait(forLine: "retry> let a = \"全\"")
    try terminal.enter("")
    try terminal.enter("run op() times 1")
    #expect(terminal.emulator.text.contains("call 0  +  success"))
  }

  @Test(
    "Ctrl-Z suspends the program, and the entry is shown again when it continues",
    arguments: TerminalUser.Kind.all)
  func suspend(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    let program = Program.folder.appending(path: "retrylab").path
    let shell = try user.shell()
    shell.type("'\(program)' -q\n")
    try shell.waitForPrompt()
    shell.type("[1,\r全" + Press.up)
    try shell.wait(for: "the entry") {
      $0.text.hasSuffix("retry> [1,\n......   全") && $0.column == 10
    }
    shell.type(Press.control("z"))
    try shell.wait(for: "Stopped")
    try shell.wait(forLine: "$")
    #expect(shell.emulator.modes.isDisjoint(with: [2004]))
    shell.type("fg\n")
    try shell.wait(for: "the entry") {
      $0.text.hasSuffix("retry> [1,\n......   全") && $0.column == 10
    }
    // Keys are again read one by one, and not echoed by the terminal.
    shell.type(Press.down + Press.end)
    try shell.wait(for: "the end") {
      $0.text.hasSuffix("retry> [1,\n......   全") && $0.column == 11
    }
    shell.type(Press.backspace + "2]\r")
    try shell.wait(for: "[1, 2]\nretry>")
  }
}
