import Foundation
import Glibc
import Testing

/// Many calls, which go on for so long that a person wants them to stop.
@Suite("Measuring at the prompt")
struct MeasuringTests {
  private static let source = "op(fails: 50%, latency: exponential(100ms)).retry(3)"

  private static let served = "op(on: server(service: 5ms))"

  /// A run that takes hours, and the message after it was stopped.
  static let commands: [(text: String, words: String)] = [
    ("stats \(source) calls 10_000_000_000", "partial, of 10,000,000,000"),
    ("set engine general;stats \(source) calls 10_000_000_000", "partial, of 10,000,000,000"),
    ("compare op(), \(source) calls 10_000_000_000", "partial, of 10,000,000,000"),
    ("sweep n in 1...3 { op().retry(n) } calls 10_000_000_000", "partial, 1 of 3"),
    ("find \(source) where latency > 1h calls 10_000_000_000", "calls, partial"),
    ("hunt \(source) where latency > 1h calls 10_000_000_000", "calls, partial"),
    ("run \(source) at p99 calls 10_000_000_000", "stopped by Ctrl-C before the call was found"),
    ("load(\(served), rate: 100/s, for: 9000h)", "seed 42 · partial"),
    ("set engine general;load(\(served), clients: 3, for: 9000h)", "seed 42 · partial"),
    ("stats load(\(served), rate: 100/s, for: 9000h) runs 9", "partial, of 9 runs"),
    ("run \(source) worst 3 calls 10_000_000_000", "before the call was found"),
  ]

  @Test("progress disappears at the end")
  func finished() throws {
    let text = "set engine general; stats op(fails: 50%).retry(3) calls 1_000_000"
    let terminal = try PseudoTerminal(
      Program.folder.appending(path: "retrylab").path, ["-e", text],
      environment: ["TERM": "xterm", "LANG": "C.UTF-8"], columns: 80, rows: 100)
    #expect(try terminal.end() == 0)
    #expect(terminal.emulator.history.contains("1,000,000 calls"))
    #expect(!terminal.emulator.history.contains("% done"))
  }

  @Test("the progress of one run is erased once, and not again by later runs")
  func finishedOnce() throws {
    let long = "set engine general; stats op(fails: 50%).retry(3) calls 1_000_000"
    let texts = [long] + [String](repeating: "stats op() calls 10", count: 5)
    let terminal = try PseudoTerminal(
      Program.folder.appending(path: "retrylab").path, ["-e", texts.joined(separator: "\n")],
      environment: ["TERM": "xterm", "LANG": "C.UTF-8"], columns: 80, rows: 100)
    #expect(try terminal.end() == 0)
    // A line that is cleared is written anew, or else was written before.
    let pieces = String(decoding: terminal.written, as: UTF8.self).components(
      separatedBy: "\r\u{1B}[K")
    let areShown = pieces.map { $0.contains("% done, about") }
    #expect(zip(areShown, areShown.dropFirst()).allSatisfy { $0 || $1 }, "\(pieces)")
  }

  @Test("progress is shown while scenarios are tested")
  func scenarios() throws {
    let user = try TerminalUser()
    let stats = "set engine general\nstats op(fails: 50%).retry(3) calls"
    for index in 10..<60 { _ = try user.write("\(stats) 100_000\n", to: "s/\(index).retry") }
    _ = try user.write("\(stats) 10_000_000_000\n", to: "s/last.retry")
    let terminal = try PseudoTerminal(
      Program.folder.appending(path: "retrylab").path,
      ["test", "--threads", "1", user.home.appending(path: "s").path],
      environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
    try terminal.wait(forWords: "% done, about")
    terminal.type(Press.control("c"))
    #expect(try terminal.end() == 130)
    #expect(terminal.emulator.history.contains("stopped by Ctrl-C"))
  }

  @Test("a terminal that cannot draw discards Ctrl-C at the next prompt")
  func dumb() throws {
    let terminal = try TerminalUser(isHinted: true).sit(environment: ["TERM": "dumb"], rows: 100)
    terminal.type("stats \(Self.source) calls 10_000_000_000\n")
    try terminal.wait(forWords: "% done, about")
    terminal.type(Press.control("c"))
    try terminal.wait(forWords: "partial, of 10,000,000,000")
    try terminal.waitForPrompt()
    terminal.type("stats op() calls 10\n")
    try terminal.wait(for: "10 calls · seed 42")
  }

  @Test(
    "Ctrl-C ends it with a partial result, and the session continues",
    arguments: commands,
    [TerminalUser.Kind.all[0], TerminalUser.Kind.all[TerminalUser.Kind.all.count - 1]])
  func interrupt(command: (text: String, words: String), kind: TerminalUser.Kind) throws {
    let terminal = try TerminalUser(kind).sit(rows: 100)
    let before = terminal.settings
    terminal.type(command.text + "\r")
    // The progress shown after half a second proves that it has started.
    try terminal.wait(forWords: "% done, about")
    terminal.type(Press.control("c"))
    try terminal.wait(forWords: command.words)
    try terminal.waitForPrompt()
    #expect(terminal.settings.c_lflag == before.c_lflag)
    #expect(!terminal.emulator.history.contains("% done"))
    terminal.type(Press.control("l"))
    try terminal.waitForPrompt()
    terminal.type("7\r")
    try terminal.wait(for: "retry> 7\n7\nretry>")
    #expect(terminal.emulator.unknown == [])
  }
}
