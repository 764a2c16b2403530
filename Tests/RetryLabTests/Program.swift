import Foundation

/// The program as the shell runs it.
enum Program {
  /// What a run of it came to.
  struct Run: Equatable {
    let code: Int32
    let output: String
    let errors: String
  }

  /// The folder in which the tests and the program were built.
  static let folder: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    return (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
  }()

  /// The folder of this package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs a program that can write not a byte into any file, as if all disks were full.
  static let fullDisk = "ulimit -f 0; exec \"$0\" \"$@\""

  /// Runs a program with a memory limit of 256 MB.
  static let smallMemory = "ulimit -d 262144; exec \"$0\" \"$@\""

  static var path: String { folder.appending(path: "retrylab").path }

  /// Runs the program with some arguments, a text on its standard input, and an environment without colour.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    onFullDisk: Bool = false
  ) throws -> Run {
    if onFullDisk { return try shell(fullDisk, arguments) }
    return try run(path, arguments, input: input, environment: environment)
  }

  private static func run(
    _ program: String, _ arguments: [String], input: String = "",
    environment: [String: String] = [:]
  ) throws -> Run {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ["LANG": "C.UTF-8", "TERM": "xterm"].merging(environment) { $1 }
    let (inbound, outbound, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inbound
    process.standardOutput = outbound
    process.standardError = errors
    try process.run()
    inbound.fileHandleForWriting.write(Data(input.utf8))
    try inbound.fileHandleForWriting.close()
    let output = try outbound.fileHandleForReading.readToEnd() ?? Data()
    let messages = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(
      code: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: messages, as: UTF8.self))
  }

  /// Runs a script of the shell, in which `$0` is the program and `$@` are some arguments.
  static func shell(
    _ script: String, _ arguments: [String], input: String = ""
  ) throws -> Run {
    return try run("/bin/bash", ["-c", script, path] + arguments, input: input)
  }

  /// Writes a script into a fresh folder and returns its path.
  static func script(_ text: String, named name: String = "script.retry") throws -> String {
    let url = try Scratch.folder().appending(path: name)
    try text.write(to: url, atomically: true, encoding: .utf8)
    return url.path
  }
}
