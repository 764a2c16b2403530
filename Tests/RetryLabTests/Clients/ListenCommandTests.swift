#if os(Linux)
  import Foundation
  import Testing

  @Suite("Listening to real clients")
  struct ListenCommandTests {
    static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    static let text = """
      let fetch = op(fails: [.timeout: 20%, .http(503): 20%, .reset: 10%], latency: exponential(3ms))
      let queued = op(on: server(service: 10ms))
      stats fetch calls 100_000_000_000
      """

    /// Serves a text while a command of the shell runs, and returns what the program prints.
    static func listening(
      _ text: String, _ options: [String] = [], task: String = "listen", _ command: String
    ) throws -> (code: Int32, output: String, errors: String) {
      let path = try Scratch.folder().appending(path: "api.retry").path
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let words = [task, path, "--port", "0"] + options + ["--", "/bin/bash", "-c", command]
      let run = try Program.run(words)
      return (run.code, run.output, run.errors)
    }

    @Test(
      "shows each client what the simulation shows for its call",
      .enabled(if: hasCurl, "curl is not installed"))
    func calls() throws {
      let ask =
        "curl --noproxy '*' -s -o /dev/null -w '%{http_code} ' -H \"X-RetryLab-Call: $call\" $RETRYLAB_URL/fetch"
      let heard = try Self.listening(
        Self.text, ["--seed", "7"], "for call in 0 1 2 3 4 5 6 7; do \(ask); done; echo")
      let words = try (0..<8).map { call in
        let run = try Program.run(
          ["--seed", "7", "-e", Self.text.split(separator: "\n")[0] + "\nrun fetch call \(call)"])
        let end = run.output.split(separator: "\n").last ?? ""
        return ["http(503)": "503", "timeout": "504", "reset": "000", "success": "200"].first {
          end.contains($0.key)
        }?.value ?? "?"
      }
      #expect(heard.errors.contains(words.joined(separator: " ") + " \n"), "\(heard)")
      #expect(heard.output.contains("fetch call 7, attempt 1: "))
    }

    @Test("tells each attempt as a line of JSON", .enabled(if: hasCurl, "curl is not installed"))
    func json() throws {
      let heard = try Self.listening(
        "let fetch = op(fails: 100%)", ["--json"],
        "for n in 1 2 3; do curl --noproxy '*' -s -o /dev/null $RETRYLAB_URL/any; done; exit 3")
      let lines = heard.output.split(separator: "\n")
      let objects = try lines.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(objects.map { $0["attempt"] as? Int } == [1, 2, 3, nil])
      #expect(
        objects.dropLast().allSatisfy {
          $0["call"] as? Int == 0 && $0["known_by"] as? String == "content"
        })
      #expect(objects.last?["requests"] as? Int == 3)
      #expect(objects.last?["is_complete"] as? Bool == true)
      #expect(heard.code == 1 && heard.errors.contains("the command ended with 3"))
    }

    @Test("refuses a speed that is none", arguments: ["0", "-1", "nan", "1e9", "fast", ""])
    func speeds(value: String) throws {
      let run = try Program.run(["listen", "a.retry", "--speed", value])
      let words = "--speed takes a factor from 0.001 to 1000, not '\(value)'"
      #expect(run.code == 64 && run.errors.contains(words), "\(run)")
    }

    @Test("runs the scenario as fast as it is told", .enabled(if: hasCurl, "curl is not installed"))
    func speed() throws {
      let heard = try Self.listening(
        "let fetch = op(latency: 3s)", ["--json", "--speed", "1000"],
        "curl --noproxy '*' -s $RETRYLAB_URL/fetch")
      let line = try #require(heard.output.split(separator: "\n").first)
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(heard)")
      #expect(object["latency_ns"] as? Int == 3_000_000_000 && object["speed"] as? Int == 1000)
      let times = ["arrival_ns", "finish_ns", "late_ns"].compactMap { object[$0] as? Int }
      // What the machine was late is no part of the scenario.
      #expect(times.count == 3 && times[1] - times[0] - times[2] <= 3_000_000, "\(line)")
      #expect(times.count == 3 && times[1] - times[0] >= 3_000_000, "\(line)")
    }

    @Test(
      "refuses what it cannot answer",
      arguments: [
        ("let a = 5", 65, "no operation in"), ("let f = op(fails: 20", 65, "is never closed"),
      ])
    func mistakes(text: String, code: Int32, words: String) throws {
      let path = try Scratch.folder().appending(path: "a.retry").path
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let run = try Program.run(["listen", path, "--port", "0"])
      #expect(run.code == code && run.errors.contains(words), "\(run)")
    }
  }
#endif
