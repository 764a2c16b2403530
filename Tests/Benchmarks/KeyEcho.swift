/// The time from a key to its echo in an entry of 200 lines: at its end, and after jumps to its start and back.
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
    let ways = ["on", "off"].map { ("hints \($0)", times(hints: $0)) }
    guard ways.allSatisfy({ !$0.1.typed.isEmpty }) else { return }
    print("\nkey to echo, entry of \(lines.count) lines, \(ways[0].1.typed.count) keys")
    for (name, times) in ways {
      row(name, times.typed)
      row("\(name), first key after a jump", times.jumped)
    }
  }

  private func row(_ name: String, _ times: [Double]) {
    let times = times.sorted()
    print(
      "  \(name)".padded(38) + "median \(text(median(times) * 1e3, 1)) ms, "
        + "99 % \(text(times[times.count * 99 / 100] * 1e3, 1)) ms, "
        + "greatest \(text((times.last ?? 0) * 1e3, 1)) ms")
  }

  /// The seconds from each key to the first byte of its echo: of typed keys, and of the first after a jump.
  private func times(hints: String) -> (typed: [Double], jumped: [Double]) {
    guard let terminal = ProgramTerminal("--no-init", "--color=always"), terminal.waitForPrompt()
    else { return ([], []) }
    // An entry behind a space is not kept in the history.
    terminal.type(" set hints \(hints)\r")
    terminal.settle(500)
    terminal.type("\u{1B}[200~" + lines.joined(separator: "\n") + "\u{1B}[201~")
    terminal.settle(2000)
    var (typed, jumped): ([Double], [Double]) = ([], [])
    for line in Array(repeating: self.typed, count: 4).joined() {
      // Escape and Enter begin a new line.
      terminal.type("\u{1B}\r")
      terminal.settle(200)
      for key in line { typed.append(echo(of: String(key), at: terminal)) }
      for jump in ["\u{1B}<", "\u{1B}>"] {
        // The jump itself is a key, too.
        jumped.append(echo(of: jump, at: terminal))
        jumped.append(echo(of: "x", at: terminal))
        jumped.append(echo(of: "\u{7F}", at: terminal))
      }
    }
    return (typed, jumped)
  }

  /// Types a key once the terminal is at rest, and returns the seconds to the first byte of its echo.
  private func echo(of key: String, at terminal: borrowing ProgramTerminal) -> Double {
    terminal.settle(5)
    return seconds {
      terminal.type(key)
      _ = terminal.output(within: 10_000)
    }
  }
}
