import Foundation
import Testing

@Suite("Fitting a log")
struct FitCommandTests {
  /// A log whose durations grow evenly, of which each twentieth request fails.
  private static let log = (0..<2000).map { index in
    let milliseconds = 10 + index * 37 % 100
    let second = String(100 + index / 40).dropFirst()
    return "10.0.0.\(index % 200) - - [14/Nov/2023:22:13:\(second) +0000] \"GET /a HTTP/1.1\" "
      + "\(index * 13 % 20 == 0 ? 503 : 200) 5 \"-\" \"x\" 0.\(String(1000 + milliseconds).dropFirst())\n"
  }.joined()

  private static func run(
    _ log: String, _ options: String...
  ) throws -> (run: Program.Run, path: String) {
    let path = try Scratch.folder().appending(path: "access.log").path
    try log.write(toFile: path, atomically: true, encoding: .utf8)
    return (try Program.run(["fit", path] + options), path)
  }

  @Test("prints a definition that runs, and a report beside it")
  func definition() throws {
    let (run, path) = try Self.run(Self.log, "--as", "items")
    #expect(run.code == 0)
    #expect(run.output.contains("\nlet items = op(\n  latency: "))
    #expect(run.output.contains("fails: [.http(503): 5"))
    #expect(run.errors.hasPrefix("2,000 requests of an access log, from 2023-11-14 22:12:59 UTC"))
    #expect(!run.errors.contains("…"))
    let folder = URL(filePath: path).deletingLastPathComponent()
    let file = folder.appending(path: "items.retry").path
    try (run.output + "stats items.retry(3) calls 1000\n")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let stats = try Program.run([file])
    #expect(stats.code == 0, "\(stats)")
  }

