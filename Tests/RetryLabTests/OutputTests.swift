import Foundation
import Glibc
import Testing

/// Output that cannot be written.
@Suite("Output that cannot be written")
struct OutputTests {
  /// What prints on standard output.
  static let printers: [[String]] = [
    ["-e", "op()"], ["--json", "-e", "stats op() calls 10"],
    ["--csv", "-e", "stats op() calls 10"],
    ["--json", "-e", "op().rety(3)"], ["test", "s.retry"], ["test", "--json", "s.retry"],
    ["test", "s.retry", "--junit", "/dev/stdout"], ["replay", "s.retry"],
    ["replay", "--update", "s.retry"], ["--help"], ["--version"], ["s.retry"],
  ]

  /// Runs the program in a shell that says where its output goes.
  private func run(_ arguments: [String], _ redirection: String) throws -> (
    Program.Run, TerminalUser
  ) {
    let user = try TerminalUser(isHinted: true)
    let script = try user.write("run op() times 2000\n", to: "s.retry")
    let recorded = try Program.run(["replay", "--update", script])
    #expect(recorded.code == 0)
    return (
      try Program.shell(
        "cd '\(user.home.path)'; \"$0\" \"$@\" \(redirection)", arguments), user
    )
  }

  @Test("ends the program with one message if the disk is full", arguments: printers)
  func full(arguments: [String]) throws {
    let (run, _) = try run(arguments, "> /dev/full")
    #expect(run.code == 74, "\(run)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasSuffix("cannot be written: No space left on device"))
  }

  @Test("ends the program with one message if standard output is closed", arguments: printers)
  func closed(arguments: [String]) throws {
    let (run, user) = try run(arguments, ">&-")
    #expect(run.code == 74, "\(run)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("cannot be written: "), "\(run)")
    let names = try FileManager.default.contentsOfDirectory(atPath: user.home.path).sorted()
    #expect(names == ["s.recording", "s.retry"])
  }

  @Test("ends the program with one message at the file size limit")
  func limited() throws {
    let user = try TerminalUser()
    _ = try user.write("run op() times 2000\n", to: "s.retry")
    let run = try Program.shell(
      "cd '\(user.home.path)'; ulimit -f 1; exec \"$0\" s.retry > small", [])
    #expect(run.code == 74)
    #expect(run.errors == "retrylab: standard output cannot be written: File too large\n")
  }

  @Test(
    "ends the program silently if the reader has gone, as SIGPIPE does",
    arguments: ["", "trap '' PIPE; "])
  func pipe(setting: String) throws {
    let user = try TerminalUser()
    let script = try user.write("op()\n", to: "s.retry")
    for arguments in [["-e", "op()"], ["test", script], ["--json", "-e", "op()"], ["--help"]] {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      let program = Program.folder.appending(path: "retrylab").path
      process.arguments = ["-c", "\(setting)exec \"$0\" \"$@\"", program] + arguments
      let (outbound, errors) = (Pipe(), Pipe())
      try outbound.fileHandleForReading.close()
      process.standardOutput = outbound
      process.standardError = errors
      try process.run()
      #expect(try errors.fileHandleForReading.readToEnd() == nil)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == SIGPIPE)
    }
  }

  @Test(
    "does not reach a file, because no file reuses the number of a closed stream",
    arguments: [("<&-", 0), (">&-", 1), ("2>&-", 2)])
  func mixed(redirection: String, descriptor: Int32) throws {
    let user = try TerminalUser()
    _ = try user.write("op()\n", to: "s.retry")
    let log = user.home.appending(path: "log")
    let variables = FailingCall.environment(under: "fd:\(descriptor)", log: log.path, nil)
      .map { "\($0)='\($1)'" }.joined(separator: " ")
    let run = try Program.shell(
      "cd '\(user.home.path)'; \(variables) \"$0\" \"$@\" \(redirection)",
      ["test", "s.retry", "--junit", "report.xml"])
    #expect(run.code == (descriptor == 1 ? 74 : 0))
    let calls = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    #expect(calls == (descriptor == 1 ? "write\n" : ""))
    let report = try String(
      contentsOf: user.home.appending(path: "report.xml"), encoding: .utf8)
    #expect(report.hasPrefix("<?xml") && report.hasSuffix("</testsuites>\n"), "\(report)")
  }

  @Test("does no harm if nothing is written")
  func silence() throws {
    let (run, _) = try run(["--check", "-e", "op()"], ">&-")
    #expect(run == Program.Run(code: 0, output: "", errors: ""))
  }

  /// The keys typed before the terminal goes away, and the screen at that time.
  static let pursuits: [(keys: [String], seen: [String], code: Int32)] = [
    (["play op(latency: 1h)\r"], ["▶ op"], 74),
    (["play op(latency: 1h)\r", " "], ["▶ op", "paused"], 74),
    (["run op(fails: 100%).ask(after: 0)\r"], ["ancel?"], 74), (["[1,\r2"], ["  2"], 0),
  ]

  @Test(
    "ends the prompt if the terminal is gone, even if hang-ups are ignored",
    arguments: pursuits)
  func prompt(pursuit: (keys: [String], seen: [String], code: Int32)) throws {
    let user = try TerminalUser()
    let program = Program.folder.appending(path: "retrylab").path
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "trap '' HUP; exec '\(program)' -q"],
      environment: ["HOME": user.home.path, "TERM": "xterm", "LANG": "C.UTF-8"])
    try terminal.waitForPrompt()
    for (keys, seen) in zip(pursuit.keys, pursuit.seen) {
      terminal.type(keys)
      try terminal.wait(for: seen)
    }
    terminal.hangUp()
    let code = try terminal.end()
    #expect(code == pursuit.code)
  }
}
