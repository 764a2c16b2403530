import Foundation
import Testing

@Suite("Scenarios from the command line")
struct ScenarioCommandTests {
  /// A folder of scenarios, by their paths.
  private func folder(_ files: [String: String]) throws -> URL {
    let folder = try Scratch.folder()
    for (path, text) in files {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    return folder
  }

  private static let files = [
    "good.retry": "op()\nexpect attempts == 1\n",
    "sub/less.retry": "op()\n\nexpect attempts == 2\n",
    "sub/wrong.retry": "let f = op()\nf.rety(2)\n", "notes.txt": "op(", ".hidden.retry": "op(",
  ]

  @Test("are read one after the other, so that few files are open at once")
  func descriptors() throws {
    let files = (0..<80).map { ("s\($0).retry", "op()\n") }
    let folder = try folder(Dictionary(uniqueKeysWithValues: files))
    let run = try Program.shell(
      "ulimit -n 40; exec \"$0\" \"$@\"", ["test", "--threads", "1", folder.path])
    #expect(run.code == 0 && run.output == "80 of 80 scenarios passed\n", "\(run)")
  }

  @Test("are all tested, and failures show their location")
  func test() throws {
    let folder = try folder(Self.files)
    let run = try Program.run(["test", folder.path])
    #expect(run.code == 1 && run.errors == "")
    #expect(
      run.output.replacing(folder.path + "/", with: "") == """
        sub/less.retry:3: expectation failed: attempts == 2
          attempts is 1
        sub/wrong.retry:2: error: an operation has no method 'rety'
          2 │ f.rety(2)
            │   ^^^^ did you mean 'retry'?
        1 of 3 scenarios passed, 1 had errors, 1 failed an expectation

        """)
    #expect(try Program.run(["test", folder.path + "/good.retry"]).code == 0)
    for threads in ["1", "2", "16"] {
      let again = try Program.run(["test", "--threads", threads, folder.path])
      #expect(again == run)
    }
  }

  @Test("tell each failure at its own line, once")
  func places() throws {
    let folder = try folder([
      "a.retry":
        "let f = op(fails: 30%)\nstats f.retry(3) calls 200\nexpect attempts > 5\n\nexpect success > 99.9%\nexpect recovery < 2m\n"
    ])
    let run = try Program.run(["test", folder.path])
    for place in ["3: expectation failed", "5: expectation failed", "6: error: the result has no"] {
      #expect(run.output.contains("/a.retry:\(place)"), "\(run.output)")
    }
    #expect(run.output.split(separator: "a.retry:").count == 4, "\(run.output)")
  }

