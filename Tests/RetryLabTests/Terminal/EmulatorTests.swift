import Testing

@Suite("The emulator")
struct EmulatorTests {
  struct Case: Sendable, CustomStringConvertible {
    let written: String
    let seen: String
    var column: Int?
    var description: String { seen }
  }

  static let cases: [Case] = [
    Case(written: "abc\rX", seen: "Xbc", column: 1),
    Case(written: "abc\u{8}\u{8}X", seen: "aXc"),
    Case(written: "one\r\ntwo", seen: "one\ntwo", column: 3),
    Case(written: "abcdef\u{1B}[3D\u{1B}[K", seen: "abc"),
    Case(written: "abcdef\r\u{1B}[2P", seen: "cdef"),
    Case(written: "abcdef\r\u{1B}[2@XY", seen: "XYabcdef"),
    Case(written: "a\r\nb\r\nc\u{1B}[2A\u{1B}[J", seen: "a"),
    Case(written: "0123456789", seen: "0123456789", column: 9),
    Case(written: "0123456789x", seen: "0123456789\nx", column: 1),
    Case(written: "012345678全", seen: "012345678\n全", column: 2),
    Case(written: "全角\rx", seen: "x 角"),
    Case(written: "e\u{301}x", seen: "e\u{301}x", column: 2),
    Case(written: "👩‍👩‍👧!", seen: "👩‍👩‍👧!", column: 3),
    Case(written: "🇩🇪🇫🇷", seen: "🇩🇪🇫🇷", column: 4),
    Case(written: "❤\u{FE0F}!", seen: "❤\u{FE0F}!", column: 3),
    Case(written: "\u{1B}[1;31mred\u{1B}[0m", seen: "red"),
    Case(written: "a\tb", seen: "a       b"),
  ]

  @Test("applies the output", arguments: cases)
  func applies(example: Case) {
    var emulator = Emulator(columns: 10, rows: 4)
    emulator.feed(example.written)
    #expect(emulator.text == example.seen)
    #expect(example.column == nil || emulator.column == example.column)
    #expect(emulator.unknown == [])
  }

  @Test("scrolls, and keeps the lines scrolled out")
  func scrolls() {
    var emulator = Emulator(columns: 10, rows: 2)
    emulator.feed("a\r\nb\r\nc\r\nd\u{1B}[?2004h")
    #expect(emulator.text == "c\nd")
    #expect(emulator.history == "a\nb\nc\nd")
    #expect(emulator.modes == [2004])
    emulator.feed("\u{1B}[?2004l\u{1B}[9q")
    #expect(emulator.modes == [])
    #expect(emulator.unknown == ["CSI 9q"])
  }

  @Test("knows the colour of every cell")
  func colours() {
    var emulator = Emulator(columns: 10, rows: 2)
    emulator.feed("a\u{1B}[1;31m全b\u{1B}[0mc\r\nb")
    #expect(emulator.inks(of: "全b") == ["1;31"])
    #expect(emulator.inks(of: "ac") == [])
    #expect(emulator.inks(of: "bc") == ["1;31", ""])
    #expect(emulator.inks(of: "b") == [""])
    #expect(emulator.colours == ["1;31"])
  }
}
