import Glibc
import Testing

@testable import LineEditor

/// Puts bytes where keys come from; they are followed by the end of the input.
private func type(_ bytes: [UInt8]) {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0, write(ends[1], bytes, bytes.count) == bytes.count else { exit(99) }
  close(ends[1])
  dup2(ends[0], 0)
}

/// Returns the output of a body that writes to a terminal.
private func written(_ body: () -> Void) -> String {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { exit(98) }
  dup2(ends[1], 1)
  body()
  close(1)
  close(ends[1])
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = read(ends[0], &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
}

/// Each test runs in its own process with its own input and output.
@Suite("Terminal input and output")
struct TerminalInputTests {
  @Test("keys are scalars, and invalid bytes are replaced without affecting their neighbours")
  func keys() async {
    await #expect(processExitsWith: .success) {
      type(Array("aé".utf8) + [0x80, 0xFF, 0xE5, 0x85] + Array("b👍\n".utf8))
      var reader = KeyReader()
      var keys: [KeyReader.Key] = []
      for _ in 0..<9 { keys.append(reader.next()) }
      let scalars = "aé\u{FFFD}\u{FFFD}\u{FFFD}b👍\n".unicodeScalars
      exit(keys == scalars.map { .scalar($0) } + [.end] && !reader.hasMore ? 0 : 1)
    }
  }

  @Test(
    "a question is repeated until the start of an answer is typed; the end of the input is no answer"
  )
  func questions() async {
    await #expect(processExitsWith: .success) {
      type(Array("\n  \nmaybe\n N o \nY\n".utf8))
      let answers = (0..<3).map { _ in Question.ask("again", answers: ["yes", "no"]) }
      exit(answers == ["no", "yes", nil] ? 0 : 1)
    }
  }

  @Test("a wait ends with input or when its time is over")
  func waits() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { exit(99) }
      let held = HeldSignals([])
      // A time that is over before the wait begins is no mistake.
      let before = [.zero, .seconds(-1)].map { held.wait($0, on: ends[0]) }
      write(ends[1], "x", 1)
      let after = held.wait(.zero, on: ends[0])
      exit(before == [.nothing, .nothing] && after == .input ? 0 : 1)
    }
  }

  @Test("a terminal without a known size counts as 24 lines")
  func size() async {
    await #expect(processExitsWith: .success) {
      var size: ScreenSize?
      _ = written { size = Screen.size }
      exit(size == ScreenSize(columns: 80, rows: 24) ? 0 : 1)
    }
  }

  /// A text, and what stays of it below the pager.
  static let summaries: [(text: String, stays: String)] = [
    ("", ""), ("one", "one"), ("a trace\nsuccess in 1s", "success in 1s"), ("ends\n\n", "ends"),
    ("9 calls\nsuccess  99%\n\nattempts  calls\n1  99%", "9 calls\nsuccess  99%"),
    (
      (["100 calls each"] + Array(repeating: "a row", count: 30)).joined(separator: "\n")
        + "\n\n0% │░▒▓█│ 9%",
      "100 calls each"
    ),
  ]

  @Test(
    "what stays below the pager has its heading, or is the summary at the end", arguments: summaries
  )
  func summary(row: (text: String, stays: String)) {
    #expect(Pager.summary(of: row.text) == row.stays)
  }

  @Test("text shorter than the screen needs no pager")
  func pager() async {
    await #expect(processExitsWith: .success) {
      let short = written { Pager.show("one\ntwo", with: "true") }
      exit(short == "one\ntwo\n" ? 0 : 1)
    }
  }

  @Test("the summary of paged text is repeated")
  func longPager() async {
    await #expect(processExitsWith: .success) {
      let lines = (1...100).map(String.init).joined(separator: "\n")
      exit(written { Pager.show(lines, with: "true") } == "100\n" ? 0 : 1)
    }
  }

  @Test("a text written in pieces keeps its order")
  func bitByBit() async {
    await #expect(processExitsWith: .success) {
      let text = (1000..<1700).map { "\($0)\n" }.joined()
      exit(written { Pager.write(text) } == text ? 0 : 1)
    }
  }

  @Test("interrupts can be reset")
  func interrupts() async {
    await #expect(processExitsWith: .success) {
      Signals.note(SIGINT)
      let was = Interruption.isRequested
      Signals.forgetInterrupts()
      exit(was && !Interruption.isRequested && !Signals.takeInterrupt() ? 0 : 1)
    }
  }
}
