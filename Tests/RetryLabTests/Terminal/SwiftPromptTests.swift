import Testing

/// What goes wrong at the prompt of Swift itself, which is built on the same library.
@Suite("Bugs of other prompts")
struct SwiftPromptTests {
  @Test(
    "a history with emoji does not prevent the start of the program",
    arguments: TerminalUser.Kind.all)
  func emojiHistory(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    let entries = ["👩‍👩‍👧", "🇩🇪", "全角", "e\u{301}", "🫨"].map { "\"\\\"\($0)\\\"\"\n" }
    _ = try user.write(entries.joined(), to: ".local/state/retrylab/history.jsonl")
    let terminal = try user.sit()
    terminal.type(Press.up)
    try terminal.wait(forLine: "retry> \"🫨\"")
    terminal.type(Press.up + Press.up + Press.up + Press.up)
    try terminal.wait(forLine: "retry> \"👩‍👩‍👧\"")
    try terminal.enter("")
    #expect(terminal.emulator.text == "retry> \"👩‍👩‍👧\"\n\"👩‍👩‍👧\"\nretry>")
  }

  @Test(
    "after full-width text, the cursor is where the next character goes",
    arguments: TerminalUser.Kind.all)
  func fullWidth(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("\"全角文字")
    try terminal.wait(for: "the cursor behind the text") {
      $0.column == 16 && $0.beforeCursor == "字"
    }
    terminal.type(Press.left)
    try terminal.wait(for: "the cursor before the last character") { $0.column == 14 }
    terminal.type("x")
    try terminal.wait(for: "retry> \"全角文x字")
    #expect(terminal.emulator.column == 15)
  }

  @Test(
    "entries passed by Up and Down leave nothing on the screen", arguments: TerminalUser.Kind.all)
  func remains(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    let long = String(repeating: "1 + ", count: 30) + "1"
    for entry in ["1", "[1,\r2,\r3]", long, "\"👩‍👩‍👧\"", "\"全角\""] { try terminal.enter(entry) }
    let before = terminal.emulator
    for _ in 0..<3 {
      terminal.type(String(repeating: Press.up, count: 12))
      try terminal.wait(forLine: "retry> 1")
      terminal.type(String(repeating: Press.down, count: 12))
      try terminal.waitForPrompt()
    }
    // The screen may have scrolled to make room, but shows the same.
    #expect(terminal.emulator.history == before.history)
  }

  /// Returns keys by chance, with the text and the place of the cursor that they lead to.
  private func keys(
    _ random: inout RandomSource, count: Int
  ) -> (keys: String, text: [Character], cursor: Int) {
    let alphabet: [Character] = ["a", "b", "全", "👩‍👩‍👧", "e\u{301}", "é", "🇩🇪", " ", "👍🏽", "❤️", "角"]
    var (keys, text, cursor) = ("", [Character](), 0)
    for _ in 0..<count {
      switch random.next() % 12 {
      case 0 where cursor > 0:
        keys += Press.left
        cursor -= 1
      case 1 where cursor < text.count:
        keys += Press.right
        cursor += 1
      case 2 where cursor > 0:
        keys += Press.backspace
        cursor -= 1
        text.remove(at: cursor)
      case 3 where cursor < text.count:
        keys += Press.delete
        text.remove(at: cursor)
      case 4:
        keys += Press.home
        cursor = 0
      case 5:
        keys += Press.end
        cursor = text.count
      default:
        let character = alphabet[Int(random.next() % UInt64(alphabet.count))]
        // Two that would become one are not put side by side.
        keys += "\(character)."
        text.insert(contentsOf: [character, "."], at: cursor)
        cursor += 2
      }
    }
    return (keys, text, cursor)
  }

  static let seeds: [UInt64] = Array(1...40)

  @Test(
    "no character vanishes, in whatever order characters are typed and deleted", arguments: seeds)
  func vanishing(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let terminal = try TerminalUser(TerminalUser.Kind(columns: [40, 80, 200][Int(seed % 3)])).sit()
    let (keys, text, cursor) = keys(&random, count: 120)
    terminal.type(keys)
    // The same, drawn by a terminal from beginning to end.
    var expected = Emulator(columns: terminal.emulator.columns, rows: 24)
    expected.feed("retry> " + String(text[..<cursor]))
    let (row, column) = (expected.row, expected.column)
    expected.feed(String(text[cursor...]))
    try terminal.wait(for: "\(String(text)) with the cursor at \(row), \(column)") {
      $0.text == expected.text && (($0.row, $0.column) == (row, column) || column == $0.columns - 1)
    }
  }

  @Test(
    "Enter in the middle of an incomplete entry does not run it", arguments: TerminalUser.Kind.all)
  func enterInTheMidst(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("[1, 2" + Press.left + Press.enter)
    try terminal.wait(for: "the line to be broken") {
      $0.text == "retry> [1,\n......   2" || $0.text == "retry> [1, \n......   2"
    }
    try terminal.enter(Press.end + "]")
    #expect(terminal.emulator.text.hasSuffix("\n[1, 2]\nretry>"))
  }
}

/// Numbers that look like chance and are the same in every run.
private struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
