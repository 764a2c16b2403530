import Foundation
import Glibc

/// A process with limits, whose children end with it.
struct Child {
  /// What a process may take.
  struct Limits {
    /// The seconds until it is ended.
    var seconds: Double

    /// The kilobytes of its address space.
    var memory: Int?

    /// The mutant that it runs.
    var mutant: Int?
  }

  /// How a process ended.
  enum End: Equatable {
    /// It exited by itself, or by a signal.
    case code(Int32)
    /// It was ended since its output has a line of which no more is needed.
    case line(String)
    /// It was ended since it took too long.
    case late
  }

  /// Runs a program in a folder until it ends, a line of its output is wanted, or its time is up.
  static func run(
    _ words: [String], in folder: String, log: String, limits: Limits, until: String? = nil
  ) throws -> End {
    try Data().write(to: URL(filePath: log))
    let child = try spawn(words, in: folder, log: log, limits: limits)
    // Its child processes end with it.
    defer { kill(-child, SIGKILL) }
    let start = ContinuousClock.now
    while true {
      var status: Int32 = 0
      let isOver = waitpid(child, &status, WNOHANG) == child
      if let until, let line = try self.line(with: until, in: log) {
        if !isOver { end(child) }
        return .line(line)
      }
      // The lower bits hold the signal, and the upper ones the code.
      if isOver { return .code(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F) }
      if ContinuousClock.now - start > .seconds(limits.seconds) {
        end(child)
        return .late
      }
      usleep(50_000)
    }
  }

  /// The user without rights for whom mutants run where the administrator starts them: one that writes in the
  /// wrong place would replace the devices of the machine.
  static let nobody: Int? = getuid() == 0 ? 65534 : nil

  private static var unprivileged: String {
    nobody.map { "setpriv --reuid \($0) --regid \($0) --clear-groups" } ?? ""
  }

  private static func end(_ child: pid_t) {
    kill(-child, SIGKILL)
    waitpid(child, nil, 0)
  }

  private static func line(with part: String, in log: String) throws -> String? {
    let text = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
    return text.split(separator: "\n").first { $0.contains(part) }.map(String.init)
  }

  /// Starts a program by a shell that sets its limits, as the leader of a group.
  private static func spawn(
    _ words: [String], in folder: String, log: String, limits: Limits
  ) throws -> pid_t {
    let shell =
      "cd \"$0\"; ulimit -c 0 -t \(Int(limits.seconds) * 4)"
      + (limits.memory.map { " -v \($0)" } ?? "") + "; "
      + (limits.mutant.map { "ulimit -S -q \($0); exec \(Self.unprivileged)" } ?? "exec")
      + " \"$@\""
    let arguments = ["/bin/bash", "-c", shell, folder] + words
    var environment = ProcessInfo.processInfo.environment
    for name in ["CI", "MUTATE"] { environment[name] = nil }
    if limits.mutant != nil { environment["HOME"] = folder }
    let variables = environment.map { "\($0.key)=\($0.value)" }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_APPEND, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // A signal that is passed over around this program, such as by nohup, would be in the tests as well.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    let lists = [arguments, variables].map { $0.map { strdup($0) } + [nil] }
    defer { lists.joined().forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, "/bin/bash", &actions, &attributes, lists[0], lists[1])
    guard code == 0 else { throw Failure("bash does not start, with the code \(code)") }
    return child
  }
}

/// Why the run cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  /// Creates a failure.
  init(_ description: String) {
    self.description = description
  }
}
