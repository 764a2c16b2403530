import Foundation
import Glibc
import Testing

/// Each call on a file fails once, as it does on a disk that is full or broken, or in a folder that is closed.
@Suite("Failing system calls")
struct FailingCallTests {
  /// Something that the program does with files; `~` in its words is the folder that they are in.
  struct Pursuit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    var files: [String: String] = [:]
    /// The exit codes if it cannot continue.
    let codes: Set<Int32>
    /// The calls that fail: those on files in the folder, or on a descriptor.
    var place = "~"
  }

  /// A scenario and the recording of it.
  private static let recorded: [String: String] = {
    guard let user = try? TerminalUser(),
      let path = try? user.write("op(fails: 40%)\n", to: "s.retry"),
      (try? Program.run(["replay", "--update", path]))?.code == 0
    else { return [:] }
    return user.contents
  }()

  static let pursuits: [Pursuit] = [
    Pursuit(
      testDescription: "saves anew",
      arguments: ["-e", "op(fails: 40%).retry(2)", "-e", "save \"~/s\" over"], files: recorded,
      codes: [74]),
    Pursuit(
      testDescription: "saves", arguments: ["-e", "op()", "-e", "save \"~/s\""], codes: [74]),
    Pursuit(
      testDescription: "exports anew",
      arguments: ["-e", "op()", "-e", "export \"~/t.svg\" over"], files: ["t.svg": "old"],
      codes: [74]),
    Pursuit(
      testDescription: "exports", arguments: ["-e", "op()", "-e", "export \"~/t.svg\""],
      codes: [74]),
    Pursuit(
      testDescription: "records anew", arguments: ["replay", "--update", "~/s.retry"],
      files: recorded.merging(["s.retry": "op(fails: 50%).retry(3)\n"]) { $1 }, codes: [66, 74]),
    Pursuit(
      testDescription: "tests and reports",
      arguments: ["test", "~/s.retry", "--junit", "~/report.xml"],
      files: recorded.merging(["report.xml": "old"]) { $1 }, codes: [1, 66, 74]),
    Pursuit(
      testDescription: "tests a folder", arguments: ["test", "~"], files: recorded,
      codes: [1, 66]),
    Pursuit(
      testDescription: "reads a file", arguments: ["~/s.retry"], files: recorded, codes: [66]),
    Pursuit(
      testDescription: "prints", arguments: ["-e", "op()", "-e", "op()"], codes: [74],
      place: "fd:1"),
  ]

  /// What a run came to.
  private struct Outcome: Equatable {
    let run: Program.Run
    let files: [String: String]
    let passesAfterwards: Bool
  }

  /// Runs a pursuit in its own folder; returns its file system calls as well.
  private func run(
    _ pursuit: Pursuit, _ call: FailingCall?
  ) throws -> (outcome: Outcome, before: [String: String], calls: [String]) {
    let user = try TerminalUser()
    let home = user.home.path
    for (name, text) in pursuit.files { _ = try user.write(text, to: name) }
    let before = user.contents
    let log = "\(home).log"
    defer { unlink(log) }
    let run = try Program.run(
      pursuit.arguments.map { $0.replacing("~", with: home) },
      environment: FailingCall.environment(
        under: pursuit.place.replacing("~", with: home), log: log, call))
    let calls = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    var passes = true
    if let call, !call.isPassing, pursuit.testDescription.hasPrefix("saves"),
      user.contents["s.retry"] != nil
    {
      passes = try Program.run(["test", "\(home)/s.retry"]).code == 0
    }
    let told = Program.Run(
      code: run.code, output: Self.homeless(run.output, home),
      errors: Self.homeless(run.errors, home))
    return (
      Outcome(
        run: told, files: user.contents.mapValues { Self.homeless($0, home) },
        passesAfterwards: passes), before,
      calls.split(separator: "\n").map(String.init)
    )
  }

  /// Returns a text in which the folder is `~`, as in a report, where points stand between folders.
  private static func homeless(_ text: String, _ home: String) -> String {
    text.replacing(home, with: "~").replacing(/time="[0-9.]*"/, with: "time=\"0\"")
      .replacing(home.dropFirst().replacing("/", with: "."), with: "~")
  }

  @Test(
    "end with one message and an exit code, and leave each file in its old or its new state",
    arguments: pursuits)
  func failures(pursuit: Pursuit) throws {
    let (whole, before, calls) = try run(pursuit, nil)
    #expect(whole.run.code == 0 && !calls.isEmpty, "\(whole.run)")
    for call in FailingCall.all(of: calls) {
      let (outcome, _, _) = try run(pursuit, call)
      // Interrupted calls are repeated, and some calls do not affect the outcome.
      if outcome == whole { continue }
      #expect(!call.isPassing, "\(call): \(outcome)")
      let isHarmless = outcome.run == whole.run
      #expect(isHarmless || pursuit.codes.contains(outcome.run.code), "\(call): \(outcome.run)")
      let told = (outcome.run.errors + outcome.run.output).replacing("\n", with: " ")
      let messages = told.matches(of: /cannot be (read|written|removed)/).count
      #expect(messages == (isHarmless ? 0 : 1), "\(call): \(outcome.run)")
      for (name, text) in outcome.files where !name.hasSuffix(".part") {
        // A report also shows what could not be read.
        let isReport = text.hasPrefix("<?xml") && text.hasSuffix("</testsuites>\n")
        let isOther = isReport || name == ".s.retrylab-saving"
        #expect(isOther || [before[name], whole.files[name]].contains(text), "\(call): \(name)")
      }
      #expect(Set(before.keys).isSubset(of: outcome.files.keys), "\(call)")
      let hasLeftover = outcome.files.keys.contains { $0.hasSuffix(".part") }
      #expect(!hasLeftover || call.name == "unlink", "\(call)")
      #expect(outcome.passesAfterwards, "\(call)")
    }
  }

  /// The saved files of a user, which existed before.
  private static let kept = [
    ".local/state/retrylab/history.jsonl": "\"1\"\n",
    ".local/state/retrylab/lessons.json": "{\"kind\":\"lessons\",\"lessons\":{}}\n",
    ".config/retrylab/init.retry": "let mine = 7\n", "mine.retry": "/// A\n1\n\n/// B\n2\n",
  ]

  /// Takes a lesson at the prompt, and leaves.
  private func sit(
    with kept: [String: String], _ call: FailingCall?
  ) throws -> (files: [String: String], warnings: [String], calls: [String]) {
    let user = try TerminalUser()
    for (name, text) in kept { _ = try user.write(text, to: name) }
    let log = "\(user.home.path).log"
    defer { unlink(log) }
    let terminal = try user.sitAtHome(
      environment: FailingCall.environment(under: "\(user.home.path)/.", log: log, call))
    terminal.type("lesson mine.retry\rquit\r")
    #expect(try terminal.end() == 0, "\(terminal.emulator.text)")
    let calls = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return (
      user.contents,
      terminal.emulator.history.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("warning: ")
      }, calls.split(separator: "\n").map(String.init)
    )
  }

  @Test("a key that is temporarily unavailable is read again", arguments: [EINTR, EAGAIN])
  func key(error: Int32) throws {
    let terminal = try TerminalUser().sit(environment: reading(error))
    try terminal.enter("\"kept\"")
    #expect(terminal.emulator.text == "retry> \"kept\"\n\"kept\"\nretry>")
  }

  @Test(
    "a read error ends a play, and a temporary one pauses it",
    arguments: [(EIO, "retry>"), (EINTR, "paused"), (EAGAIN, "paused")])
  func playing(error: Int32, then: String) throws {
    let user = try TerminalUser()
    _ = try user.write("play op(latency: 1h)\n", to: ".config/retrylab/init.retry")
    let variables = ["HOME": user.home.path, "TERM": "xterm-256color", "LANG": "C.UTF-8"]
    let terminal = try PseudoTerminal(
      Program.folder.appending(path: "retrylab").path, ["--quiet"],
      environment: variables.merging(reading(error)) { $1 })
    try terminal.wait(for: "▶ op")
    terminal.type(" ")
    let ways = ["retry>", "paused"]
    try terminal.wait(for: "the next of it") { emulator in
      ways.contains(where: emulator.text.contains)
    }
    #expect(ways.filter(terminal.emulator.text.contains) == [then])
  }

  /// The variables with which the first key that comes cannot be read.
  private func reading(_ error: Int32) -> [String: String] {
    FailingCall.environment(
      under: "fd:0", log: "/dev/null", FailingCall(name: "read", number: 1, error: error))
  }

  @Test(
    "at the prompt cause at most a warning, and no saved data is lost",
    arguments: [(kept, nil), (kept.filter { $0.key == "mine.retry" }, ["mkdir", "access"])]
      as [([String: String], Set<String>?)])
  func prompt(kept: [String: String], names: Set<String>?) throws {
    let (files, warnings, calls) = try sit(with: kept, nil)
    #expect(warnings.isEmpty && !calls.isEmpty)
    let history = ".local/state/retrylab/history.jsonl"
    for call in FailingCall.all(of: calls) where names?.contains(call.name) != false {
      let found = try sit(with: kept, call)
      if found.files == files, found.warnings.isEmpty { continue }
      #expect(!call.isPassing, "\(call): \(found)")
      #expect(found.warnings.count <= 2, "\(call): \(found.warnings)")
      for (name, text) in found.files where name != history && !name.hasSuffix(".part") {
        #expect([kept[name], files[name]].contains(text), "\(call): \(name)")
        #expect(text == files[name] || !found.warnings.isEmpty, "\(call): \(name)")
      }
      // Entries are added one by one, and each is there whole or not at all.
      let old = kept[history] ?? ""
      let lines = (found.files[history] ?? old).split(separator: "\n")
      let all = (files[history] ?? "").split(separator: "\n")
      #expect((found.files[history] ?? old).hasPrefix(old), "\(call)")
      #expect(lines.allSatisfy(all.contains), "\(call): \(lines)")
      #expect(lines == all || !found.warnings.isEmpty, "\(call): \(lines)")
    }
  }
}
