import Testing

/// Lists of completions below an entry, on terminals of every kind.
@Suite("Lists of completions at the prompt")
struct ListingTests {
  /// The lines of the screen.
  private func lines(_ emulator: Emulator) -> [String] {
    emulator.text.split(separator: "\n").map { String($0) }
  }

  @Test(
    "Tab turns the pages in place, and the next key goes on typing",
    arguments: TerminalUser.Kind.all)
  func pages(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit(rows: 16)
    try terminal.enter("let mine = op()")
    terminal.type("mine." + Press.tab)
    try terminal.wait(for: "the first Tab") { $0.bells == 1 }
    terminal.type(Press.tab)
    try terminal.wait(for: "the first page") { $0.text.contains("\n1-") && $0.column == 12 }
    let first = lines(terminal.emulator)
    #expect(first.first == "retry> mine." && first.count <= 16 && terminal.emulator.column == 12)
    #expect(
      first.contains("operators") && first.last?.hasSuffix("of 41; Tab shows more") == true)
    #expect(first.allSatisfy { $0.count <= kind.columns })
    var pages = 0
    repeat {
      let before = terminal.emulator.text
      terminal.type(Press.tab)
      // The cursor goes back last.
      try terminal.wait(for: "another page") {
        $0.text != before && $0.text.contains("of 41") && $0.column == 12
      }
      pages += 1
      #expect(lines(terminal.emulator).first == "retry> mine." && terminal.emulator.column == 12)
    } while lines(terminal.emulator) != first && pages < 10
    #expect(pages == (kind.columns >= 160 ? 2 : 4))
    terminal.type("d")
    try terminal.wait(for: "the entry alone") { $0.text == "retry> mine.d" }
    #expect(terminal.emulator.column == 13 && terminal.emulator.unknown == [])
    #expect(terminal.emulator.colours.isEmpty == !kind.isColoured)
    terminal.type(Press.control("c"))
    try terminal.waitForPrompt()
    #expect(!terminal.emulator.history.contains("of 41"))
  }

  @Test("a list that fits stands below its headings", arguments: TerminalUser.Kind.all)
  func headings(kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit()
    terminal.type("op(on: " + Press.tab + Press.tab)
    try terminal.wait(for: "the list") { $0.text.contains("\nrow ") || $0.text.contains("  row ") }
    #expect(!terminal.emulator.text.contains("Tab shows"))
    terminal.type(Press.control("u") + "server(fails: " + Press.tab + Press.tab)
    try terminal.wait(for: "headings") { $0.text.contains("\nerrors\n  .auth ") }
    #expect(!kind.isColoured || terminal.emulator.inks(of: "errors") == ["2"])
    terminal.type(Press.left)
    try terminal.wait(for: "no list") { !$0.text.contains("errors") }
  }

  @Test("another size shows the page anew, and keys typed at once are not lost")
  func resize() throws {
    let terminal = try TerminalUser().sit()
    terminal.type("op()." + Press.tab + Press.tab)
    try terminal.wait(for: "the list") { $0.text.contains("of 41; Tab shows more") }
    for (columns, rows) in [(50, 10), (120, 30), (60, 8)] {
      terminal.resize(columns: columns, rows: rows)
      try terminal.wait(for: "a list of \(rows) rows") { emulator in
        let lines = lines(emulator)
        return lines.first == "retry> op()." && lines.count <= rows && lines.count > rows - 3
          && lines.allSatisfy { $0.count <= columns } && lines.last?.contains("of 41") == true
      }
    }
    terminal.type(Press.tab + Press.tab + "retry(2)\r")
    try terminal.wait(for: "the result") {
      $0.text.hasSuffix("retry>") && $0.shows("op().retry(2)")
    }
    #expect(!terminal.emulator.text.contains("of 41"))
  }

  @Test("a dumb terminal gets no list")
  func dumb() throws {
    let terminal = try TerminalUser(isHinted: true).sit(environment: ["TERM": "dumb"])
    terminal.type("op()." + Press.tab + Press.tab)
    try terminal.wait(for: "the entry") { $0.text.contains("retry> op().") }
    #expect(!terminal.written.contains(0x1B) && !terminal.emulator.text.contains("of 41"))
  }
}
