import Foundation
import Testing

/// The shell commands of the README.
@Suite("Commands of the README")
struct ReadmeCommandTests {
  /// The lines and the words in backquotes that begin with the name of the program.
  private static let commands: [String] = {
    let text =
      (try? String(contentsOf: Program.root.appending(path: "README.md"), encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("retrylab ") }
    let quoted = text.matches(of: /`(retrylab [^`\n]+)`/).map(\.1)
    return (lines + quoted).map(String.init)
  }()

  @Test("exist")
  func complete() {
    #expect(Self.commands.contains { $0.contains("--json") } && Self.commands.count >= 4)
  }

  @Test("run as written", arguments: commands)
  func run(command: String) throws {
    let desk = try Desk()
    _ = try desk.write("op()\n", to: "scenario.retry")
    let flaky = try desk.write("op()\n", to: "flaky.retry")
    #expect(try Program.run(["replay", "--update", flaky]).code == 0)
    let exercise = "exercise answer\ngoal attempts == 1\nsolution op()\n"
    _ = try desk.write(exercise, to: "exercises/one.retry")
    _ = try desk.write("let answer = op()\n", to: "answers/ana/one.retry")
    _ = try desk.write(
      "retrylab class\nexercises\texercises\n\nstudent\texercise\tseed\nana\tone\t7\n",
      to: "answers/class.txt")
    // A part of the folder, because each scenario in it has its own test.
    try FileManager.default.createDirectory(
      at: desk.home.appending(path: "scenarios"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: Program.root.appending(path: "scenarios/seeds"),
      to: desk.home.appending(path: "scenarios/seeds"))
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", "PATH='\(Program.folder.path)':$PATH; \(command)"]
    shell.currentDirectoryURL = desk.home
    shell.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    shell.standardError = errors
    try shell.run()
    let messages = try errors.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(String(decoding: messages, as: UTF8.self))")
  }
}
