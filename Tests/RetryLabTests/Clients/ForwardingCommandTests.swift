#if os(Linux)
  import Foundation
  import Testing

  @Suite("Listening in front of another server")
  struct ForwardingCommandTests {
    /// Serves a text in front of what another text serves, while a command of the shell runs.
    static func listening(
      _ text: String, to other: String = "let any = op()", scheme: String = "http",
      options: [String] = [], _ command: String
    ) throws -> (code: Int32, output: String, errors: String) {
      let folder = try Scratch.folder()
      let (front, back) = (folder.appending(path: "front.retry"), folder.appending(path: "b.retry"))
      try text.write(to: front, atomically: true, encoding: .utf8)
      try other.write(to: back, atomically: true, encoding: .utf8)
      let words = ["listen", front.path, "--port", "0"] + options
      let inner =
        "\(Program.path) \(words.joined(separator: " ")) --to \(scheme)${RETRYLAB_URL#http} -- /bin/bash -c '\(command)'"
      // What the one in front prints is among the errors of the other.
      let run = try Program.run(
        ["listen", back.path, "--port", "0", "--", "/bin/bash", "-c", inner])
      return (run.code, run.output, run.errors)
    }

    static let hasCurl = ListenCommandTests.hasCurl
    static let curl = "curl --noproxy \"*\" -s -w \"%{http_code} \""

    @Test(
      "shows the answers of the other server, unless a call meets an error",
      .enabled(if: hasCurl, "curl is not installed"))
    func answers() throws {
      let heard = try Self.listening(
        "let fetch = op(script: [.http(503), .http(503), ok(1)])\nlet rest = op()",
        options: ["--json"],
        "for n in 1 2 3; do \(Self.curl) $RETRYLAB_URL/fetch; done; \(Self.curl) $RETRYLAB_URL/x")
      let (ours, theirs) = (heard.errors, heard.output.split(separator: "\n"))
      #expect(theirs.count == 2, "\(heard)")
      // The lines of the server and those of its clients come in any order.
      for (words, count) in [("http(503)\n", 2), ("503 ", 2), ("ok\n", 2), ("200 ", 2)] {
        #expect(ours.components(separatedBy: words).count == count + 1, "\(words): \(heard)")
      }
      #expect(ours.contains(#""attempt":3,"known_by":"content","success":true"#))
      #expect(ours.contains(#""reply":"200""#) && ours.contains(#""unknown":1"#))
    }

    @Test(
      "lets the effect of a lost answer happen", .enabled(if: hasCurl, "curl is not installed"))
    func effects() throws {
      let heard = try Self.listening(
        "let pay = op(lost: [.reset: 100%])", "\(Self.curl) $RETRYLAB_URL/pay")
      #expect(heard.output.contains("any call 0, attempt 1: ok"), "\(heard)")
      #expect(heard.errors.contains("pay call 0, attempt 1: reset"), "\(heard)")
      #expect(heard.errors.contains("(the other server: 200)\n"), "\(heard)")
    }

    @Test(
      "fails connections of clients that speak anything",
      .enabled(if: hasCurl, "curl is not installed"))
    func connections() throws {
      let heard = try Self.listening(
        "let link = op(script: [.truncated(20), ok(1)])", scheme: "tcp",
        "for n in 1 2; do \(Self.curl) http${RETRYLAB_URL#tcp}/a; done")
      #expect(heard.errors.contains("link call 0, attempt 1: truncated(20) after"), "\(heard)")
      #expect(heard.errors.contains("link call 0, attempt 2: ok after"), "\(heard)")
      #expect(heard.output.contains("any call 1, attempt 1: ok"), "\(heard)")
    }

    @Test(
      "judges a client by what the other server has said",
      .enabled(if: hasCurl, "curl is not installed"))
    func judging() throws {
      let folder = try Scratch.folder()
      let (front, back) = (folder.appending(path: "front.retry"), folder.appending(path: "b.retry"))
      try "let any = op()\nlet plan = policy(attempts: 3, delay: 50ms)".write(
        to: front, atomically: true, encoding: .utf8)
      try "let any = op(fails: [.http(503): 100%])".write(
        to: back, atomically: true, encoding: .utf8)
      let ask = "for n in 1 2 3; do \(Self.curl) $RETRYLAB_URL/a; sleep 0.06; done"
      let inner =
        "\(Program.path) judge \(front.path) --late 10s --port 0 --to $RETRYLAB_URL -- /bin/bash -c '\(ask)'"
      let run = try Program.run(
        ["listen", back.path, "--port", "0", "--", "/bin/bash", "-c", inner])
      #expect(run.errors.contains("attempts") && run.errors.contains("passed"), "\(run)")
      #expect(run.output.contains("any call 0, attempt 3: http(503)"), "\(run)")
    }

    @Test(
      "refuses what it cannot pass on",
      arguments: [
        (["listen", "--to", "https://a"], "let a = op()", 64, "TLS is not spoken here"),
        (
          ["verify", "--to", "http://a"], "let a = op()", 64,
          "--to needs class pack, listen or judge"
        ),
        (["listen", "--to", "tcp://localhost:1"], "let a = op()\nlet b = op()", 65, "only one"),
        (
          ["listen", "--to", "http://no.such.host.invalid"], "let a = op()", 75,
          "no server 'no.such.host.invalid'"
        ),
      ] as [([String], String, Int32, String)])
    func mistakes(words: [String], text: String, code: Int32, message: String) throws {
      let path = try Scratch.folder().appending(path: "a.retry").path
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let run = try Program.run([words[0], path, "--port", "0"] + words.dropFirst())
      #expect(run.code == code && run.errors.contains(message), "\(run)")
    }

    @Test("refuses to pass requests on to itself")
    func itself() throws {
      let path = try Scratch.folder().appending(path: "a.retry").path
      try "let a = op()".write(toFile: path, atomically: true, encoding: .utf8)
      let run = try Program.run(
        ["listen", path, "--port", "47815", "--to", "http://localhost:47815"])
      #expect(run.errors.contains("the same port") || run.errors.contains("in use"), "\(run)")
    }
  }
#endif
