import Glibc

/// The program at a terminal of its own.
struct ProgramTerminal: ~Copyable {
  private let terminal: Int32
  private let process: pid_t

  // The requests that `unlockpt` and `ptsname` make; the module of the C library omits these functions.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// Starts the program in the folder of this one with arguments; `nil` if it is not there.
  init?(_ arguments: String...) {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard let program = Self.program, terminal >= 0, ioctl(terminal, Self.setLock, &lock) == 0,
      ioctl(terminal, Self.getNumber, &number) == 0,
      let process = Self.spawn(program, arguments, at: "/dev/pts/\(number)")
    else { return nil }
    (self.terminal, self.process) = (terminal, process)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(terminal)
  }

  /// The path of the program, in the folder of this one.
  static var program: String? {
    let folder = CommandLine.arguments[0].split(
      separator: "/", omittingEmptySubsequences: false
    ).dropLast()
    let path = (folder + ["retrylab"]).joined(separator: "/")
    return access(path, X_OK) == 0 ? path : nil
  }

  private static func spawn(
    _ program: String, _ arguments: [String], at path: String
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR | O_NOCTTY, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    return posix_spawn(&process, program, &actions, nil, words, environ) == 0 ? process : nil
  }

  func type(_ keys: String) {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for output, and returns it; empty after some milliseconds without any.
  func output(within milliseconds: Int32) -> [UInt8] {
    var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, milliseconds) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    return Array(buffer[..<max(0, read(terminal, &buffer, buffer.count))])
  }

  /// Reads until there has been no output for some milliseconds.
  func settle(_ milliseconds: Int32) {
    while !output(within: milliseconds).isEmpty {}
  }

  /// Reads until the prompt appears; false after ten seconds without output.
  func waitForPrompt() -> Bool {
    var seen: [UInt8] = []
    while seen.count < 100_000 {
      let more = output(within: 10_000)
      guard !more.isEmpty else { return false }
      seen += more
      if String(decoding: seen, as: UTF8.self).contains("retry> ") { return true }
    }
    return false
  }
}
