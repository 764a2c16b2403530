import LineEditor

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Another program, which runs beside this one until it ends or is stopped.
final class ChildProcess {
  private let id: pid_t
  /// Its exit status, once it has ended; that of a signal is greater by 128.
  private(set) var status: Int32?
  /// How often it was looked at since it was asked to end.
  private var patience: Int?

  /// Starts the program that the first word names; what it prints may go where errors go.
  init?(_ words: [String], adding variables: [String: String] = [:], printsAsErrors: Bool = false) {
    for (name, value) in variables { setenv(name, value, 1) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if printsAsErrors {
      posix_spawn_file_actions_adddup2(
        &actions, Platform.Stream.error.rawValue, Platform.Stream.output.rawValue)
    }
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that what it has started ends with it; whatever this program is spared, it is not.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var id: pid_t = 0
    guard let program = words.first,
      posix_spawnp(&id, program, &actions, &attributes, arguments, environ) == 0
    else { return nil }
    self.id = id
  }

  /// How often it is looked at, and how often after it was asked to end.
  private static let pause: UInt32 = 50_000
  private static let patience = 40

  /// Waits until it has ended, and does something from time to time.
  func wait(watching look: () -> Void = {}) {
    while !hasEnded() {
      look()
      usleep(Self.pause)
    }
  }

  /// Returns whether it has ended; Ctrl-C stops it.
  func hasEnded() -> Bool {
    guard status == nil else { return true }
    var state: Int32 = 0
    let ended = waitpid(id, &state, WNOHANG)
    if ended == id {
      let signal = state & 0x7f
      status = signal == 0 ? (state >> 8) & 0xff : 128 + signal
      return true
    }
    if ended < 0, errno != EINTR {
      status = 127
      return true
    }
    if Interruption.isRequested { stop() }
    if let patience {
      self.patience = patience - 1
      if patience == 0 { kill(-id, SIGKILL) }
    }
    return false
  }

  /// Asks it to end, with all that it has started; if it does not, it is ended.
  func stop() {
    guard status == nil, patience == nil else { return }
    patience = Self.patience
    kill(-id, SIGTERM)
  }
}
