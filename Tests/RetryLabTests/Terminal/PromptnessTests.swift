import Testing

/// Typed text is shown promptly, whatever the entry and the session contain, even during a run.
@Suite("Response to typed keys")
struct PromptnessTests {
  @Test("the last of ten thousand lines is edited and completed with thousands of definitions")
  func huge() throws {
    let user = try TerminalUser()
    let definitions = (1...3000).map { "let name\($0) = op(\"name\($0)\").retry(3)" }
    _ = try user.write(definitions.joined(separator: "\n"), to: "names.retry")
    let terminal = try user.sitAtHome()
    terminal.type("load names.retry\r")
    try terminal.wait(for: "name3000: an operation")
    try terminal.waitForPrompt()
    let lines = (1...10_000).map { "  name\($0 % 3000 + 1).delay(\($0)ms)," }
    terminal.paste("merge(\n" + lines.joined(separator: "\n") + "\n")
    try terminal.wait(for: "the last line") { $0.text.hasSuffix(".delay(10000ms),\n......") }
    // No key may cost more than the entry is long: what grows faster would take minutes here.
    terminal.type("name2999.timeo")
    try terminal.wait(forLine: "...... name2999.timeo")
    terminal.type(Press.tab)
    try terminal.wait(for: "name2999.timeout(")
    terminal.type(Press.control("u") + "name29")
    try terminal.wait(forLine: "...... name29")
    terminal.type(Press.tab + Press.tab)
    try terminal.wait(for: "1-11 of 111; Tab shows more")
    terminal.type("\r")
    try terminal.wait(for: "a new line") { $0.column == 9 && !$0.text.contains("of 111") }
    terminal.type(Press.control("c"))
    try terminal.waitForPrompt()
  }

  /// A run that ends by itself, but not at once.
  private static let long = "set events 300000;7;run op(latency: 1ns, fails: 100%).retry()\r"

  @Test("text typed during a run appears at the next prompt", arguments: TerminalUser.Kind.all)
  func ahead(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit(rows: 200)
    terminal.type(Self.long)
    try terminal.wait(forLine: "7")
    terminal.type("\"ahead\" ")
    try terminal.wait(for: "the next prompt") { $0.text.hasSuffix("retry> \"ahead\"") }
    try terminal.enter("")
    #expect(terminal.emulator.text.hasSuffix("retry> \"ahead\"\n\"ahead\"\nretry>"))
  }

  @Test("an entry typed during a run runs after it", arguments: TerminalUser.Kind.all)
  func entriesAhead(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit(rows: 200)
    terminal.type(Self.long)
    try terminal.wait(forLine: "7")
    terminal.type("\"one\"\r\"全\"\r")
    try terminal.wait(for: "retry> \"one\"\n\"one\"\nretry> \"全\"\n\"全\"\nretry>")
  }
}
