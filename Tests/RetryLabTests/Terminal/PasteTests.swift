import Testing

@Suite("Pasting at the prompt")
struct PasteTests {
  @Test("pasted text is one entry, with its tabs and lines", arguments: TerminalUser.Kind.all)
  func paste(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.paste("let a = 1\n\tlet b = \"👩‍👩‍👧 é\"\n")
    try terminal.wait(for: "let b")
    #expect(!terminal.emulator.text.contains("a: 1"))
    try terminal.enter("b")
    #expect(terminal.emulator.text.contains("a: 1\nb: \"👩‍👩‍👧 é\"\n\"👩‍👩‍👧 é\""))
    #expect(terminal.emulator.bells == 0)
  }

  @Test(
    "thousands of lines are one entry that can be edited at both ends",
    arguments: TerminalUser.Kind.all)
  func long(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    let lines = (1...4000).map { "\t\($0), // 👩‍👩‍👧 \($0)" }
    terminal.paste("[" + lines.joined(separator: "\n"))
    try terminal.wait(for: "4000, // 👩‍👩‍👧 4000")
    #expect(terminal.emulator.text.contains("lines above)"))
    terminal.type("\u{1B}<")
    try terminal.wait(for: "retry> [")
    try terminal.wait(for: "the cursor at the top") { $0.row == 0 && $0.column == 7 }
    terminal.type("[[7], " + Press.down + Press.down + Press.home + "9,")
    try terminal.wait(for: "retry> [[7], [")
    terminal.type("\u{1B}>")
    try terminal.wait(for: "4000, // 👩‍👩‍👧 4000")
    terminal.type(" \r]\r")
    try terminal.wait(for: "......   ]\n......")
    try terminal.enter("]")
    #expect(terminal.emulator.history.contains("\n[[7], [1, 2, 9, 3, "))
  }

  @Test(
    "code of another library becomes the preset of its policy", arguments: TerminalUser.Kind.all)
  func code(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.paste("gentle := retrypolicy.NewBuilder[any]().\n\tWithMaxRetries(2).\n\tBuild()")
    try terminal.wait(for: "Build()")
    try terminal.enter("")
    #expect(terminal.emulator.text.contains("gentle: a policy · 3 attempts in total"))
    try terminal.enter("op(fails: 100%).retry(gentle)")
    #expect(["#3  ", "attempt 3"].contains { terminal.emulator.text.contains($0) })
  }

  @Test("control characters in pasted text are removed", arguments: TerminalUser.Kind.all)
  func harmless(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.paste("\"a\u{3}\u{1B}[31mb\u{7}\u{9B}c\"")
    try terminal.wait(forLine: "retry> \"a[31mbc\"")
  }

  @Test(
    "a paste continues through a change of size, and ends with Ctrl-C if its end marker is missing",
    arguments: TerminalUser.Kind.all)
  func interrupted(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("\u{1B}[200~[1,\r")
    terminal.resize(columns: 60, rows: 20)
    terminal.type("2]\r\u{1B}[201~3")
    try terminal.wait(for: "retry> [1,\n...... 2]\n...... 3")
    terminal.type(Press.control("c"))
    try terminal.waitForPrompt()
    terminal.type("\u{1B}[200~4")
    terminal.type("5")
    terminal.type(Press.control("c"))
    try terminal.wait(forLine: "retry> 45")
  }

  @Test("lines pasted without markers run in sequence", arguments: TerminalUser.Kind.all)
  func unmarked(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("1\r2\r3\r")
    try terminal.wait(for: "all") { $0.text == "retry> 1\n1\nretry> 2\n2\nretry> 3\n3\nretry>" }
  }
}
