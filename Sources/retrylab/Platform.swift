import Files
import LineEditor

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The only place that speaks to the operating system.
enum Platform {
  /// The codes with which the program ends.
  enum ExitCode: Int32 {
    case success = 0
    case failed = 1
    case usage = 64
    case wrongScript = 65
    case noSuchFile = 66
    /// A file, or standard output, cannot be written.
    case unwritable = 74
    case interrupted = 130
  }

  /// A stream of the program.
  enum Stream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    /// Whether a terminal is at its end.
    var isTerminal: Bool { isatty(rawValue) == 1 }
  }

  /// Prepares for a world in which streams are closed, and files may not grow.
  static func begin() {
    // A file that is opened later would take the number of a stream that is closed, and get what is said. What
    // is opened here can be used the wrong way round only, so that who uses it hears of that.
    for stream in Stream.input.rawValue...Stream.error.rawValue where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == Stream.input.rawValue ? O_WRONLY : O_RDONLY)
    }
    FileLimit.tellInsteadOfEnding()
  }

  /// Why standard input cannot be read, if it cannot.
  static var inputTrouble: String? {
    read(Stream.input.rawValue, nil, 0) < 0 ? FileTrouble.system(errno).description : nil
  }

  /// Returns a variable of the environment that is set and not empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The columns of the terminal, if there is one.
  static var terminalWidth: Int? { wishedWidth ?? (Screen.isShown ? Screen.size.columns : nil) }

  /// Where the columns of the terminal are known from, if they are.
  static var widthOrigin: String? {
    wishedWidth == nil ? (Screen.isShown ? "terminal" : nil) : "COLUMNS"
  }

  private static var wishedWidth: Int? {
    environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Writes a line.
  static func write(_ line: String, to stream: Stream) {
    write(bytes: line + "\n", to: stream)
  }

  /// Writes a text; the program ends if standard output is closed.
  static func write(bytes text: String, to stream: Stream) {
    do throws(FileTrouble) {
      try Descriptor.writeAll(text.utf8, to: stream.rawValue)
    } catch {
      if stream == .output { endWithoutOutput(error) }
    }
  }

  /// Ends the program because its output cannot be written.
  static func endWithoutOutput(_ trouble: FileTrouble) -> Never {
    // Who reads no further wants no more; the signal says so, unless it is ignored.
    if trouble == .system(EPIPE) { end(by: SIGPIPE) }
    write("retrylab: standard output cannot be written: \(trouble)", to: .error)
    end(.unwritable)
  }

  /// Ends the program as the signal would have done that asked for it.
  static func end(by signal: Int32) -> Never {
    signalDefault(signal)
    raise(signal)
    exit(128 + signal)
  }

  private static func signalDefault(_ number: Int32) {
    _ = signal(number, SIG_DFL)
  }

  /// Ends the program.
  static func end(_ code: ExitCode) -> Never {
    exit(code.rawValue)
  }
}
