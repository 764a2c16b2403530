import LineEditor
import RetryLanguage
import Workbench

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
    case interrupted = 130
  }

  /// A stream of the program.
  enum Stream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    /// A flag that tells whether a terminal is at its end.
    var isTerminal: Bool { isatty(rawValue) == 1 }
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

  /// The most bytes of a file that are read, so that none can fill the memory.
  private static let longest = 16_000_000

  /// Returns the text of a file, `-` being standard input, or nothing where it cannot be read.
  static func text(ofFile path: String) -> String? {
    if path == "-" { return standardInput() }
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return Descriptor.readAll(descriptor, atMost: longest).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Says that a file cannot be read; returns the code with which the program then ends.
  static func noSuchFile(_ path: String) -> ExitCode {
    write("retrylab: the file '\(path.sanitized)' cannot be read", to: .error)
    return .noSuchFile
  }

  /// Returns the text of a file in a folder or below it, and of no other, wherever links lead.
  static func text(ofFile path: String, inside folder: String) -> String? {
    guard let folder = resolved(folder), let file = resolved("\(folder)/\(path)"),
      file.hasPrefix(folder + "/")
    else { return nil }
    return text(ofFile: file)
  }

  /// Returns the paths in a folder that begin with a text, folders with a slash behind them.
  static func paths(beginningWith text: String, inside folder: String) -> [String] {
    let end = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let parent = String(text[..<end])
    guard let root = resolved(folder), let place = resolved("\(folder)/\(parent)"),
      place == root || place.hasPrefix(root + "/"), let listing = opendir(place)
    else { return [] }
    defer { closedir(listing) }
    var paths: [String] = []
    while let entry = readdir(listing), paths.count < 1000 {
      let name = name(of: entry)
      guard !name.hasPrefix("."), name.hasPrefix(text[end...]) else { continue }
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      if isFolder || name.hasSuffix(".retry") || name.hasSuffix(".csv") {
        paths.append(parent + name + (isFolder ? "/" : ""))
      }
    }
    return paths
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }

  /// Tells whether a folder is there.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the scenarios in a folder and below it, in order, or the one file; nothing where it is not there.
  static func scenarios(in path: String) -> [String]? {
    guard isFolder(path) else { return access(path, R_OK) == 0 ? [path] : nil }
    guard let listing = opendir(path) else { return nil }
    defer { closedir(listing) }
    var (files, folders): ([String], [String]) = ([], [])
    while let entry = readdir(listing) {
      let name = name(of: entry)
      guard !name.hasPrefix(".") else { continue }
      let place = path == "." ? name : path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      // Links are not followed, since they can lead in circles.
      if entry.pointee.d_type == UInt8(DT_DIR) { folders.append(place) }
      if entry.pointee.d_type == UInt8(DT_REG), name.hasSuffix(".retry") { files.append(place) }
    }
    return (files + folders.flatMap { scenarios(in: $0) ?? [] }).sorted()
  }

  /// The path without links.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Writes a text into a file, whole or not at all.
  static func save(_ path: String, _ text: String, mayReplace: Bool) -> TerminalHooks.Answer {
    let answer = WholeFile.write(text.utf8, to: path, mayReplace: mayReplace)
    return switch answer {
    case .written: .saved
    case .exists: .exists
    case .failed: .failed(answer.reason ?? "")
    }
  }

  /// Has a session write files, for whoever types what it runs.
  static func allowSaving(_ hooks: inout TerminalHooks) {
    hooks.save = save
    hooks.isThere = { access($0, F_OK) == 0 }
  }

  /// Returns all of standard input.
  static func standardInput() -> String? {
    Descriptor.readAll(Stream.input.rawValue, atMost: longest).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Writes a line.
  static func write(_ line: String, to stream: Stream) {
    write(bytes: line + "\n", to: stream)
  }

  /// Writes a text as it is.
  static func write(bytes text: String, to stream: Stream) {
    Descriptor.writeAll(text.utf8, to: stream.rawValue)
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
