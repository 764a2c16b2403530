/// The time from the start of the program to its first prompt at a terminal.
struct FirstPrompt {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// Prints the times of a few starts, or nothing if the program is not in the folder of this one.
  func report() {
    let times = (0..<max(options.rounds, 5) * 4).compactMap { _ in Self.time() }.sorted()
    guard let least = times.first, let most = times.last else { return }
    print("\nfirst prompt at a terminal, \(times.count) starts")
    print(
      "  retrylab".padded(34) + "median \(text(median(times) * 1e3, 1)) ms, "
        + "least \(text(least * 1e3, 1)) ms, greatest \(text(most * 1e3, 1)) ms")
  }

  /// Starts the program in a new terminal, and returns the seconds until its prompt.
  private static func time() -> Double? {
    var isThere = false
    let time = seconds {
      guard let terminal = ProgramTerminal("--no-init") else { return }
      isThere = terminal.waitForPrompt()
    }
    return isThere ? time : nil
  }
}
