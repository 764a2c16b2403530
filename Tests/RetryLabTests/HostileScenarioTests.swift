import Foundation
import Testing

/// Files from strangers, which may use up a little time, and nothing else.
@Suite("Hostile scenarios")
struct HostileScenarioTests {
  @Test(
    "never send control sequences to a terminal",
    arguments: [
      "/// \u{1B}]0;stolen\u{7}\u{1B}[2Jnarration\u{9B}31m\n",
      "op(\"\u{1B}[31mname\u{1B}[0m\", script: [.timeout, ok]).retry(2)\n",
      "let a = just(\"\u{1B}[8m\u{202E}hidden\")\na\n",
      "expect \"\u{1B}[2J\" == \"\"\n", "\u{1B}[2J\n", "load \u{1B}[2J\n", "help \u{1B}[2J\n",
    ], [["--color", "never"], ["--color", "always"]])
  func escapes(text: String, colour: [String]) throws {
    let run = try Program.run(colour + [try Program.script(text)])
    let shown = (run.output + run.errors).replacing(/\u{1B}\[[0-9;]*m/, with: "")
    for scalar in shown.unicodeScalars {
      #expect(scalar == "\n" || !scalar.properties.isControlling, "\(shown.debugDescription)")
    }
    // Colours are the program's own, and none is left open.
    let colours = (run.output + run.errors).matches(of: /\u{1B}\[([0-9;]*)m/).map(\.1)
    #expect(colour[1] == "always" || colours.isEmpty)
    #expect(!colours.contains("8") && !colours.contains("31mname"))
  }

  /// What a terminal or a runner of GitHub would obey, and how a string contains it.
  private static let hostile =
    "\\u{1B}]0;pwn\\u{7}\\u{9B}31m\\u{202E}\\r\\n::stop-commands::z\\n##[add-matcher]x\\u{1B}[8mend"

  /// Commands on a value, an operation and a load that contain it.
  static let commands = [
    "bad", "bad.text", "name", "words", "[words]", "run bad", "run bad call 3", "run bad times 3",
    "stats bad calls 20", "explain bad", "why bad call 0", "why bad call 0 against bad.retry(2)",
    "step bad", "compare bad, name calls 20", "find bad where latency > 1ns calls 20",
    "sweep w in [words] { op(w, fails: [.evil(w)]) } calls 20", "load(bad, rate: 5/s, for: 2s)",
    "let other = load(bad, rate: 5/s, for: 2s)\nother\nlet both = together { one: other }\nboth",
    "show", "hunt bad where error is .evil calls 20", "fail(.evil(words))", "just(words)",
    "run name\nexpect error is .none", "run bad\nexpect error is .none", "expect words == \"\"",
    "/// ::stop-commands::z ##[add-matcher]x", "play bad", "bad.map { $0 + 1 }", "help \(hostile)",
    "stats op(latency: 1ms, returns: words).retry(2) calls 9",
    "run just(words).materialize()", "run just(words).take(1).delay(1ms)",
  ]

  @Test("send nothing to a terminal or a runner that it obeys", arguments: commands)
  func everywhere(command: String) throws {
    let text = """
      let words = "\(Self.hostile)"
      let bad = op(words, fails: [.evil(words): 60%]).retry(attempts: 2, on: [.evil, .none(words)])
      let name = op(words, script: [.evil(words)])

      """
    for options in [["--color", "never"], ["--color", "always"], ["--csv"], ["--json"]] {
      let run = try Program.run(
        options, input: text + command, environment: ["GITHUB_ACTIONS": "true"])
      #expect(run.code >= 0 && run.code < 128)
      let shown = run.output + run.errors
      let plain = shown.replacing(/\u{1B}\[(0|1|2|4|38;5;\d+|1;4|1;38;5;\d+|4;38;5;\d+)m/, with: "")
      for line in plain.unicodeScalars.split(separator: "\n") {
        let line = options == ["--csv"] && line.last == "\r" ? line.dropLast() : line
        // The strings of JSON keep what no terminal takes for a command.
        let isObeyed = line.contains {
          options == ["--json"]
            ? $0.properties.generalCategory == .control : $0.properties.isControlling
        }
        #expect(!isObeyed, "\(String(line).debugDescription)")
      }
      let lines = plain.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("{") }
      #expect(!lines.contains { $0.drop(while: \.isWhitespace).hasPrefix("::") }, "\(plain)")
      #expect(!lines.contains { $0.contains("##[") }, "\(plain)")
    }
  }

  @Test("with hundreds of millions of brackets are rejected without loading them")
  func nesting() throws {
    let path = try Program.script("")
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    // A file with a hole is as long to its reader as if it had been written.
    let brackets = Data(repeating: UInt8(ascii: "("), count: 1 << 20)
    for _ in 0..<20 { try file.write(contentsOf: brackets) }
    try file.truncate(atOffset: 1 << 30)
    try file.close()
    let run = try Program.run([path])
    #expect(run.code == 66 && run.output == "")
    let deep = try Program.script(String(repeating: "op(", count: 300_000))
    #expect(try Program.run([deep]).code == 65)
    let wide = try Program.script(String(repeating: "just(1).retry(2)\n", count: 200_000))
    #expect(try Program.run([wide]).code == 65)
    #expect(try Program.run(["/dev/zero"]).code == 66)
  }

  @Test("read no file outside their folder")
  func paths() throws {
    let folder = try Scratch.folder()
    let inner = folder.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let secret = folder.appending(path: "secret.csv")
    try "12ms\n".write(to: secret, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: inner.appending(path: "link.csv"), withDestinationURL: secret)
    let script = inner.appending(path: "s.retry")
    for path in ["../secret.csv", secret.path, "link.csv", "./../secret.csv", "a/../../secret.csv"]
    {
      try "op(latency: samples(\"\(path)\"))".write(to: script, atomically: true, encoding: .utf8)
      #expect(try Program.run([script.path]).code == 65, "\(path)")
      try "load \(path)".write(to: script, atomically: true, encoding: .utf8)
      #expect(try Program.run([script.path]).code == 65, "\(path)")
    }
  }

  @Test("read no file of a sibling folder with the same prefix")
  func siblings() throws {
    let user = try TerminalUser()
    _ = try user.write("12ms\n", to: "proj-secret/s.csv")
    _ = try user.write("12ms\n", to: "proj/own/s.csv")
    let files = FileManager.default
    let project = user.home.appending(path: "proj")
    try files.createSymbolicLink(
      atPath: project.path + "/link", withDestinationPath: "../proj-secret")
    try files.createSymbolicLink(atPath: project.path + "/inner", withDestinationPath: "own")
    let paths = [
      "../proj-secret/s.csv": 65, "link/s.csv": 65, "link/../proj-secret/s.csv": 65,
      "own/../../proj-secret/s.csv": 65, "own/s.csv": 0, "inner/s.csv": 0,
    ]
    for (path, code) in paths {
      let script = try user.write("op(latency: samples(\"\(path)\"))\n", to: "proj/s.retry")
      #expect(try Program.run([script]).code == code, "\(path)")
      #expect(
        try Program.shell("cd '\(project.path)'; \"$0\" s.retry", []).code == code, "\(path)")
    }
    // The root, whose name ends with the slash that others lack, holds all there is.
    let below = String(user.home.path.dropFirst())
    let root = try Program.shell(
      "cd /; \"$0\" -e 'op(latency: samples(\"\(below)/proj/own/s.csv\"))'", [])
    #expect(root.code == 0)
  }

  @Test("write no file and start no program")
  func writes() throws {
    let path = try Program.script("op()\nsave stolen\n")
    let run = try Program.run([path])
    #expect(run.code == 65 && run.errors.contains("'save' works only at the prompt"))
    let piped = try Program.run([], input: "op()\nsave stolen\n")
    #expect(piped.code == 65)
    #expect(!FileManager.default.fileExists(atPath: "stolen.retry"))
    #expect(try Program.run([try Program.script("edit\n")]).code != 130)
  }

  @Test("that never end are stopped, and the setting for the limit is named")
  func endless() throws {
    let run = try Program.run([try Program.script("op(fails: 100%).retry()\n")])
    #expect(run.code == 0 && run.output.contains("stopped at the limit of 100,000 events"))
    #expect(run.output.contains("set events"))
  }
}

extension Unicode.Scalar.Properties {
  /// Whether a terminal could interpret the character as more than text.
  fileprivate var isControlling: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}
