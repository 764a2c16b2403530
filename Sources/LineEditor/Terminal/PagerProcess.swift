import Files
import Glibc
import Synchronization

/// A running pager, which reads a text from a pipe.
struct PagerProcess {
  /// The number of the process that shows the text, or zero.
  private static let current = Atomic<Int32>(0)

  private var process: pid_t = 0
  private let input: Int32

  /// Makes sure that a handler finds what it needs.
  static func prepare() { current.store(0, ordering: .relaxed) }

  /// What `less` shows unless the user has configured it otherwise: colours, and how to leave it.
  ///
  /// What was read stays on the screen, since the next entry is about it.
  /// Secure, so that keys that were meant for the prompt write no files and start nothing.
  private static let settings = [
    ("LESS", "RX -Ps?e(END) :.q leaves, Space goes on$"), ("LESSSECURE", "1"),
  ]

  init?(_ command: String) {
    let missing = Self.settings.filter { getenv($0.0) == nil }
    for (name, value) in missing { setenv(name, value, 1) }
    defer { for (name, _) in missing { unsetenv(name) } }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // If the pager held the end that is written to, it would never see the end of the text.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    // Parsed by a shell, so that the pager may have options.
    let words: [UnsafeMutablePointer<CChar>?] = [
      strdup("sh"), strdup("-c"), strdup(Self.inPlace(command)), nil,
    ]
    defer { for word in words { free(word) } }
    input = ends[1]
    guard posix_spawn(&process, "/bin/sh", &actions, nil, words, environ) == 0 else {
      close(ends[1])
      return nil
    }
    Self.current.store(process, ordering: .relaxed)
    // A signal may have come before.
    let signal = Signals.ending.load(ordering: .relaxed)
    if signal != 0 { kill(process, signal) }
  }

  /// Lets the pager take the place of its shell, which would not pass signals on; a pipeline needs the shell.
  private static func inPlace(_ command: String) -> String {
    command.contains { "|&;()\n".contains($0) } ? command : "exec env " + command
  }

  /// Passes on a signal that ends this program: the pager would live on and keep the terminal.
  static let end: @convention(c) (Int32) -> Void = { signal in
    Signals.note(signal)
    let process = current.load(ordering: .relaxed)
    if process > 0 { kill(process, signal) }
  }

  /// Writes a text, as far as the pager reads it.
  func write(_ text: String) {
    try? Descriptor.writeAll(text.utf8, to: input)
    close(input)
  }

  /// Waits for the end of the pager, and returns its status.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    Self.current.store(0, ordering: .relaxed)
    return status
  }
}
