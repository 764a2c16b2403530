import Foundation
import Testing

@Suite("Command line")
struct CommandLineTests {
  @Test("the help at the prompt knows what the command line does")
  func taskHelp() throws {
    for (word, text) in [
      ("judge", "retrylab judge [options] FILE [LOG]"), ("bench-policy", "POLICY GOALS"),
    ] {
      let run = try Program.run(["-e", "help \(word)"])
      #expect(run.code == 0 && run.output.contains(text), "\(run)")
    }
  }

  @Test("texts share one session, and JSON has one object per line")
  func json() throws {
    let run = try Program.run([
      "-e", "let f = op(script: [.timeout, .timeout, ok], latency: 100ms)",
      "-e", "f.retry(attempts: 3, delay: 200ms)", "--json",
    ])
    #expect(run.code == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        {"kind":"run","schema":1,"subject":"f.retry(attempts: 3, delay: 200ms)","seed":42,"call":0,\
        "outcome":"success","value":null,"error":null,"attempts":3,"duration_ns":700000000,\
        "waited_ns":400000000,"events":[{"t_ns":0,"event":"attempt","op":"f","n":1},\
        {"t_ns":100000000,"event":"failure","op":"f","n":1,"error":"timeout"},\
        {"t_ns":100000000,"event":"wait","for_ns":200000000},\
        {"t_ns":300000000,"event":"attempt","op":"f","n":2},\
        {"t_ns":400000000,"event":"failure","op":"f","n":2,"error":"timeout"},\
        {"t_ns":400000000,"event":"wait","for_ns":200000000},\
        {"t_ns":600000000,"event":"attempt","op":"f","n":3},\
        {"t_ns":700000000,"event":"success","op":"f","n":3},{"t_ns":700000000,"event":"end"}]}

        """)
  }

  @Test("a file may have the same name as a subcommand")
  func namedRun() throws {
    let user = try TerminalUser()
    _ = try user.write("just(7)\n", to: "run")
    let run = try Program.shell("cd '\(user.home.path)'; \"$0\" run", [])
    #expect(run.code == 0 && run.output.contains("value 7"), "\(run)")
  }

  @Test("after `--`, a file may have the same name as an option")
  func namedOption() throws {
    let user = try TerminalUser()
    _ = try user.write("just(7)\n", to: "--json")
    let run = try Program.shell("cd '\(user.home.path)'; \"$0\" -- --json --", [])
    #expect(run.code == 66 && run.output.contains("value 7"), "\(run)")
    #expect(run.errors.hasPrefix("retrylab: the file '--' cannot be read: No such file"))
  }

  @Test("standard input that is not a terminal is a script")
  func standardInput() throws {
    let run = try Program.run([], input: "let f = op()\nrun f times 1\n")
    #expect(run.code == 0)
    #expect(run.output == "f: an operation · 100ms\ncall 0  ✓  success  100ms  1 attempt\n")
  }

  @Test("the value of an option extends to the end of its argument")
  func values() throws {
    #expect(try Program.run(["-e=let x = 7 == 7"]).output == "x: true\n")
  }

  @Test("errors name the file, whose first line may be a shebang")
  func file() throws {
    let path = try Program.script("#!/usr/bin/env retrylab\nlet f = op()\nrun f.rety(3)\n")
    let run = try Program.run([path])
    #expect(run.code == 65)
    #expect(run.output == "")
    #expect(
      run.errors == """
        \(path):3:7: error: an operation has no method 'rety'
          3 │ run f.rety(3)
            │       ^^^^ did you mean 'retry'?

        """)
  }

  @Test("with JSON, standard output contains only objects")
  func onlyObjects() throws {
    let run = try Program.run([
      "--json", "-e", "/// narration\nlet f = op()\nexplain f.retry(2)\n7\nrun f times 2\nseed 3",
      "-e", "help retry\ntiming\nf",
    ])
    #expect(run.code == 0)
    let kinds = try run.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["kind"] as? String
    }
    #expect(kinds == ["explain", "value", "run", "run", "text", "run"])
  }

  @Test("with JSON, an error is an object too")
  func jsonMistake() throws {
    let run = try Program.run(["--json", "-e", "op().rety(3)"])
    #expect(run.code == 65)
    #expect(
      run.output == """
        {"kind":"error","schema":1,"message":"an operation has no method 'rety'","line":1,"column":6,\
        "length":4,"suggestion":"retry"}

