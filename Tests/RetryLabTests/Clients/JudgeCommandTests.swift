#if os(Linux)
  import Foundation
  import Testing

  @Suite("Judging real clients")
  struct JudgeCommandTests {
    static let python = "/usr/bin/python3"
    static let hasPython = FileManager.default.isExecutableFile(atPath: python)

    static let text = """
      let fetch = op(fails: [.http(503): 40%, .http(404): 10%], latency: 1ms)
      let gentle = policy(attempts: 3, backoff: constant(30ms), on: [.http(503)])
      """

    /// A client that makes calls with up to so many attempts, and a delay after each of the statuses.
    static func client(attempts: Int, delay: Double, statuses: String, calls: Int = 12) -> String {
      """
      import os, time, urllib.error, urllib.request
      opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
      for call in range(\(calls)):
          for attempt in range(\(attempts)):
              if attempt: time.sleep(\(delay))
              request = urllib.request.Request(
                  os.environ["RETRYLAB_URL"] + "/fetch", headers={"Idempotency-Key": str(call)})
              try:
                  opener.open(request).read()
                  break
              except urllib.error.HTTPError as error:
                  error.read()
                  if error.code not in (\(statuses),): break
      """
    }

    /// Judges a client; what is late says nothing here, since the machine may be busy.
    static func judging(
      _ client: String, _ options: [String] = [], task: String = "judge"
    ) throws -> (code: Int32, output: String, errors: String) {
      try ListenCommandTests.listening(
        text, ["--late", "10s"] + options, task: task,
        "\(python) - <<'END'\n\(client)\nEND")
    }

    @Test(
      "tells in what a client departs from its policy",
      .enabled(if: hasPython, "python3 is not installed"),
      arguments: [
        (3, 0.03, "503", 0, "passed: fetch was called as planned"),
        (4, 0.03, "503", 1, "failed: attempts"),
        (2, 0.03, "503", 1, "failed: attempts"),
        (3, 0.005, "503", 1, "failed: gaps"),
        (3, 0.03, "503, 404", 1, "failed: errors"),
      ])
    func departures(attempts: Int, delay: Double, statuses: String, code: Int32, end: String) throws
    {
      let client = Self.client(attempts: attempts, delay: delay, statuses: statuses)
      let run = try Self.judging(client)
      #expect(run.code == code && run.output.contains(end), "\(run)")
    }

    @Test(
      "gives the same judgement of a log", .enabled(if: hasPython, "python3 is not installed"))
    func logs() throws {
      let folder = try Scratch.folder()
      let (path, log, junit) = (
        folder.appending(path: "api.retry").path, folder.appending(path: "log").path,
        folder.appending(path: "junit.xml").path
      )
      try Self.text.write(toFile: path, atomically: true, encoding: .utf8)
      let client = Self.client(attempts: 4, delay: 0.03, statuses: "503")
      let heard = try ListenCommandTests.listening(
        Self.text, ["--json"], "\(Self.python) - <<'END'\n\(client)\nEND")
      try heard.output.write(toFile: log, atomically: true, encoding: .utf8)
      let run = try Program.run(["judge", path, log, "--late", "10s", "--junit", junit, "--json"])
      #expect(run.code == 1, "\(run)")
      let judgement = try #require(
        JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      #expect(judgement["verdict"] as? String == "failed")
      let findings = try #require(judgement["findings"] as? [[String: Any]])
      let failed = findings.filter { $0["verdict"] as? String == "failed" }
      #expect(failed.map { $0["subject"] as? String } == ["attempts"])
      let report = try String(contentsOfFile: junit, encoding: .utf8)
      #expect(report.contains("<failure type=\"expectation\""), "\(report)")
      let other = try Program.run(
        [
          "judge", path, log, "--late", "10s", "--policy",
          "policy(attempts: 4, delay: 30ms, on: [.http(503)])",
        ])
      #expect(other.code == 0, "\(other)")
    }

    @Test(
      "judges each session of a log by itself, or one of them",
      .enabled(if: hasPython, "python3 is not installed"))
    func sessions() throws {
      let folder = try Scratch.folder()
      let (path, log) = (
        folder.appending(path: "api.retry").path, folder.appending(path: "log").path
      )
      try Self.text.write(toFile: path, atomically: true, encoding: .utf8)
      // The second makes an attempt more than the policy.
      let clients = [("right", 3), ("wrong", 4)].map { session, attempts in
        Self.client(attempts: attempts, delay: 0.03, statuses: "503", calls: 40)
          .replacing("/fetch", with: "/s/\(session)/fetch")
      }
      let heard = try ListenCommandTests.listening(
        Self.text, ["--json"],
        clients.map { "\(Self.python) - <<'END'\n\($0)\nEND\n" }.joined())
      try heard.output.write(toFile: log, atomically: true, encoding: .utf8)
      func judged(_ options: [String]) throws -> (code: Int32, verdicts: [String: String]) {
        let run = try Program.run(["judge", path, log, "--late", "10s", "--json"] + options)
        let objects = try run.output.split(separator: "\n").map {
          try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let pairs = objects.map { ($0["session"] as? String ?? "", $0["verdict"] as? String ?? "") }
        return (run.code, Dictionary(pairs) { first, _ in first })
      }
      #expect(try judged([]).verdicts == ["right": "passed", "wrong": "failed"], "\(heard)")
      #expect(try judged(["--session", "right"]) == (0, ["right": "passed"]))
      #expect(try judged(["--session", "wrong"]) == (1, ["wrong": "failed"]))
      let none = try Program.run(["judge", path, log, "--session", "other"])
      #expect(none.code == 75 && none.errors.contains("was seen in session 'other'"), "\(none)")
    }

    @Test(
      "compares the figures of a client with the predicted ones",
      .enabled(if: hasPython, "python3 is not installed"), arguments: [(3, true), (1, false)])
    func figures(attempts: Int, isMet: Bool) throws {
      let client = Self.client(attempts: attempts, delay: 0.03, statuses: "503", calls: 40)
      let run = try Self.judging(client, ["--json"], task: "verify")
      let result = try #require(
        JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run)")
      let figures = try #require(result["figures"] as? [[String: Any]])
      #expect(
        figures.map { $0["name"] as? String } == ["success", "attempts", "mean", "p50", "p90"])
      // The durations of a busy machine are its own.
      for figure in figures.prefix(2) { #expect(figure["met"] as? Bool == isMet, "\(run)") }
      #expect(isMet || run.code == 1)
    }

    @Test("stops a command that takes too long")
    func limits() throws {
      let run = try ListenCommandTests.listening(
        Self.text, ["--for", "100ms"], "trap '' INT; sleep 1000")
      #expect(run.code == 0 && run.errors.contains("0 requests"), "\(run)")
    }

    @Test(
      "refuses what it cannot judge",
      arguments: [
        ("let fetch = op()", [], 65, "no policy in"),
        (
          "let f = op()\nlet a = policy(attempts: 2)\nlet b = policy(attempts: 3)", [], 64,
          "choose a or b"
        ),
        ("let f = op()", ["--policy", "4"], 64, "4 is neither a policy nor an operation"),
        ("let f = op()", ["--policy", "policy(atempts: 3)"], 64, "--policy: "),
        ("let f = op()\nlet a = f.retry(3)", [], 75, "no request for 'f' was seen"),
      ] as [(String, [String], Int32, String)])
    func mistakes(text: String, options: [String], code: Int32, words: String) throws {
      let run = try ListenCommandTests.listening(text, options, task: "judge", "true")
      #expect(run.code == code && run.errors.contains(words), "\(run)")
    }

    @Test(
      "names the line of a log that is none",
      arguments: [
        ("{\"kind\":\"exchange\"}", "log:1: end is missing"),
        ("\n{\"kind\":\"note\"}\nhello", "log:3: this is no line of"),
      ])
    func logMistakes(log: String, words: String) throws {
      let folder = try Scratch.folder()
      let (path, file) = (
        folder.appending(path: "a.retry").path, folder.appending(path: "log").path
      )
      try Self.text.write(toFile: path, atomically: true, encoding: .utf8)
      try log.write(toFile: file, atomically: true, encoding: .utf8)
      let run = try Program.run(["judge", path, file])
      #expect(run.code == 65 && run.errors.contains(words), "\(run)")
    }
  }
#endif
