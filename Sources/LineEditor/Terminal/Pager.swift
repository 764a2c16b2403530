import Glibc

/// Writes text to the terminal, a screen at a time where it is long.
package enum Pager {
  /// Writes a text, through the pager where it is taller than the screen.
  ///
  /// What the pager showed is gone when it ends, but for the last line, which sums up. Without a pager, or where
  /// the pager cannot be had, writing stops when the person wishes it.
  package static func show(_ text: String, with command: String) {
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    let isPaged = lines >= Screen.size.rows && page(text, command)
    let rest = isPaged ? text.split(separator: "\n").suffix(1).joined() : text
    write(rest + "\n")
  }

  /// Writes a text bit by bit; tells whether all of it was written.
  @discardableResult
  package static func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    // What a run came to is told, even if it was interrupted.
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
    guard command != "cat", let pipe = pipe(to: command) else { return false }
    // A pager that is left early reads no more, and keys that interrupt are for the pager.
    let ignored: [Int32] = [SIGPIPE, SIGINT]
    let status = Signals.catching(ignored, { _ in }) {
      _ = fputs(text + "\n", pipe)
      return pclose(pipe)
    }
    // The shell's answers where there is no such program, or it cannot be started.
    return ![126, 127].contains((status >> 8) & 0xFF)
  }

  /// Starts the pager, which lets colours through unless a person has told it what to do.
  private static func pipe(to command: String) -> UnsafeMutablePointer<FILE>? {
    let isTold = getenv("LESS") != nil
    if !isTold { setenv("LESS", "R", 1) }
    defer { if !isTold { unsetenv("LESS") } }
    return popen(command, "w")
  }
}