  @Test("prints one object with --json")
  func json() throws {
    let (run, _) = try Self.run(Self.log, "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(run.code == 0 && run.errors == "")
    #expect(object["kind"] as? String == "fit")
    #expect(object["requests"] as? Int == 2000)
    #expect((object["definition"] as? String)?.contains("let api = op(") == true)
    #expect((object["quantiles"] as? [[String: Any]])?.count == 3)
  }

  @Test("reads standard input, and only the path that is asked for")
  func input() throws {
    let (run, _) = try Self.run(Self.log, "--path", "/b")
    #expect(run.code == 65)
    #expect(run.errors.contains("no request has the path '/b'; there are /a"))
    #expect(try Program.run(["fit", "-"], input: Self.log).code == 0)
  }

  @Test("is also done by 'import data', whose operation later lines of a file know")
  func imported() throws {
    let (_, path) = try Self.run(Self.log)
    let folder = URL(filePath: path).deletingLastPathComponent()
    let file = folder.appending(path: "a.retry").path
    try "import data \"access.log\" as items\nstats items.retry(3) calls 1000\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let run = try Program.run([file])
    #expect(run.code == 0 && run.output.contains("fails: [.http(503): 5"), "\(run)")
    #expect(run.output.contains("2,000 requests of an access log"))
    #expect(run.output.contains("'replay data \"access.log\" as past'"))
    try "import data \"short.csv\"\n".write(toFile: file, atomically: true, encoding: .utf8)
    try "duration_ms\n5\n6\n7\n".write(
      toFile: folder.appending(path: "short.csv").path, atomically: true, encoding: .utf8)
    let timeless = try Program.run([file])
    #expect(timeless.code == 0 && !timeless.output.contains("replay data"), "\(timeless)")
    for (name, reason) in [
      ("b.log", "there is no such file"), ("/etc/passwd", "no such file"), ("a.retry", "no format"),
    ] {
      try "import data \"\(name)\" as items\n".write(
        toFile: file, atomically: true, encoding: .utf8)
      let run = try Program.run([file])
      #expect(run.code == 65 && run.errors.contains(reason), "\(run)")
    }
  }

  @Test("is compared with the requests themselves by 'replay data'")
  func replayed() throws {
    let (_, path) = try Self.run(Self.log)
    let folder = URL(filePath: path).deletingLastPathComponent()
    let file = folder.appending(path: "a.retry").path
    let lines = [
      "replay data \"access.log\" as past", "import data \"access.log\" as fitted",
      "compare fitted.retry(2), past.retry(2) calls 2000",
      "stats logged(\"access.log\", path: \"/a\", blocks: 10s) calls 2000",
    ]
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let run = try Program.run([file])
    #expect(run.code == 0 && run.output.contains("let past = logged(\"access.log\")"), "\(run)")
    #expect(run.output.contains("  .http(503) 5% (100 requests)"))
    #expect(run.output.contains("success   9"), "\(run)")
    let objects = try Program.run(["--json", file]).output.split(separator: "\n").prefix(2).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["kind"] as? String } == ["log", "fit"])
    for object in objects {
      #expect((object["summary"] as? String)?.hasPrefix("2,000 requests of an access log") == true)
      #expect((object["assumptions"] as? [String])?.isEmpty == false)
    }
    for (line, reason) in [
      ("replay data \"b.log\"", "there is no such file"),
      ("logged(\"access.log\", path: \"/b\")", "no request has the path '/b'; there are /a"),
      ("logged(\"access.log\", blocks: 0s)", "longer than 0s"),
      ("replay data \"a.retry\"", "no format"),
    ] {
      try line.write(toFile: file, atomically: true, encoding: .utf8)
      let run = try Program.run([file])
      #expect(run.code == 65 && run.errors.contains(reason), "\(run)")
    }
  }

  @Test("prints what the study of a log rests on, and its requests do what the study says")
  func study() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../scenarios/studies"
    ).standardized
    let log = folder.appending(path: "payments.csv")
    let study = try String(contentsOf: folder.appending(path: "from-a-log.retry"), encoding: .utf8)
    let fit = try Program.run(["fit", log.path, "--as", "pay"])
    let definition = fit.output.split(separator: "\n").filter { !$0.hasPrefix("//") }
    #expect(fit.code == 0 && study.contains(definition.joined(separator: "\n")), "\(fit)")
    let file = try Scratch.folder().appending(path: "past.retry")
    try FileManager.default.copyItem(
      at: log, to: file.deletingLastPathComponent().appending(path: "payments.csv"))
    let policy = "past.retry(attempts: 6, backoff: exponential(500ms, max: 8s), jitter: equal)"
    let lines = [
      "replay data \"payments.csv\" as past", "stats past.retry(3) calls 20_000",
      "expect success > 95.1% && success < 96.1%", "stats \(policy) calls 20_000",
      "expect success > 99.8%",
    ]
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let run = try Program.run([file.path])
    #expect(run.code == 0, "\(run)")
  }

  @Test("belongs to the parts of a text: they are not merged once the log has changed")
  func shards() throws {
    let (_, path) = try Self.run(Self.log)
    let folder = URL(filePath: path).deletingLastPathComponent()
    let file = folder.appending(path: "a.retry").path
    try "stats logged(\"access.log\").retry(2) calls 100_000\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    let part = folder.appending(path: "part").path
    #expect(try Program.run(["work", file, "--shard", "1/1", "--out", part]).code == 0)
    let merged = try Program.run(["merge", part])
    #expect(try merged.code == 0 && merged.output == Program.run([file]).output)
    try (Self.log + Self.log).write(toFile: path, atomically: true, encoding: .utf8)
    let foreign = try Program.run(["merge", part])
    #expect(foreign.code == 65 && foreign.errors.contains("is not the file"), "\(foreign)")
  }

  @Test("stops at once at Ctrl-C, also while a pipe has no writer, and reads one that has")
  func interrupted() throws {
    let (_, path) = try Self.run(Self.log)
    let folder = URL(filePath: path).deletingLastPathComponent()
    let pipe = folder.appending(path: "pipe").path
    // Tests start programs that are spared the signal.
    let listening =
      "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
      + "signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT}); "
      + "os.execvp(sys.argv[1], sys.argv[1:])"
    let waiting = try Program.shell(
      "mkfifo \"$1\"; timeout --preserve-status -s INT -k 5 1 python3 -c \"$2\" \"$0\" fit \"$1\"; "
        + "echo \"code $?\"", [pipe, listening])
    #expect(waiting.output.hasSuffix("code 130\n"), "\(waiting)")
    let piped = try Program.shell("\"$0\" fit <(sleep 0.3; cat \"$1\")", [path])
    #expect(try piped == Program.run(["fit", path]))
  }

  @Test("is explained at the prompt with the options that go with it")
  func help() throws {
    let help = try Program.run(["-e", "help fit"]).output
    for row in ["--as NAME ", "--path PATH ", "--unit UNIT ", "the name to define (default: api)"] {
      #expect(help.contains(row), "\(help)")
    }
    #expect(!help.contains("--manual"))
  }

  @Test("tells why nothing can be fitted")
  func mistakes() throws {
    let (run, _) = try Self.run("hello\n")
    #expect(run.code == 65)
    #expect(run.errors.contains("this is no format that is known: access log, JSON lines"))
    #expect(try Program.run(["fit", "missing.log"]).code == 66)
    #expect(try Program.run(["fit"]).errors.contains("fit needs a file with measurements"))
    #expect(try Program.run(["fit", "a.log", "--unit", "m"]).code == 64)
  }
}
