import Files
import LineEditor
import Report
import RetryLanguage
import Workbench

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Reading and writing files.

extension Platform {
  /// The most bytes read from a text, so that it cannot fill the memory.
  private static let longest = 16_000_000

  /// Returns the text of a file named by the user, which may be a pipe or a device; `-` is standard input.
  static func text(named path: String) throws(FileError) -> String {
    try FileError.checkName(path)
    if path == "-" { return try text(of: Stream.input.rawValue) }
    let descriptor = try FileError.check { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    return try script(in: try text(of: descriptor), at: path)
  }

  /// Returns a text that is run: that of a file, or the cells of a notebook.
  private static func script(in text: String, at path: String) throws(FileError) -> String {
    guard path.lowercased().hasSuffix(".ipynb") else { return text }
    guard let script = Notebook.scenario(in: text) else { throw .foreign("a notebook") }
    return script
  }

  /// Reads a file of any length piece by piece, while a closure wants to go on, and until Ctrl-C; `-` is standard input.
  static func pieces(
    ofFile path: String, _ isWanted: ([UInt8]) -> Bool
  ) throws(FileError) {
    try FileError.checkName(path)
    let isStopped = { Interruption.isRequested }
    if path == "-" {
      return try Descriptor.readPieces(Stream.input.rawValue, isStopped: isStopped, isWanted)
    }
    // Otherwise opening a pipe would wait for its writer, where Ctrl-C does not reach.
    let descriptor = try FileError.check { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    defer { close(descriptor) }
    try Descriptor.readPieces(descriptor, isStopped: isStopped, isWanted)
  }

  private static func text(of descriptor: Int32) throws(FileError) -> String {
    String(decoding: try Descriptor.readAll(descriptor, atMost: longest), as: UTF8.self)
  }

  /// Returns the content of a regular file, and refuses other kinds without blocking.
  static func content(ofFile path: String, atMost limit: Int = longest) -> FileContent {
    do throws(FileError) {
      let bytes = try PlainFile.read(path, atMost: limit)
      // The marks with which Windows begins such a text.
      if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(where: { bytes.starts(with: $0) }) {
        return .unreadable("it is UTF-16; save it as UTF-8")
      }
      return .text(try script(in: String(decoding: bytes, as: UTF8.self), at: path))
    } catch {
      if error == .system(EISDIR) { return .folder }
      return error.isAbsence ? .absent : .unreadable(error.description)
    }
  }

  /// Returns the content of a recording, which may be longer than other files.
  static func recording(_ path: String) -> FileContent {
    content(ofFile: path, atMost: Recording.longest)
  }

  /// Returns the content of a file only if it is inside a folder, after resolving links.
  static func content(
    ofFile path: String, inside folder: String, _ read: (String) -> FileContent
  ) -> FileContent {
    let place = "\(folder)/\(path)"
    guard let folder = resolved(folder) else { return .absent }
    // Missing files and broken links are reported as such.
    guard let file = resolved(place) else { return read(place) }
    return isBelow(file, folder) ? read(file) : .outside
  }

  /// Returns whether a file is in a folder or below it; both paths must be without links.
  private static func isBelow(_ file: String, _ folder: String) -> Bool {
    file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Reports that a file cannot be read; returns the exit code.
  static func unreadable(_ path: String, _ reason: String) -> ExitCode {
    write("retrylab: the file '\(path.sanitized)' cannot be read: \(reason)", to: .error)
    return .noSuchFile
  }

  /// Reports that a file cannot be written; returns the exit code.
  static func unwritable(_ path: String, _ reason: String) -> ExitCode {
    write("retrylab: '\(path.sanitized)' cannot be written: \(reason)", to: .error)
    return .unwritable
  }

  /// Writes a text to a file atomically; the path of a PNG gets the image that the text describes.
  static func save(_ path: String, _ text: String, mayReplace: Bool) -> TerminalHooks.SaveOutcome {
    guard path.lowercased().hasSuffix(".png") else {
      return outcome(WholeFile.write(text.utf8, to: path, mayReplace: mayReplace))
    }
    do throws(RasterImage.Failure) {
      let image = try RasterImage.png(of: text)
      return outcome(WholeFile.write(image, to: path, mayReplace: mayReplace))
    } catch {
      return .failed(error.reason)
    }
  }

  private static func outcome(_ answer: WholeFile.Outcome) -> TerminalHooks.SaveOutcome {
    switch answer {
    case .written: .saved
    case .exists: .exists
    case .failed(let error): .failed(error.description)
    }
  }

  /// Tells why what the command line wants cannot be written, as far as that shows before there is anything to write.
  static func obstacle(to arguments: Arguments) -> ExitCode? {
    let folder = arguments.tables.flatMap { path in
      WholeFile.obstacle(inFolder: path).map { error in
        let isMissing = error == .system(ENOENT)
        return unwritable(
          path, isMissing ? "there is no such folder, so make it first" : error.description)
      }
    }
    let paths = [arguments.junit, arguments.grades, arguments.html]
    return paths.compactMap(\.self).reduce(folder) { found, path in
      found ?? WholeFile.obstacle(to: path).map { unwritable(path, $0.description) }
    } ?? arguments.html.flatMap(obstacle(toPage:))
  }

  /// Tells why a page cannot take the place of a file: that is no page, such as the scenario itself.
  static func obstacle(toPage path: String) -> ExitCode? {
    guard let bytes = try? PlainFile.read(path), !bytes.isEmpty,
      !bytes.starts(with: ReportPage.beginning.utf8), !LaboratoryPage.begins(bytes)
    else { return nil }
    return unwritable(path, "it is not an HTML page, and is left as it is")
  }

  /// Whether there is a page that is not one of the laboratory.
  static func isOtherPage(_ path: String) -> Bool {
    (try? PlainFile.read(path)).map { !$0.isEmpty && !LaboratoryPage.begins($0) } ?? false
  }

  /// Writes a page atomically.
  static func save(
    page bytes: some Collection<UInt8>, to path: String
  ) -> TerminalHooks.SaveOutcome {
    outcome(WholeFile.write(bytes, to: path, mayReplace: true))
  }

  /// Where the executable file is, without links.
  static var program: String {
    resolved("/proc/self/exe") ?? resolved(CommandLine.arguments[0]) ?? ""
  }

  static var programFolder: String {
    program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  }

  /// Removes a file; returns the reason if it cannot.
  static func remove(_ path: String) -> String? {
    do throws(FileError) {
      try FileError.checkName(path)
      try FileError.check { unlink(path) }
      return nil
    } catch {
      return error.isAbsence ? nil : error.description
    }
  }

  /// Lets a session write files; the closure is called for each file that cannot be written.
  static func allowSaving(
    _ hooks: inout TerminalHooks, orElse failed: @escaping () -> Void = {}
  ) {
    hooks.save = { path, text, mayReplace in
      let answer = save(atHome(path), text, mayReplace: mayReplace)
      if case .failed = answer { failed() }
      return answer
    }
    hooks.savePage = { path, text, mayReplace in
      var start = PageStart()
      let answer: TerminalHooks.SaveOutcome
      do throws(PageStart.Conflict) {
        try start.add(Scenario(path: path, text: text, host: FrontEnd.host(in: ".")))
      } catch {
        failed()
        return .failed("two different files would be '\(error.name.sanitized)' in it")
      }
      do throws(LaboratoryPage.Missing) {
        let bytes = try LaboratoryPage().starting(with: start)
        answer = outcome(WholeFile.write(bytes, to: atHome(path), mayReplace: mayReplace))
      } catch {
        answer = .failed(error.message)
      }
      if case .failed = answer { failed() }
      return answer
    }
    hooks.remove = { path in
      let reason = remove(atHome(path))
      if reason != nil { failed() }
      return reason
    }
    hooks.read = { content(ofFile: atHome($0)).text }
    hooks.isThere = { isThere(atHome($0)) }
  }

  static func isThere(_ path: String) -> Bool {
    !path.utf8.contains(0) && access(path, F_OK) == 0
  }

  /// Returns the path with a leading `~/` expanded as by a shell.
  private static func atHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = environment(.home) else { return path }
    return home + path.dropFirst()
  }

  /// The path without links.
  static func resolved(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
