import Files
import LineEditor
import Report

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The only type that calls the operating system.
enum Platform {
  enum ExitCode: Int32, CaseIterable {
    case success = 0
    case failed = 1
    case usage = 64
    case wrongScript = 65
    case noSuchFile = 66
    case unwritable = 74
    case tryAgain = 75
    case interrupted = 130

    var meaning: String {
      switch self {
      case .success: "success"
      case .failed: "an expectation failed, a recording differs, or a client departs from its plan"
      case .usage: "an invalid option"
      case .wrongScript: "an error in a script"
      case .noSuchFile: "a file that cannot be read"
      case .unwritable: "a file or standard output that cannot be written"
      case .tryAgain: "parts that are missing, a port that is taken, or too little to judge by"
      case .interrupted: "Ctrl-C"
      }
    }
  }

  enum Stream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    var isTerminal: Bool { isatty(rawValue) == 1 }
  }

  /// Prepares for closed standard streams and limits on the size of files.
  static func begin() {
    // A file opened later would get the descriptor of a closed stream, and the output meant for it. The
    // placeholder opened here has the wrong direction, so that using the stream fails.
    for stream in Stream.input.rawValue...Stream.error.rawValue where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == Stream.input.rawValue ? O_WRONLY : O_RDONLY)
    }
    FileLimit.reportInsteadOfEnding()
  }

  /// The reason why standard input cannot be read, if any.
  static var inputProblem: String? {
    // Reading nothing fails if the stream cannot be read, and takes nothing from it.
    read(Stream.input.rawValue, nil, 0) < 0 ? FileError.system(errno).description : nil
  }

  /// Returns an environment variable if it is set and not empty.
  static func environment(_ variable: Variable) -> String? {
    guard let value = getenv(variable.rawValue) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  static var terminalWidth: Int? { wishedWidth ?? (Screen.isShown ? Screen.size.columns : nil) }

  /// The stream that gives the columns of the terminal, if any.
  static var widthOrigin: String? {
    wishedWidth == nil ? (Screen.isShown ? "terminal" : nil) : Variable.columns.rawValue
  }

  private static var wishedWidth: Int? {
    environment(.columns).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether a runner of GitHub reads the output, and obeys commands in it.
  static let isOnGitHub = environment(.gitHubActions) == "true"

  static func write(_ line: String, to stream: Stream) {
    write(bytes: printed(line), to: stream)
  }

  /// Writes what standard output takes within some milliseconds; returns the rest.
  ///
  /// The program ends if nobody can read it.
  static func write(
    _ bytes: ArraySlice<UInt8>, waitingAtMost patience: Int32 = 0
  ) throws(FileError) -> ArraySlice<UInt8> {
    do throws(FileError) {
      return try Descriptor.writeSome(bytes, to: Stream.output.rawValue, waitingAtMost: patience)
    } catch {
      if error == .system(EPIPE) { endWithoutOutput(error) }
      throw error
    }
  }

  static func printed(_ line: String) -> String {
    // A JSON object is in one line, which no command can begin.
    let isSafe = !isOnGitHub || line.hasPrefix("{")
    return (isSafe ? line : ChecksReport.disarmed(line)) + "\n"
  }

  /// The time for which a processor has worked for this thread.
  static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Lets this program have as many files and connections open as it may.
  static func raiseDescriptorLimit() {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }

  /// Writes a text; the program ends if standard output is closed.
  static func write(bytes text: String, to stream: Stream) {
    write(bytes: text.utf8, to: stream)
  }

  /// Writes bytes; the program ends if standard output is closed.
  static func write(bytes: some Collection<UInt8>, to stream: Stream) {
    do throws(FileError) {
      try Descriptor.writeAll(bytes, to: stream.rawValue)
    } catch {
      if stream == .output { endWithoutOutput(error) }
    }
  }

  static func endWithoutOutput(_ error: FileError) -> Never {
    // A reader that has left needs no message: the signal ends the program, unless it is ignored.
    if error == .system(EPIPE) { end(by: SIGPIPE) }
    write("retrylab: standard output cannot be written: \(error)", to: .error)
    end(.unwritable)
  }

  /// Ends the program as the signal that requested it would have done.
  static func end(by signal: Int32) -> Never {
    signalDefault(signal)
    raise(signal)
    exit(128 + signal)
  }

  private static func signalDefault(_ number: Int32) {
    _ = signal(number, SIG_DFL)
  }

  static func end(_ code: ExitCode) -> Never {
    exit(code.rawValue)
  }
}
