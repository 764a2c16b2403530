import Foundation
import Testing

/// A build fails if a policy no longer meets its goals.
@Suite("bench-policy")
struct GoalsCommandTests {
  private static let goals = """
    let fetch = op(fails: 30%, latency: exponential(100ms))
    stats fetch.retry(policy) calls 20_000
    expect success >= 98.5%
    expect p99 < 2s
    """

  private struct Build {
    let folder: URL

    init(_ goals: String = GoalsCommandTests.goals) throws {
      folder = try Scratch.folder()
      try goals.write(
        to: folder.appending(path: "goals.retry"), atomically: true, encoding: .utf8)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func write(_ policy: String, to name: String = "rules.json") throws {
      let text = "let p = \(policy)\nexport \(path(name)) of p over"
      #expect(try Program.run(["-e", text]).code == 0)
    }

    func run(_ others: String..., policy: String = "rules.json") throws -> Program.Run {
      try Program.run(["bench-policy"] + others + [path(policy), path("goals.retry")])
    }
  }

  @Test("passes while the goals are met, and shows what has changed as a table and a picture")
  func passes() throws {
    let build = try Build()
    try build.write("policy(attempts: 4, backoff: exponential(100ms), jitter: full)")
    let first = try build.run()
    #expect(first.code == 0 && first.output.contains("meets 2 of 2 goals"), "\(first)")
    #expect(try build.run("--update").code == 0)
    #expect(try build.run().output == first.output)
    try build.write("policy(attempts: 4, backoff: exponential(200ms), jitter: full)")
    let page = build.path("page.html")
    let changed = try build.run("--html", page, "--junit", build.path("junit.xml"))
    #expect(changed.code == 0 && changed.output.contains("waited_ns.mean"), "\(changed)")
    #expect(changed.output.contains("now compared with recorded"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("meets 2 of 2 goals") && html.contains("<svg"))
    let junit = try String(contentsOfFile: build.path("junit.xml"), encoding: .utf8)
    #expect(junit.contains("failures=\"0\""), "\(junit)")
  }

  @Test("fails with the goal that is missed and by how much")
  func misses() throws {
    let build = try Build()
    try build.write("policy(attempts: 3, backoff: exponential(100ms))")
    let run = try build.run()
    #expect(run.code == 1 && run.output.contains("missed  expect success >= 98.5%"), "\(run)")
    #expect(run.output.contains("success is 97.") && run.output.contains("goals.retry:3"))
    #expect(try build.run("--json").output.contains("\"verdict\":\"expectation\""))
  }

  @Test("reads the file of any library that can be imported")
  func formats() throws {
    let build = try Build()
    for name in ["resilience4j.yaml", "grpc.json", "policy.py"] {
      try build.write("policy(attempts: 5, backoff: constant(100ms))", to: name)
      let run = try build.run(policy: name)
      #expect(run.code == 0 && run.output.contains("meets 2 of 2 goals"), "\(name): \(run)")
    }
  }

  @Test("refuses what is no policy, and goals that do not run")
  func mistakes() throws {
    let build = try Build("stats op().retry(polic) calls 10")
    try build.write("policy(attempts: 3)")
    let wrong = try build.run()
    #expect(wrong.code == 65 && wrong.output.contains("did you mean 'policy'"), "\(wrong)")
    try "{".write(toFile: build.path("bad.json"), atomically: true, encoding: .utf8)
    #expect(try build.run(policy: "bad.json").code == 65)
    #expect(try build.run(policy: "none.json").code == 66)
    #expect(try Program.run(["bench-policy", build.path("rules.json")]).code == 64)
  }
}
