import LineEditor
import ProgramSupport
import Testing
import TextLayout
import Workbench

@testable import retrylab

/// A person who types anything, anywhere, looked at without a terminal.
private struct Typist {
  private var dice: Dice
  private let session: Session
  private let style: Style
  private var guide: EntryGuide
  private var entry = EntryText()
  private var table = CellTable()
  private var list: CompletionList?
  private var top = 0
  private var painter = Painter()
  private var size: ScreenSize
  private(set) var emulator: Emulator

  init(seed: UInt64) {
    dice = Dice(seed: seed, name: "typist")
    var session = Session(commands: .standard) { _ in }
    session.run("let fetch = op(fails: [.timeout: 30%])\nlet n = 3\nrun fetch.retry(n)")
    self.session = session
    size = ScreenSize(columns: [20, 40, 80, 200][dice.below(4)], rows: 2 + dice.below(30))
    style = Style(width: size.columns, isColoured: dice.chance(50))
    guide = EntryGuide(session)
    emulator = Emulator(columns: size.columns, rows: size.rows)
    var writer = ProgramWriter(seed: seed)
    entry.insert(table.cells(of: writer.program(statements: 5)))
  }

  private var text: String { table.text(of: entry.cells) }

  /// Presses a key, or some, that changes the entry, the place in it, or the list.
  mutating func press() {
    let key = dice.below(12)
    if key < 4 { return complete() }
    list = nil
    switch key {
    case 4: entry.cursor = dice.below(entry.cells.count + 1)
    case 5: entry.deleteBackward(1 + dice.below(20))
    case 6: _ = entry.deleteForward()
    case 7: _ = entry.moveUp(to: dice.below(30))
    case 8: entry.insert(Array(entry.cells.prefix(dice.below(60))))
    default:
      let pieces = [
        "fetch", ".", "(", ")", "{ e in e.", "[", "\"", "\n", ": ", ", ", "let a = ", "on: .", "rw",
        "全", "👩‍👩‍👧", "e\u{301}", "stats ", "set ", "where ", "/*", "//", "}", "_", "1", " ",
      ]
      entry.insert(table.cells(of: dice.pick(pieces) ?? ""))
    }
  }

  /// Presses Tab.
  private mutating func complete() {
    if list != nil {
      list?.turn()
      return
    }
    let head = table.text(of: entry.cells[..<entry.cursor])
    let completion = SessionCompletion.completion(of: text, at: head.endIndex, in: session)
    #expect(completion.replacing <= head.count)
    let names = completion.candidates.map(\.text)
    #expect(Set(names).count == names.count)
    #expect(completion.groups.allSatisfy { !$0.candidates.isEmpty && !$0.heading.isEmpty })
    if completion.candidates.count > 1 { list = CompletionList(completion, style: style) }
  }

  /// Draws the frame, and expects the screen to be as if it had been drawn at once.
  mutating func look() {
    var fresh = EntryGuide(session)
    let guidance = guide.guidance(for: text, at: entry.cursor, style)
    #expect(guidance == fresh.guidance(for: text, at: entry.cursor, style), "\(text)")
    var again = list
    let frame = Frame(
      Prompt("retry> "), entry, table, guidance, list: &list, size: size, top: &top)
    #expect(frame.rows.count <= max(2, size.rows))
    emulator.feed(painter.paint(frame))
    var (whole, other) = (Emulator(columns: size.columns, rows: size.rows), Painter())
    whole.feed(other.paint(frame))
    #expect(emulator.text == whole.text, "\(text)")
    #expect(emulator.row == whole.row && emulator.column == whole.column)
    // Drawing is no key: the page is the same when it is laid out again.
    var place = top
    let same = Frame(
      Prompt("retry> "), entry, table, guidance, list: &again, size: size, top: &place)
    #expect(same == frame)
  }
}

@Suite("Random typing")
struct RandomTypingTests {
  @Test("whatever is typed wherever, the screen shows what a new one would", arguments: 0..<60)
  func anything(seed: Int) {
    var typist = Typist(seed: UInt64(seed))
    for _ in 0..<40 {
      typist.press()
      typist.look()
    }
    #expect(typist.emulator.unknown == [])
  }
}
