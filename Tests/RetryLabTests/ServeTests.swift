import Foundation
import Glibc
import Testing

@Suite("Sessions with --serve")
struct ServeTests {
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "talk to a Python program: requests, errors, questions, a stop, the end, Ctrl-C",
    .enabled(if: python != nil), .timeLimit(.minutes(20)))
  func client() throws {
    let python = try #require(Self.python)
    let client = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "client.py")
    let run = try Program.shell(
      "exec '\(python)' '\(client.path)' \"$0\"", [])
    #expect(run == Program.Run(code: 0, output: "", errors: ""))
  }

  private static let request = "{\"id\": 1, \"do\": \"run\", \"text\": \"op()\"}\n"

  @Test(
    "accept the options for runs, and no others",
    arguments: [
      (["--json"], "--json cannot be combined with --serve"),
      (["--csv"], "--csv cannot be combined with --serve"),
      (["--check"], "--check cannot be combined with --serve"),
      (["-e", "1"], "-e cannot be combined with --serve"),
      (["s.retry"], "--serve cannot be combined with files"),
      (["test"], "--serve cannot be combined with test"),
      (["replay", "s.retry"], "--serve cannot be combined with replay"),
      (["--quiet"], "--quiet cannot be combined with --serve"),
      (["--no-init"], "--no-init cannot be combined with --serve"),
      (["--color", "always"], "--color cannot be combined with --serve"),
    ])
  func options(arguments: [String], message: String) throws {
    let run = try Program.run(["--serve"] + arguments, input: "")
    #expect(run.code == 64 && run.output == "")
    #expect(run.errors.hasPrefix("retrylab: \(message)\n"))
    let seeded = try Program.run(["--serve", "--seed", "7", "--threads", "2"], input: Self.request)
    #expect(seeded.code == 0 && seeded.output.contains("\"seed\":7"))
  }

  @Test("end with one message if the output fails, and silently if the reader has gone")
  func output() throws {
    for redirection in ["> /dev/full", ">&-"] {
      let run = try Program.shell("\"$0\" --serve \(redirection)", [], input: Self.request)
      #expect(run.code == 74 && run.errors.contains("standard output cannot be written: "))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    let gone = try Program.shell(
      "\"$0\" --serve | true; exit ${PIPESTATUS[0]}", [],
      input: String(repeating: Self.request, count: 200))
    #expect(gone.code == 128 + SIGPIPE && gone.errors == "")
  }

  @Test("answer ten thousand requests in constant memory")
  func memory() throws {
    let texts = ["let f = op(fails: 30%)", "f.retry(3)", "stats f.retry(3) calls 50", "f.rety(2)"]
    let requests = (0..<10_000).map { number in
      "{\"id\": \(number), \"do\": \"run\", \"text\": \"\(texts[number % texts.count])\"}\n"
    }
    let run = try Program.shell(Program.smallMemory, ["--serve"], input: requests.joined())
    #expect(run.code == 0 && run.errors == "")
    #expect(run.output.split(separator: "\n").count { $0.contains("\"kind\":\"done\"") } == 10_000)
  }
}
