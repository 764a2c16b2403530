import Glibc

/// Writes text to the terminal, page by page if it is long.
package enum Pager {
  /// Writes a text, through the pager if it is taller than the screen.
  ///
  /// The pager clears its output when it ends, so a summary is repeated. Without a pager, or if it cannot be started,
  /// Ctrl-C stops the output.
  package static func show(_ text: String, with command: String) {
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    let isPaged = lines >= Screen.size.rows && page(text, command)
    write((isPaged ? summary(of: text) : text) + "\n")
  }

  /// Returns the part of a text that stays on the screen.
  ///
  /// Figures stay with their heading, and of a longer table the heading; other texts end with a summary.
  package static func summary(of text: String) -> String {
    let (lines, most) = (text.split(separator: "\n", omittingEmptySubsequences: false), 12)
    let last = String(lines.last { !$0.isEmpty } ?? "")
    guard let end = lines.firstIndex(of: ""), lines[end...].contains(where: { !$0.isEmpty }) else {
      return last
    }
    return lines[..<(end <= most ? end : 1)].joined(separator: "\n")
  }

  /// Writes a text in pieces; returns whether all of it was written.
  @discardableResult
  package static func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    // The summary is shown even after an interrupt.
    let before = Interruption.count
    while !rest.isEmpty {
      if Interruption.count > before {
        Screen.write("(the rest is not shown)\n".utf8)
        return false
      }
      Screen.write(rest.prefix(2048))
      rest = rest.dropFirst(2048)
    }
    return true
  }

  private static func page(_ text: String, _ command: String) -> Bool {
    guard command != "cat" else { return false }
    // Initialized before a handler can run.
    PagerProcess.prepare()
    TerminalGuard.remember()
    // A pager may stop reading early, and it handles the interrupt key itself.
    let status = Signals.catching([SIGPIPE, SIGINT], { _ in }) {
      Signals.catching(TerminalGuard.endings, PagerProcess.end) {
        let process = PagerProcess(command)
        process?.write(text + "\n")
        return process?.wait()
      }
    }
    // A pager that a signal ends has restored nothing.
    if let status, isKilled(status) { TerminalGuard.leavePager() }
    // Now that the terminal is restored.
    if let signal = Signals.takeEnding() { raise(signal) }
    // The exit codes of the shell if the program is missing or cannot be started.
    return status.map { ![126, 127].contains(($0 >> 8) & 0xFF) } ?? false
  }

  /// Whether a signal ended the process with a status, or the one that its shell waited for.
  private static func isKilled(_ status: Int32) -> Bool {
    status & 0x7F != 0 || (status >> 8) & 0xFF > 128
  }
}
