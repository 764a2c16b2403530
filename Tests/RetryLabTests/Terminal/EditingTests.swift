import Testing

/// What can be done to an entry, looked at on the screen.
@Suite("Editing at the prompt")
struct EditingTests {
  @Test(
    "an entry of several lines is indented, edited in any line, and run as a whole",
    arguments: TerminalUser.Kind.all)
  func wholeEntry(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("[[1],\r[2,\r3\r]")
    try terminal.wait(forLine: "......   ]")
    #expect(
      terminal.emulator.text.hasSuffix("retry> [[1],\n......   [2,\n......     3\n......   ]"))
    terminal.type(
      Press.up + Press.end + "4" + Press.up + Press.home + Press.right + Press.right + "9")
    try terminal.wait(for: "  9[2,\n......     34")
    terminal.type(Press.backspace)
    try terminal.wait(for: "\n......   [2,\n......     34")
    // Enter in the middle of the entry continues there while a bracket is open.
    terminal.type(Press.down + Press.end + "," + Press.enter + "5")
    try terminal.wait(for: "34,\n......     5\n......   ]")
    terminal.type(Press.down + Press.end)
    try terminal.wait(for: "the cursor behind the bracket") { $0.column == 10 }
    try terminal.enter("\r]")
    #expect(terminal.emulator.text.contains("[[1], [2, 34, 5]]"))
    #expect(terminal.emulator.unknown == [])
  }

  @Test("Enter in the middle of a complete entry runs all of it", arguments: TerminalUser.Kind.all)
  func enterInTheMidst(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("[1,\r2]" + Press.up + Press.end)
    try terminal.wait(for: "the cursor behind the open bracket") { $0.row == 0 && $0.column == 10 }
    try terminal.enter("")
    #expect(terminal.emulator.text == "retry> [1,\n......   2]\n[1, 2]\nretry>")
  }

  @Test("a shorter line in between does not change the column of Up and Down")
  func column() throws {
    let terminal = try TerminalUser().sit()
    terminal.type("[111111,\r2,\r333333" + Press.up + Press.up + "4")
    try terminal.wait(for: "retry> [111111,4\n......   2,\n......   333333")
    terminal.type(Press.down + Press.down + "5")
    try terminal.wait(forLine: "......   3333335")
  }

  @Test("Escape and Enter always start a new line")
  func forcedLine() throws {
    let terminal = try TerminalUser().sit()
    terminal.type("1\u{1B}\r2")
    try terminal.wait(forLine: "...... 2")
    try terminal.enter("")
    #expect(terminal.emulator.text == "retry> 1\n...... 2\n1\n2\nretry>")
  }

  struct Edit: Sendable, CustomStringConvertible {
    let keys: String
    let text: String
    var description: String { text }
  }

  static let edits: [Edit] = [
    Edit(keys: "e\u{301}x" + Press.left + Press.left + "y", text: "ye\u{301}x"),
    Edit(keys: "e\u{301}x" + Press.left + Press.backspace, text: "x"),
    Edit(keys: "👩‍👩‍👧‍👦b" + Press.left + Press.backspace + "a", text: "ab"),
    Edit(keys: "a👩‍👩‍👧‍👦b" + Press.left + Press.left + Press.delete, text: "ab"),
    Edit(keys: "👩‍👩‍👧‍👦b" + Press.left + Press.left + "a" + Press.right + "c", text: "a👩‍👩‍👧‍👦cb"),
    Edit(keys: "🇩🇪🇫🇷" + Press.left + "-", text: "🇩🇪-🇫🇷"),
    Edit(keys: "👍🏽ok" + Press.left + Press.left + Press.backspace, text: "ok"),
    Edit(keys: "全角" + Press.left + "半", text: "全半角"),
    Edit(keys: "全角" + Press.left + Press.left + Press.delete + "x", text: "x角"),
    Edit(keys: "❤\u{FE0F}x" + Press.left + Press.left + "y", text: "y❤\u{FE0F}x"),
    Edit(keys: "🫨x" + Press.left + Press.backspace + "y", text: "yx"),
    Edit(keys: "\u{30005}x" + Press.left + Press.left + "y", text: "y\u{30005}x"),
    Edit(keys: "a" + Press.control("a") + Press.right + "", text: "a"),
    Edit(keys: "ab cd" + Press.control("w") + "x", text: "ab x"),
  ]

  @Test("editing moves by characters, and the screen shows the entry", arguments: edits)
  func characters(edit: Edit) throws {
    for kind in TerminalUser.Kind.all {
      let terminal = try TerminalUser(kind).sit()
      terminal.type("\"" + edit.keys)
      try terminal.wait(forLine: "retry> \"\(edit.text)")
      terminal.type(Press.control("e") + "\"")
      try terminal.wait(forLine: "retry> \"\(edit.text)\"")
      try terminal.enter("")
      #expect(terminal.emulator.text.hasSuffix("\n\"\(edit.text)\"\nretry>"))
      #expect(terminal.emulator.unknown == [])
    }
  }

  @Test("an entry wider than the screen can be edited anywhere", arguments: TerminalUser.Kind.all)
  func wide(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    let text = String(repeating: "全角 and 👩‍👩‍👧 ", count: 20)
    terminal.type("\"\(text)\"" + Press.control("a") + Press.right)
    try terminal.wait(for: "the cursor at the beginning") { $0.column == 8 }
    terminal.type("x")
    try terminal.enter("")
    // Spaces at the end of a line of the screen are not seen.
    let seen = terminal.emulator.history.filter { !$0.isWhitespace }
    let expected = "retry> \"x\(text)\"\"x\(text)\"".filter { !$0.isWhitespace }
    #expect(seen.contains(expected))
  }

  @Test("Ctrl-Y restores what Ctrl-K and Ctrl-U delete, line by line")
  func killing() throws {
    let terminal = try TerminalUser().sit()
    terminal.type("[1,\r2,👍🏽" + Press.up + Press.home + Press.control("k"))
    try terminal.wait(for: "retry>\n......   2,👍🏽")
    terminal.type(Press.down + Press.end + Press.control("u"))
    try terminal.wait(for: "the line to be empty") { $0.text == "retry>\n......" && $0.row == 1 }
    terminal.type(Press.control("y") + Press.control("y"))
    try terminal.wait(forLine: "......   2,👍🏽  2,👍🏽")
  }

  @Test("Ctrl-_ takes changes back, in any line of an entry, and Esc / makes them again")
  func undoing() throws {
    let terminal = try TerminalUser().sit()
    terminal.type("let f = op(\rfails: 30%" + Press.up + Press.home + Press.control("k"))
    try terminal.wait(for: "retry>\n......   fails: 30%")
    let undo = Press.control("_")
    terminal.type(undo)
    try terminal.wait(for: "retry> let f = op(\n......   fails: 30%")
    terminal.type(undo + undo + undo)
    try terminal.wait(for: "retry> let f = op(")
    terminal.type("\u{1B}/" + "\u{1B}/")
    try terminal.wait(for: "retry> let f = op(\n......   fails:")
    terminal.type(Press.control("x") + Press.control("u") + Press.control("c"))
    try terminal.enter("1 + 1")
  }
}
