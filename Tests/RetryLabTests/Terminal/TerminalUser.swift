import Foundation

/// The environment of a user: a home folder and the prompt on different kinds of terminals.
struct TerminalUser {
  /// How the terminal is.
  struct Kind: Sendable, CustomStringConvertible {
    var columns = 80
    var isColoured = false

    var description: String { "\(columns) columns\(isColoured ? " in colour" : "")" }

    /// The kinds at which everything must look right.
    static let all: [Kind] = [40, 80, 200].flatMap { columns in
      [false, true].map { Kind(columns: columns, isColoured: $0) }
    }
  }

  let home: URL
  private let kind: Kind

  /// Prepares a home; most tests are not about help while typing, so they go without it.
  init(_ kind: Kind = Kind(), isHinted: Bool = false) throws {
    self.kind = kind
    home = try Scratch.folder()
    if !isHinted { _ = try write("set hints off", to: ".config/retrylab/init.retry") }
  }

  /// The file that keeps the history.
  var history: URL { home.appending(path: ".local/state/retrylab/history.jsonl") }

  /// Writes a file into the home, with folders as they are needed.
  func write(_ text: String, to path: String, isProgram: Bool = false) throws -> String {
    let url = home.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
    if isProgram { try makeProgram(url) }
    return url.path
  }

  /// Has another process write a file again, as a program.
  ///
  /// A file that this process has written may still be open in a child that was started meanwhile, and would
  /// be too busy to be run.
  private func makeProgram(_ url: URL) throws {
    let source = url.appendingPathExtension("text")
    try FileManager.default.moveItem(at: url, to: source)
    let install = Process()
    install.executableURL = URL(filePath: "/usr/bin/install")
    install.arguments = ["-m", "700", source.path, url.path]
    try install.run()
    install.waitUntilExit()
    try FileManager.default.removeItem(at: source)
  }

  /// Starts the program, and waits for its first prompt.
  func sit(
    _ arguments: [String] = ["--quiet"], environment: [String: String] = [:], rows: Int = 24
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      Program.folder.appending(path: "retrylab").path, arguments,
      environment: variables.merging(environment) { $1 }, columns: kind.columns, rows: rows)
    try terminal.waitForPrompt()
    try terminal.clearHints()
    return terminal
  }

  /// Starts the program in the home folder, from which it may load files.
  func sitAtHome(
    onFullDisk: Bool = false, environment: [String: String] = [:], rows: Int = 24
  ) throws -> PseudoTerminal {
    let program = Program.folder.appending(path: "retrylab").path
    let start = onFullDisk ? Program.fullDisk : "exec \"$0\" \"$@\""
    let terminal = try PseudoTerminal(
      "/bin/bash", ["-c", "cd '\(home.path)'; \(start)", program, "--quiet"],
      environment: variables.merging(environment) { $1 }, columns: kind.columns, rows: rows)
    try terminal.waitForPrompt()
    try terminal.clearHints()
    return terminal
  }

  /// Starts a shell, which can stop a program and let it go on.
  func shell() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noediting", "-i"],
      environment: variables.merging(["PS1": "$ "]) { $1 }, columns: kind.columns)
    try terminal.wait(forLine: "$")
    return terminal
  }

  private var variables: [String: String] {
    var variables = [
      "HOME": home.path, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PAGER": "cat",
      "PATH": "/usr/bin:/bin",
    ]
    if !kind.isColoured { variables["NO_COLOR"] = "1" }
    return variables
  }
}

extension PseudoTerminal {
  /// Removes what the init file has said.
  fileprivate func clearHints() throws {
    guard emulator.text == "hints off\nretry>" else { return }
    type(Press.control("l"))
    try wait(for: "a clear screen") { $0.text == "retry>" && $0.column == 7 }
  }

  /// Waits for an empty prompt in the last line that is not empty.
  func waitForPrompt() throws {
    try wait(for: "the prompt") {
      $0.text.split(separator: "\n").last == "retry>" && $0.column == 7
    }
  }

  /// Types an entry and returns its output.
  @discardableResult
  func enter(_ text: String) throws -> String {
    let before = emulator.history
    type(text + "\r")
    try wait(for: "the next prompt after \(text)") {
      $0.history.count > before.count + 1 && $0.text.split(separator: "\n").last == "retry>"
        && $0.column == 7
    }
    return emulator.history
  }
}

/// Keys as terminals send them.
enum Press {
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static let right = "\u{1B}[C"
  static let left = "\u{1B}[D"
  static let home = "\u{1B}[H"
  static let end = "\u{1B}[F"
  static let delete = "\u{1B}[3~"
  static let pageUp = "\u{1B}[5~"
  static let pageDown = "\u{1B}[6~"
  static let backspace = "\u{7F}"
  static let enter = "\r"
  static let tab = "\t"

  /// Returns what a letter with the Control key sends.
  static func control(_ letter: Character) -> String {
    String(Unicode.Scalar((letter.asciiValue ?? 0) & 0x1F))
  }
}
