#if os(Linux)
  import Foundation
  import Testing

  @Suite("Listening in hostile circumstances")
  struct HostileListenTests {
    static let text = "let fetch = op()\nlet slow = op(latency: 1s)"

    /// What the command does that calls the operation.
    static let calls = "for n in 1 2 3; do curl --noproxy '*' -s $RETRYLAB_URL/fetch; done"

    @Test(
      "goes on without a log that cannot be written, and says so",
      .enabled(if: ListenCommandTests.hasCurl, "curl is not installed"),
      arguments: [
        ("exec \"$0\" \"$@\" > /dev/full", "No space left on device"),
        ("ulimit -f 0; exec \"$0\" \"$@\" > \"$2.log\"", "File too large"),
        ("exec \"$0\" \"$@\" < /dev/null >&-", "Bad file descriptor"),
      ])
    func fullDisk(script: String, reason: String) throws {
      let path = try Program.script(Self.text)
      let run = try Program.shell(
        script, ["listen", path, "--port", "0", "--json", "--", "/bin/sh", "-c", Self.calls])
      #expect(run.code == 74 && run.errors.components(separatedBy: "ok\n").count == 4, "\(run)")
      #expect(run.errors.components(separatedBy: "the log ends here").count == 2, "\(run)")
      #expect(run.errors.contains(reason) && run.errors.contains("3 requests"), "\(run)")
    }

    @Test(
      "goes on without a log that nobody reads",
      .enabled(if: ListenCommandTests.hasCurl, "curl is not installed"))
    func unreadLog() throws {
      let ask =
        "curl --noproxy '*' -s -o /dev/null -w '%{http_code}\n' \"$RETRYLAB_URL/fetch?[1-2000]\""
      let run = try Program.shell(
        "mkfifo \"$2.log\" && exec 3<>\"$2.log\" && exec \"$0\" \"$@\" > \"$2.log\"",
        [
          "listen", try Program.script(Self.text), "--port", "0", "--json", "--speed", "1000", "--",
          "/bin/sh", "-c",
          "\(ask) | sort | uniq -c",
        ])
      #expect(run.code == 74 && run.errors.contains("2000 200\n"), "\(run)")
      #expect(run.errors.contains("the log ends here, since nobody reads it"), "\(run)")
    }

    @Test(
      "bears more connections than it can have, and keeps nothing of them",
      .enabled(if: JudgeCommandTests.hasPython, "python3 is not installed"),
      arguments: [(100, 10_000), (100_000, 20_000)])
    func waves(descriptors: Int, connections: Int) throws {
      let script = SeenFaultTests.scripts.appending(path: "waves.py").path
      let run = try Program.shell(
        "\(JudgeCommandTests.python) '\(script)' \(descriptors) \(connections) \"$0\" \"$1\"",
        [try Program.script(Self.text)])
      let result = try #require(
        JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run)")
      #expect(result["answers"] as? [Int] == [200] && result["code"] as? Int == 0, "\(run)")
      let growth = try #require(result["growth"] as? Int)
      #expect(growth < 64 << 20, "\(run)")
      // It does not ask for clients again and again that it has no descriptors for.
      #expect((result["busy"] as? Double).map { $0 < 0.1 } == true, "\(run)")
      #expect((result["descriptors"] as? Int ?? .max) <= min(descriptors, 600), "\(run)")
    }
  }
#endif
