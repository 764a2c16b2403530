import ProgramSupport
import Testing

@Suite("Windows of any size")
struct ResizingTests {
  /// The rows of an entry, and the windows that it then sees.
  static let shrinking: [(rows: Int, windows: [(rows: Int, columns: Int)])] = [
    (8, [(6, 80)]), (16, [(6, 80), (6, 70)]), (2, [(1, 80)]), (2, [(1, 2)]),
    (30, [(6, 80), (50, 2)]),
    (12, [(50, 13), (3, 20), (3, 21), (50, 20)]),
  ]

  /// Types an entry, a key in each window, and returns the last row of the entry.
  private func type(
    rows: Int, in windows: [(rows: Int, columns: Int)], on terminal: PseudoTerminal
  ) throws -> String {
    terminal.type("[" + String(repeating: "0,\u{1B}\r", count: rows - 1))
    var last = ""
    for window in windows + [(rows: 60, columns: 80)] {
      let written = terminal.written.count
      terminal.resize(columns: window.columns, rows: window.rows)
      // The program answers to each window before it sees a key.
      try terminal.wait(for: "an answer to \(window)") { _ in terminal.written.count > written }
      let bells = terminal.emulator.bells
      terminal.type("1" + Press.delete)
      last += "1"
      try terminal.wait(for: "the bell in \(window)") { $0.bells > bells }
    }
    return last
  }

  /// Returns the value of an entry as it is shown.
  private func value(rows: Int, last: String) -> String {
    "[" + String(repeating: "0, ", count: rows - 1) + last + "]"
  }

  @Test("keep the entry that does not fit into them, and the session", arguments: shrinking)
  func known(rows: Int, windows: [(rows: Int, columns: Int)]) throws {
    let terminal = try TerminalUser().sit()
    try terminal.enter("let mine = 7")
    let last = try type(rows: rows, in: windows, on: terminal)
    terminal.type("]\r")
    try terminal.wait(for: "the value") { $0.shows(value(rows: rows, last: last)) }
    try terminal.waitForPrompt()
    #expect(try terminal.enter("mine").hasSuffix("retry> mine\n7\nretry>"))
  }

  @Test("keep the entry in any order", arguments: 0..<20)
  func anyOrder(seed: Int) throws {
    var dice = Dice(seed: UInt64(seed), name: "windows")
    let first = (rows: 1 + dice.below(50), columns: 20 + dice.below(100))
    let terminal = try TerminalUser(TerminalUser.Kind(columns: first.columns)).sit(
      rows: max(2, first.rows))
    terminal.type("let mine = 7\r")
    try terminal.waitForPrompt()
    let isStepping = dice.chance(50)
    if isStepping {
      terminal.type("step op()\r")
      try terminal.wait(forLine: "step>")
    }
    let windows = (0...dice.below(8)).map { _ in
      (rows: 1 + dice.below(dice.chance(50) ? 8 : 50), columns: 1 + dice.below(90))
    }
    let rows = 2 + dice.below(40)
    let last = try type(rows: rows, in: windows, on: terminal)
    guard isStepping else {
      terminal.type("]\r")
      try terminal.wait(for: "the value") { $0.shows(value(rows: rows, last: last)) }
      try terminal.waitForPrompt()
      return #expect(try terminal.enter("mine").hasSuffix("retry> mine\n7\nretry>"))
    }
    try terminal.wait(for: "the entry") { $0.text.hasSuffix(" " + last) }
    terminal.type(Press.control("c"))
    try terminal.wait(forLine: "step>")
    terminal.type("next\r")
    try terminal.wait(for: "success in 100ms")
  }
}