        """)
  }

  @Test("a script with an error does not run at all")
  func stops() throws {
    let run = try Program.run(["-e", "just(1)", "-e", "just(2)\njust(", "-e", "just(3)"])
    #expect(run.code == 65)
    #expect(run.output.contains("value 1"))
    #expect(!run.output.contains("value 2"))
    #expect(!run.output.contains("value 3"))
  }

  @Test("checking runs nothing")
  func checks() throws {
    let good = try Program.run(["--check", "-e", "op().retry()"])
    #expect(good == Program.Run(code: 0, output: "", errors: ""))
    #expect(try Program.run(["--check", "-e", "op().retry(x: 1)"]).code == 65)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let code: Int32
    let message: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "command line errors are reported, with an exit code",
    arguments: [
      Wrong(
        arguments: ["--sed", "3"], code: 64,
        message: "unknown option '--sed': did you mean '--seed'?"),
      Wrong(arguments: ["-x"], code: 64, message: "unknown option '-x'"),
      Wrong(arguments: ["--zebra"], code: 64, message: "unknown option '--zebra'"),
      Wrong(
        arguments: ["--seed", "x"], code: 64,
        message: "--seed takes an integer from 0 to 9223372036854775807, not 'x'"),
      Wrong(arguments: ["--seed"], code: 64, message: "--seed needs a value"),
      Wrong(
        arguments: ["--color=red"], code: 64,
        message: "--color takes always, never or auto, not 'red'"),
      Wrong(
        arguments: ["no-such-file.retry"], code: 66,
        message: "the file 'no-such-file.retry' cannot be read: No such file or directory"),
      Wrong(arguments: ["."], code: 66, message: "the file '.' cannot be read: Is a directory"),
    ])
  func mistakes(wrong: Wrong) throws {
    let run = try Program.run(wrong.arguments)
    #expect(run.code == wrong.code)
    #expect(run.output == "")
    let rest = wrong.code == 64 ? "'retrylab --help' lists the options\n" : ""
    #expect(run.errors == "retrylab: \(wrong.message)\n\(rest)")
  }

  @Test("the version is shown")
  func version() throws {
    let version = try Program.run(["--version"])
    #expect(version.code == 0 && version.errors == "")
    let lines = version.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0] == "RetryLab 0.2.0")
    #expect(lines.last?.contains(/^(debug|release) build.*, for [A-Za-z]+ on \w+$/) == true)
    let help = try Program.run(["--help"])
    #expect(help.code == 0)
    #expect(help.output.contains("usage: retrylab"))
    #expect(help.output.contains("commands\n"))
  }

  @Test("the seed option is the seed of the calls")
  func seed() throws {
    let text = "op(latency: 1ms...1s)"
    let first = try Program.run(["--seed", "7", "-e", text])
    #expect(try Program.run(["--seed=7", "-e", text]) == first)
    #expect(try Program.run(["-e", "seed 7", "-e", text]).output.hasSuffix(first.output))
    #expect(try Program.run(["--seed", "8", "-e", text]) != first)
    #expect(try Program.run(["--seed=0", "-e", "seed"]).output == "seed 0\n")
  }

  @Test("errors and failed expectations are coloured like everything else")
  func colouredErrors() throws {
    for (text, words) in [
      ("op().rety(3)", "error:"), ("op()\nexpect attempts == 2", "expectation failed:"),
    ] {
      let always = try Program.run(["--color=always", "-e", text])
      #expect(always.errors.contains("\u{1B}[1;38;5;161m\(words)\u{1B}[0m"), "\(always)")
      for colour in ["auto", "never"] {
        let plain = try Program.run(["--color=\(colour)", "-e", text])
        #expect(plain.errors.contains(words) && !plain.errors.contains("\u{1B}"))
      }
    }
  }

  @Test("colour follows the option, then the environment")
  func colour() throws {
    let plain: [String: String] = [:]
    let cases: [(arguments: [String], environment: [String: String], isColoured: Bool)] = [
      ([], plain, false),
      (["--color=always"], plain, true),
      ([], ["FORCE_COLOR": "1"], true),
      ([], ["FORCE_COLOR": "0"], false),
      ([], ["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
      (["--color=always"], ["NO_COLOR": "1"], true),
      (["--color=never"], ["FORCE_COLOR": "1"], false),
    ]
    for (arguments, environment, isColoured) in cases {
      let run = try Program.run(arguments + ["-e", "op()"], environment: environment)
      #expect(run.output.contains("\u{1B}[") == isColoured, "\(arguments) \(environment)")
    }
  }

  @Test("a locale without Unicode gets ASCII, and the width is that of the terminal")
  func ascii() throws {
    let environment = ["LC_ALL": "C", "COLUMNS": "50"]
    let run = try Program.run(["-e", "op(fails: 100%).retry(2)"], environment: environment)
    let words = try Program.run(
      ["-e", "let f = op()\nexplain f.retry(2).retry(3)\nhelp retry\nop().rety(3)"],
      environment: environment)
    #expect((words.output + words.errors).allSatisfy { $0.isASCII })
    let isASCII = run.output.allSatisfy { $0.isASCII }
    let fits = run.output.split(separator: "\n").allSatisfy { $0.count <= 50 }
    #expect(isASCII && fits)
  }

  /// What cannot be written, and the words that come in front of any work.
  private static let unwritable: [[String]] = [
    ["--csv=/missing/x", "-e", "stats op()", "-e", "f.rety()"],
    ["test", "--junit", "/missing/x", "/missing.retry"],
    ["replay", "--junit=/missing/x", "/missing.retry"],
    ["class", "grade", "--csv", "/missing/x", "/missing"],
    ["class", "grade", "--junit", "/missing/x", "/missing"],
  ]

  @Test("what cannot be written is told before anything runs", arguments: unwritable)
  func obstacles(words: [String]) throws {
    let run = try Program.run(words)
    #expect(run.code == 74 && run.output.isEmpty)
    let isFolder = words[0].hasPrefix("--csv")
    let reason =
      isFolder ? "there is no such folder, so make it first" : "No such file or directory"
    #expect(run.errors == "retrylab: '/missing/x' cannot be written: \(reason)\n")
  }

  @Test("samples are read only from the folder of the script")
  func samples() throws {
    let text = "op(latency: samples(\"data.csv\"))"
    let path = try Program.script(text)
    let folder = path.dropLast("/script.retry".count)
    #expect(try Program.run([path]).code == 65)
    try "12ms,x\n12,y\n".write(toFile: folder + "/data.csv", atomically: true, encoding: .utf8)
    let run = try Program.run([path])
    #expect(run.code == 0)
    #expect(run.output.contains("success in 12ms"))
    #expect(try Program.run(["test", path]).code == 0)
    // The column is the only one with numbers, or the one that is named.
    let table = "status,start,latency_s,note\nok,0,0.5,a\nfailed,1,0.6,b\n"
    try table.write(toFile: folder + "/data.csv", atomically: true, encoding: .utf8)
    #expect(
      try Program.run([path]).errors.contains(
        "write 'column:' with one of the columns of 'data.csv': \"status\", \"start\", \"latency_s\", \"note\""
      ))
    try "stats op(latency: samples(\"data.csv\", column: \"latency_s\")) calls 10".write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(try Program.run([path]).output.contains("500ms  600ms  600ms"))
    try "0,50\n1,60\n".write(toFile: folder + "/data.csv", atomically: true, encoding: .utf8)
    let other = try Program.script(text)
    try "0,50\n1,60\n".write(
      toFile: other.dropLast("/script.retry".count) + "/data.csv", atomically: true, encoding: .utf8
    )
    #expect(
      try Program.run([other]).errors.contains("'data.csv' has 2 columns of numbers: name them"))
    // A name is not cut at a NUL character, where the system would end it.
    for cut in ["samples(\"data.csv\\u{0}x\")", "samples(\"data.csv\\u{0}\")"] {
      try "op(latency: \(cut))".write(toFile: path, atomically: true, encoding: .utf8)
      let refused = try Program.run([path])
      #expect(refused.code == 65 && refused.errors.contains("its name contains a NUL character"))
    }
    for path in ["/etc/hostname", "../data.csv", "a/../../data.csv"] {
      let escaped = try Program.run(["-e", "op(latency: samples(\"\(path)\"))"])
      #expect(escaped.code == 65)
      #expect(
        escaped.errors.contains("cannot read samples from '\(path)' in the scenario's folder"))
    }
  }

  @Test("control characters of a script never reach the terminal")
  func hostile() throws {
    let run = try Program.run([
      "-e", "/// \u{1B}]0;title\u{07}\nop(\"\u{1B}[2Jname\").do(\"\u{9B}31m\")",
    ])
    #expect(run.code == 0)
    #expect(
      run.output.unicodeScalars.allSatisfy {
        $0 == "\n" || !($0.value < 32 || (0x7F...0x9F).contains($0.value))
      })
  }

  @Test("a failed or undecided expectation ends a script with 1")
  func expectations() throws {
    let texts = ["stats op(fails: 10%).retry(3) calls 5000", "expect success >= 99%"]
    #expect(try Program.run(texts.flatMap { ["-e", $0] }).code == 0)
    let failed = try Program.run(["-e", texts[0], "-e", "expect success < 50%", "-e", "7"])
    #expect(failed.code == 1)
    #expect(failed.errors.contains("expectation failed: success < 50%"))
    #expect(!failed.output.hasSuffix("7\n"))
    let open = try Program.run([
      "-e", "stats op(fails: 10%) calls 50", "-e", "expect success > 90%",
    ])
    #expect(open.code == 1)
    #expect(open.errors.contains("undecided") || open.errors.contains("failed"))
  }

  @Test("statistics are equal on one thread and on many, with the fast path and without it")
  func threads() throws {
    let text =
      "stats op(latency: exponential(100ms), fails: [.timeout: 30%]).retry(attempts: 4, backoff: exponential(50ms), jitter: full) calls 3000"
    let whole = try Program.run(["--json", "-e", text]).output
    #expect(whole.hasPrefix("{\"kind\":\"stats\""))
    #expect(try Program.run(["--json", "--threads", "1", "-e", text]).output == whole)
    #expect(try Program.run(["--json", "--threads", "7", "-e", text]).output == whole)
    #expect(try Program.run(["--json", "-e", "set engine general", "-e", text]).output == whole)
  }
}