  @Test("may share a model in a file of its own, whose results are recorded with theirs")
  func sharedModel() throws {
    let folder = try folder([
      "model.retry": "let base = op(fails: 30%)\nstats base calls 10\n",
      "main.retry": "load model\nstats base.retry(3) calls 20\nexpect success > 1%\n",
    ])
    let main = folder.path + "/main.retry"
    #expect(try Program.run(["replay", "--update", main]).code == 0)
    let recording = try String(contentsOfFile: folder.path + "/main.recording", encoding: .utf8)
    #expect(recording.contains("stats base\n") && recording.contains("stats base.retry(3)"))
    #expect(try Program.run(["test", folder.path]).output == "2 of 2 scenarios passed\n")
    #expect(try Program.run(["replay", folder.path + "/none.retry"]).code == 66)
    #expect(try Program.run(["--check", main]).code == 0)
    try "let base = op(fails: 90%)\nstats base calls 10\n".write(
      toFile: folder.path + "/model.retry", atomically: true, encoding: .utf8)
    #expect(try Program.run(["replay", main]).code == 1)
    let input = try Program.shell(
      "cd \"$1\" && exec \"$0\"", [folder.path], input: "load main\nbase\n")
    #expect(input.code == 0, "\(input)")
    try "let base = opp()\n".write(
      toFile: folder.path + "/model.retry", atomically: true, encoding: .utf8)
    let wrong = try Program.run(["--check", main])
    #expect(wrong.code == 65, "\(wrong)")
    #expect(
      wrong.errors.contains("model.retry:1:12: error: there is no function 'opp'"), "\(wrong)")
  }

  @Test(
    "with an exercise without a goal, or a prediction without a result, are errors with a place",
    arguments: ["exercise answer of f", "predict success"])
  func lessons(line: String) throws {
    let text = "let f = op()\n\n\(line)\n"
    let folder = try folder(["s.retry": text])
    let path = folder.appending(path: "s.retry").path
    let test = try Program.run(["test", path])
    #expect(test.code == 1 && test.output.contains("s.retry:3: error: this "), "\(test)")
    for arguments in [["--check", path], [path], ["--check", "-"]] {
      let run = try Program.run(arguments, input: text)
      #expect(run.code == 65 && run.errors.contains("  3 │ \(line)\n"), "\(run)")
    }
  }

  @Test("that hold by luck fail under other seeds")
  func seeds() throws {
    let folder = try folder([
      "lucky.retry": "let f = op(fails: 50%)\nrun f.retry(9)\nexpect attempts == 1\n",
      "true.retry": "let f = op(fails: 50%)\nrun f seed 42\nexpect attempts == 1\n",
    ])
    let once = try Program.run(["test", folder.path])
    #expect(once.code == 0, "\(once)")
    let often = try Program.run(["test", "--seeds", "20", folder.path])
    #expect(often.code == 1 && often.output.contains("1 of 2 scenarios passed"), "\(often)")
    let line =
      "lucky.retry:3: expectation not met under 13 of 20 seeds, such as 1000045: attempts == 1"
    #expect(often.output.contains(line), "\(often)")
  }

  @Test("are reported to programs, build servers and forges")
  func machines() throws {
    let folder = try folder(Self.files)
    let place = folder.appending(path: "report.xml")
    let run = try Program.run(
      ["test", folder.path, "--json", "--junit", place.path])
    #expect(run.code == 1)
    let objects = try run.output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    #expect(objects.last??["failed"] as? Int == 2 && objects.count == 4)
    let report = try String(contentsOf: place, encoding: .utf8)
    #expect(report.contains("tests=\"5\" failures=\"1\" errors=\"1\""))
    let forge = try Program.run(["test", folder.path], environment: ["GITHUB_ACTIONS": "true"])
    #expect(forge.output.contains("less.retry,line=3,title=expectation::expectation failed"))
  }

  @Test("are recorded, replayed and recorded again")
  func replay() throws {
    let folder = try folder(["s.retry": "let f = op(fails: 50%)\nf.retry(3) \nrun f times 3\n"])
    let path = folder.appending(path: "s.retry").path
    let missing = try Program.run(["replay", path])
    #expect(missing.code == 66 && missing.errors.contains("s.recording' cannot be read"))
    #expect(try Program.run(["replay", "--update", path]).output.hasPrefix("recorded "))
    let same = try Program.run(["replay", path])
    #expect(same.code == 0 && same.output == "1 of 1 scenario passed\n")
    try "let f = op(fails: 60%)\nf.retry(3)\nrun f times 3\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let other = try Program.run(["replay", path])
    #expect(other.code == 1)
    #expect(other.output.contains("result 1: run f") && other.output.contains("→"))
    #expect(try Program.run(["replay", "--update", path]).code == 0)
    #expect(try Program.run(["replay", path]).code == 0)
    try "op(".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try Program.run(["replay", "--update", path]).code == 65)
  }

  @Test(
    "of another version are recognized, and damaged recordings are distinguished from other files")
  func versions() throws {
    let folder = try folder(["s.retry": "#!/usr/bin/env retrylab\nop(fails: 50%)\n"])
    let path = folder.appending(path: "s.retry").path
    let place = folder.appending(path: "s.recording")
    #expect(try Program.run(["replay", "--update", path]).code == 0)
    let text = try String(contentsOf: place, encoding: .utf8)
    func replay(_ text: String) throws -> Program.Run {
      try text.write(to: place, atomically: true, encoding: .utf8)
      return try Program.run(["replay", path])
    }
    let old = try replay(text.replacing("version 0.2.0", with: "version 0.0.1"))
    #expect(old.code == 0 && old.output.contains("recorded by version 0.0.1, this is 0.2.0; "))
    let damaged = try replay(text.replacing("attempts = 1", with: "attempts 1"))
    #expect(damaged.code == 1 && damaged.output.contains("s.recording' is damaged in line 12"))
    let foreign = try replay("not a recording\n")
    #expect(foreign.code == 1 && foreign.output.contains("s.recording' is not a recording"))
    #expect(try String(contentsOf: place, encoding: .utf8) == "not a recording\n")
  }

  @Test(
    "are refused with incompatible options",
    arguments: [
      (["replay"], "replay needs a file"),
      (["test", "-e", "1"], "-e cannot be combined with test"),
      (["test", "--update"], "--update needs replay or bench-policy"),
      (
        ["--junit", "x", "-e", "1"],
        "--junit needs test, replay, class grade, bench-policy, judge or verify"
      ),
      (["--diff", "-e", "1"], "--diff needs test or replay"),
      (["--tolerance", "1%", "x.retry"], "--tolerance needs test, replay or bench-policy"),
      (["replay", "x", "--update", "--diff"], "--diff needs replay without --update"),
      (["test", "--seed", "7"], "--seed cannot be combined with test"),
      (["replay", "x", "--csv=y"], "--csv cannot be combined with replay"),
      (["test", "--diff=all"], "--diff takes no value"),
      (["test", "--junit"], "--junit needs a value"),
      (["test", "--tolerance", "-1"], "--tolerance takes a share such as 1% or 0.01, not '-1'"),
    ])
  func usage(arguments: [String], message: String) throws {
    let run = try Program.run(arguments)
    #expect(run.code == 64 && run.errors.hasPrefix("retrylab: \(message)\n"))
  }

  @Test("never overwrite another file, and name the file of an error")
  func foreign() throws {
    let folder = try folder(["s.retry": "1\n", "s.recording": "a list\n", "wrong.retry": "op(\n"])
    let run = try Program.run(["replay", "--update", folder.path + "/s.retry"])
    #expect(
      run.code == 1 && run.errors.contains("s.recording' is not a recording, and is left as it is"))
    let place = folder.appending(path: "s.recording")
    #expect(try String(contentsOf: place, encoding: .utf8) == "a list\n")
    let wrong = try Program.run(["replay", "--update", folder.path + "/wrong.retry"])
    #expect(wrong.code == 65 && wrong.errors.hasPrefix(folder.path + "/wrong.retry: error: "))
    #expect(wrong.errors.hasSuffix("/wrong.retry is not recorded\n"))
  }

  @Test("that are missing or cannot be written are reported in one line")
  func unreadable() throws {
    let none = try Program.run(["test", "no/such/folder"])
    #expect(none.code == 66)
    #expect(
      none.errors
        == "retrylab: the file 'no/such/folder' cannot be read: No such file or directory\n")
    let empty = try folder(["notes.txt": "op("])
    let nothing = try Program.run(["test", empty.path])
    #expect(nothing.code == 66 && nothing.output == "")
    #expect(nothing.errors == "retrylab: no scenarios in '\(empty.path)'\n")
    let folder = try folder(["s.retry": "1\n"])
    let path = folder.appending(path: "s.retry").path
    // Nobody, not even root, can write below a file or on a full device.
    let below = try Program.run(["test", path, "--junit", path + "/x"])
    #expect(below.code == 74 && below.errors.contains("cannot be written: Not a directory"))
    let save = ["-e", "op()", "-e", "save \"\(path)/x\""]
    let saved = try Program.run(save)
    #expect(saved.code == 74 && saved.errors.contains("cannot be written: Not a directory"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "1\n")
    // No folder here accepts new files, even from root.
    let refused = try Program.run(["-e", "op()", "-e", "save \"/proc/s\"", "-e", "1"])
    #expect(refused.code == 74)
    #expect(refused.errors.split(separator: "\n").count { $0.contains("cannot be written: ") } == 1)
  }
}
