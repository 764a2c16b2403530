import Glibc

/// The time from the start of the program to its first prompt at a terminal.
struct FirstPrompt {
  private let options: Options

  // The requests that `unlockpt` and `ptsname` make; the module of the C library omits these functions.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init(_ options: Options) {
    self.options = options
  }

  /// Prints the times of a few starts, or nothing if the program is not in the folder of this one.
  func report() {
    guard let program = Self.program else { return }
    let times = (0..<max(options.rounds, 5) * 4).compactMap { _ in Self.time(program) }.sorted()
    guard let least = times.first, let most = times.last else { return }
    print("\nfirst prompt at a terminal, \(times.count) starts")
    print(
      "  retrylab".padded(34) + "median \(text(median(times) * 1e3, 1)) ms, "
        + "least \(text(least * 1e3, 1)) ms, greatest \(text(most * 1e3, 1)) ms")
  }

  /// The path of the program, in the folder of this one.
  private static var program: String? {
    let folder = CommandLine.arguments[0].split(
      separator: "/", omittingEmptySubsequences: false
    ).dropLast()
    let path = (folder + ["retrylab"]).joined(separator: "/")
    return access(path, X_OK) == 0 ? path : nil
  }

  /// Starts the program in a new terminal, and returns the seconds until its prompt.
  private static func time(_ program: String) -> Double? {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard terminal >= 0, ioctl(terminal, setLock, &lock) == 0,
      ioctl(terminal, getNumber, &number) == 0
    else { return nil }
    defer { close(terminal) }
    var process: pid_t = 0
    var isThere = false
    let time = seconds {
      guard spawn(program, at: "/dev/pts/\(number)", &process) else { return }
      isThere = waitForPrompt(terminal)
    }
    if process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    return isThere ? time : nil
  }

  private static func spawn(_ program: String, at path: String, _ process: inout pid_t) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR | O_NOCTTY, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let words = [strdup(program), strdup("--no-init"), nil]
    defer { for word in words { free(word) } }
    return posix_spawn(&process, program, &actions, nil, words, environ) == 0
  }

  /// Reads until the prompt appears; false after ten seconds without one.
  private static func waitForPrompt(_ terminal: Int32) -> Bool {
    var seen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while seen.count < 100_000 {
      var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, 10_000) > 0 else { return false }
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0 else { return false }
      seen += buffer.prefix(count)
      if String(decoding: seen, as: UTF8.self).contains("retry> ") { return true }
    }
    return false
  }
}
