/// The time from a key to its echo, at the end of an entry of 200 lines.
struct KeyEcho {
  private let lines = (0..<200).map { number in
    "let a\(number) = op(\"a\(number)\", latency: exponential(\(number + 1)ms), "
      + "fails: [.timeout: \(number % 50)%]).timeout(1s).retry(3)"
  }
  private let typed = [
    "let z = a1.retry(attempts: 3, delay: 1s, on: [.timeout])",
    "let y = a2.retryWhen { e in e.delay(1s).take(3) }.timeout(2s)",
  ]

  /// Prints the times with help while typing and without, or nothing if the program is not there.
  func report() {
    let ways = [("hints on", times(hints: "on")), ("hints off", times(hints: "off"))]
    guard ways.allSatisfy({ !$0.1.isEmpty }) else { return }
    print("\nkey to echo, entry of \(lines.count) lines, \(ways[0].1.count) keys")
    for (name, times) in ways {
      let most = times[times.count * 99 / 100]
      print(
        "  \(name)".padded(34) + "median \(text(median(times) * 1e3, 1)) ms, "
          + "99 % \(text(most * 1e3, 1)) ms, greatest \(text((times.last ?? 0) * 1e3, 1)) ms")
    }
  }

  /// The seconds from each key to the first byte of its echo, in order of length.
  private func times(hints: String) -> [Double] {
    guard let terminal = ProgramTerminal("--no-init", "--color=always"), terminal.waitForPrompt()
    else { return [] }
    // An entry behind a space is not kept in the history.
    terminal.type(" set hints \(hints)\r")
    terminal.settle(500)
    terminal.type("\u{1B}[200~" + lines.joined(separator: "\n") + "\u{1B}[201~")
    terminal.settle(2000)
    var times: [Double] = []
    for line in Array(repeating: typed, count: 4).joined() {
      // Escape and Enter begin a new line.
      terminal.type("\u{1B}\r")
      terminal.settle(200)
      for key in line {
        terminal.settle(5)
        times.append(
          seconds {
            terminal.type(String(key))
            _ = terminal.output(within: 10_000)
          })
      }
    }
    return times.sorted()
  }
}
