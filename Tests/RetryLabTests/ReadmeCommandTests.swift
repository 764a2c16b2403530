import Foundation
import Testing

/// The shell commands of the README and of the manual.
@Suite("Commands of the README and of the manual")
struct ReadmeCommandTests {
  /// The README, and every article of the program.
  private static let texts: [String] = {
    let folder = Program.root.appending(path: "Sources/retrylab/RetryLab.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let articles = names.filter { $0.hasSuffix(".md") }.sorted().map { folder.appending(path: $0) }
    return ([Program.root.appending(path: "README.md")] + articles).map { url in
      (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    }
  }()

  /// The lines and the words in backquotes that begin with the name of the program, each once.
  private static let commands: [String] = {
    let found = texts.flatMap { text -> [String] in
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("retrylab ") }
      let quoted = text.matches(of: /`(retrylab [^`\n]+)`/).map(\.1)
      return (lines + quoted).map(String.init)
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }()

  /// The blocks for a shell.
  private static let blocks: [String] = texts.flatMap { text in
    text.components(separatedBy: "\n```sh\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  @Test("exist")
  func complete() {
    #expect(Self.texts.count >= 14)
    #expect(Self.commands.contains { $0.contains("--json") } && Self.commands.count >= 16)
    #expect(Self.blocks.count >= 8)
  }

  @Test("are what a shell understands", arguments: blocks)
  func syntax(block: String) throws {
    let run = try Program.shell("bash -n -c \"$1\"", [block])
    #expect(run.code == 0 && run.errors == "", "\(run)")
  }

  @Test("run as written", arguments: commands)
  func run(command: String) throws {
    let user = try TerminalUser()
    for name in ["scenario", "before", "after"] {
      _ = try user.write("op()\n", to: "\(name).retry")
    }
    let flaky = try user.write("op()\n", to: "flaky.retry")
    #expect(try Program.run(["replay", "--update", flaky]).code == 0)
    let exercise = "exercise answer\ngoal attempts == 1\nsolution op()\n"
    _ = try user.write(exercise, to: "exercises/one.retry")
    _ = try user.write("let answer = op()\n", to: "answers/ana/one.retry")
    _ = try user.write(
      "retrylab class\nexercises\texercises\n\nstudent\texercise\tseed\nana\tone\t7\n",
      to: "answers/class.txt")
    // A part of the folder, because each scenario in it has its own test.
    try FileManager.default.createDirectory(
      at: user.home.appending(path: "scenarios"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: Program.root.appending(path: "scenarios/seeds"),
      to: user.home.appending(path: "scenarios/seeds"))
    _ = try user.write("op().retry(policy)\n", to: "goals.retry")
    let policy = """
      {"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", \
      "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}
      """
    _ = try user.write(policy, to: "policy.json")
    let line =
      "127.0.0.1 - - [14/Nov/2023:22:13:20 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"x\" 0.1\n"
    _ = try user.write(line + line, to: "access.log")
    let study = try user.write("op()\n", to: "study.retry")
    let home = user.home.path
    // A shard of a first round, its results, and a shard of the next one.
    for words in [
      ["work", "study.retry", "--shard", "1/1", "--out", "part-1"],
      ["merge", "part-1", "--out", "round-1"],
      ["work", "study.retry", "--after", "round-1", "--shard", "1/1", "--out", "next-1"],
    ] {
      let run = try Program.shell("cd '\(home)' && \"$0\" \"$@\"", words)
      #expect(run.code == 0, "\(study): \(run)")
    }
    let page = user.home.appending(path: "built.html")
    try LaboratoryPageTests.standIn.write(to: page)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", "PATH='\(Program.folder.path)':$PATH; \(command)"]
    shell.environment = ProcessInfo.processInfo.environment.merging(["RETRYLAB_PAGE": page.path]) {
      $1
    }
    shell.currentDirectoryURL = user.home
    shell.standardInput = FileHandle.nullDevice
    shell.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    shell.standardError = errors
    try shell.run()
    let messages = try errors.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(String(decoding: messages, as: UTF8.self))")
  }
}
