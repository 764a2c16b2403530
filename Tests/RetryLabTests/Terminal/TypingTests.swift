import Testing

/// Help while an entry is typed, on terminals of every kind.
@Suite("Help while typing at the prompt")
struct TypingTests {
  @Test(
    "a ghost of the newest entry that begins alike is taken by Right",
    arguments: TerminalUser.Kind.all)
  func ghost(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind, isHinted: true).sit()
    for entry in ["\"one\"", "\"onset\"", "7"] { try terminal.enter(entry) }
    terminal.type("\"on")
    let seen = kind.isColoured ? "retry> \"onset\"" : "retry> \"on"
    try terminal.wait(for: "the ghost") { $0.text.hasSuffix(seen) && $0.column == 10 }
    #expect(!kind.isColoured || terminal.emulator.inks(of: "set\"") == ["2"])
    terminal.type("e")
    let next = kind.isColoured ? "retry> \"one\"" : "retry> \"one"
    try terminal.wait(for: "another ghost") { $0.text.hasSuffix(next) && $0.column == 11 }
    terminal.type(Press.right)
    try terminal.wait(for: "the entry") { $0.column == (kind.isColoured ? 12 : 11) }
    // A ghost that is not taken leaves nothing behind.
    terminal.type(Press.control("u") + "\"on\"\r")
    try terminal.wait(for: "the result") { $0.text.hasSuffix("retry> \"on\"\n\"on\"\nretry>") }
    // An entry that was recalled has none.
    terminal.type(Press.up)
    try terminal.wait(for: "the recalled entry") { $0.text.hasSuffix("retry> \"on\"") }
  }

  @Test(
    "the call at the cursor is shown below, and gone afterwards", arguments: TerminalUser.Kind.all)
  func signature(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind, isHinted: true).sit()
    terminal.type("op(latency: 1s).retry(attempts: ")
    try terminal.wait(for: "the note") { emulator in
      let line = emulator.text.split(separator: "\n").last ?? ""
      return line.hasPrefix("retry(") && line.contains("attempts: ") && line.count <= kind.columns
    }
    #expect(
      terminal.emulator.column == (7 + "op(latency: 1s).retry(attempts: ".count) % kind.columns)
    terminal.type("3).")
    try terminal.wait(for: "no note") { $0.shows("attempts: 3).") && !$0.text.contains(" · ") }
    terminal.type(Press.backspace + "\r")
    try terminal.waitForPrompt()
    #expect(terminal.emulator.unknown == [])
    #expect(kind.isColoured || terminal.emulator.colours == [])
  }

  @Test("a mistake is marked before Enter", arguments: TerminalUser.Kind.all)
  func mistake(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind, isHinted: true).sit()
    terminal.type("op().rety(3)")
    try terminal.wait(for: "the note") {
      let note = $0.text.split(separator: "\n").last ?? ""
      return note.contains("did you mean 'retry'?") && note.contains("rety'") == (kind.columns > 40)
        && $0.row == 0
    }
    #expect(!kind.isColoured || terminal.emulator.inks(of: "rety(").contains("4;38;5;161"))
    terminal.type(String(repeating: Press.left, count: 4) + "r")
    try terminal.wait(for: "no mark") { !$0.text.contains("\n") }
    terminal.type(Press.control("c"))
    try terminal.waitForPrompt()
  }

  @Test("the entry keeps its colours, on a screen of every width", arguments: TerminalUser.Kind.all)
  func colours(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind, isHinted: true).sit()
    try terminal.enter("[\"seven\",\r\"eight\"]")
    #expect(terminal.emulator.inks(of: "   \"eight\"").contains("38;5;28") == kind.isColoured)
    #expect(terminal.emulator.inks(of: "......") == [kind.isColoured ? "2" : ""])
    #expect(terminal.emulator.text.hasSuffix("\n[\"seven\", \"eight\"]\nretry>"))
  }

  @Test(
    "a change of size in the middle of an entry fits the note anew",
    arguments: TerminalUser.Kind.all)
  func resize(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind, isHinted: true).sit()
    terminal.type("[op().retry(attempts: 3,\rbackoff: ")
    try terminal.wait(for: "the note") {
      $0.text.contains("backoff: ") && $0.text.contains("retry(")
    }
    for columns in [40, 100, 60] {
      terminal.resize(columns: columns, rows: 20)
      try terminal.wait(for: "a note of \(columns)") { emulator in
        let lines = emulator.text.split(separator: "\n")
        return lines.count == 3 && lines[2].contains("backoff:") && lines[2].count <= columns
      }
    }
    terminal.type(Press.control("c"))
    try terminal.waitForPrompt()
  }

  @Test("with hints off nothing is shown but the colours", arguments: TerminalUser.Kind.all)
  func off(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    try terminal.enter("\"onset\"")
    terminal.type("\"on\"; op().rety(3).retry(")
    try terminal.wait(for: "the entry") { $0.text.hasSuffix("retry> \"on\"; op().rety(3).retry(") }
  }

  @Test("a dumb terminal gets no byte of it")
  func dumb() throws {
    let terminal = try TerminalUser(isHinted: true).sit(environment: ["TERM": "dumb"])
    terminal.type("op().rety(")
    try terminal.wait(forLine: "retry> op().rety(")
    #expect(!terminal.written.contains(0x1B))
  }
}
