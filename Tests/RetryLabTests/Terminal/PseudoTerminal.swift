import Foundation
import Glibc

/// The program on its own terminal, with a user who presses keys and reads the screen.
final class PseudoTerminal {
  private var descriptor: Int32
  private(set) var process: pid_t = 0
  private(set) var emulator: Emulator
  /// All that was written, byte for byte.
  private(set) var written: [UInt8] = []
  private var undecoded: [UInt8] = []
  private var code: Int32?

  // The requests behind `unlockpt` and `ptsname`, which the module of the C library leaves out.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// Thrown if the expected output does not appear.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts a program.
  init(
    _ path: String, _ arguments: [String] = [], environment: [String: String], columns: Int = 80,
    rows: Int = 24
  ) throws {
    emulator = Emulator(columns: columns, rows: rows)
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard descriptor >= 0, ioctl(descriptor, Self.setLock, &lock) == 0,
      ioctl(descriptor, Self.getNumber, &number) == 0
    else { throw Missing(description: "no pseudo-terminal") }
    setSize(columns: columns, rows: rows)
    try spawn(path, arguments, environment, slave: "/dev/pts/\(number)")
  }

  deinit {
    if code == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    if descriptor >= 0 { close(descriptor) }
  }

  private func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], slave: String
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens is its own.
    posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let newSession: Int16 = 0x80
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Tests that run under nohup would hand its deafness down.
    var heard = sigset_t()
    sigemptyset(&heard)
    sigaddset(&heard, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &heard)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, newSession | Int16(flags))
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    let error = posix_spawn(&process, path, &actions, &attributes, words, variables)
    guard error == 0 else { throw Missing(description: "\(path): error \(error)") }
  }

  /// Presses keys.
  func type(_ keys: String) {
    var bytes = Array(keys.utf8)[...]
    while !bytes.isEmpty {
      // The program may have to be read before it can read on.
      look(for: 0)
      let part = bytes.prefix(512)
      let count = part.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      bytes = bytes.dropFirst(max(0, count))
      if count < 0, errno != EINTR, errno != EAGAIN { return }
    }
  }

  /// Pastes a text as terminals do that mark it.
  func paste(_ text: String) {
    type("\u{1B}[200~\(text.replacing("\n", with: "\r"))\u{1B}[201~")
  }

  /// Changes the size of the terminal and notifies the program.
  func resize(columns: Int, rows: Int) {
    emulator.resize(columns: columns, rows: rows)
    setSize(columns: columns, rows: rows)
  }

  /// Takes the terminal away.
  func hangUp() {
    close(descriptor)
    descriptor = -1
  }

  private func setSize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// The settings of the terminal, as they are now.
  var settings: termios {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return settings
  }
}

// MARK: - Looking

extension PseudoTerminal {
  /// The time after which what has not come is missing; a busy machine may take long.
  private static let patience: Duration = .seconds(60)

  /// Looks until the screen is as it is wanted.
  func wait(
    for what: String, until isReached: (Emulator) throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + Self.patience
    while try !isReached(emulator) {
      guard ContinuousClock.now < deadline, look(for: 100) || code == nil else {
        throw Missing(description: "\(what) is missing; on the screen:\n\(emulator.text)\n")
      }
    }
  }

  /// Looks until the screen shows a text.
  func wait(for text: String) throws {
    try wait(for: text) { $0.text.contains(text) }
  }

  /// Looks until the screen shows words, wherever lines are broken.
  func wait(forWords words: String) throws {
    try wait(for: words) { $0.shows(words) }
  }

  /// Looks until the last line is a text.
  func wait(forLine text: String) throws {
    try wait(for: text) { $0.text.split(separator: "\n").last ?? "" == text }
  }

  /// Waits until the program has ended, and returns its code, or the signal that ended it, negative.
  func end() throws -> Int32 {
    let deadline = ContinuousClock.now + Self.patience
    while code == nil {
      guard ContinuousClock.now < deadline else {
        throw Missing(description: "the end is missing; on the screen:\n\(emulator.text)\n")
      }
      _ = look(for: 20)
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { continue }
      while look(for: 0) {}
      code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
    return code ?? 0
  }

  /// Applies new output; returns whether there was any.
  @discardableResult
  private func look(for milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Without a descriptor, which is negative then, this only waits.
    guard Glibc.poll(&poll, 1, milliseconds) > 0, poll.revents & Int16(POLLIN) != 0 else {
      return false
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return false }
    written += buffer[..<count]
    undecoded += buffer[..<count]
    var end = undecoded.count
    // A sequence that is not whole yet waits for its rest.
    if let lead = undecoded.lastIndex(where: { $0 & 0xC0 != 0x80 }), undecoded[lead] >= 0xC0 {
      let length = undecoded[lead] >= 0xF0 ? 4 : undecoded[lead] >= 0xE0 ? 3 : 2
      if undecoded.count - lead < length { end = lead }
    }
    emulator.feed(String(decoding: undecoded[..<end], as: UTF8.self))
    undecoded.removeFirst(end)
    return true
  }
}
