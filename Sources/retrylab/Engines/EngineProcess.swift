import LineEditor

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A command of the shell that runs until it ends, or until Ctrl-C.
enum EngineProcess {
  /// How often its progress is looked at.
  private static let pause: UInt32 = 50_000

  /// Runs a command; returns its exit status, or `nil` if it was stopped or cannot be started.
  static func run(_ command: String, watching look: () -> Void) -> Int32? {
    var process: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [
      strdup("sh"), strdup("-c"), strdup(command), nil,
    ]
    defer { for word in words { free(word) } }
    guard posix_spawn(&process, "/bin/sh", nil, nil, words, environ) == 0 else { return nil }
    var (status, isStopped): (Int32, Bool) = (0, false)
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { break }
      if ended < 0, errno != EINTR { return nil }
      if Interruption.isRequested, !isStopped {
        isStopped = true
        kill(process, SIGTERM)
      }
      look()
      usleep(pause)
    }
    let signal = status & 0x7f
    return isStopped ? nil : signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
