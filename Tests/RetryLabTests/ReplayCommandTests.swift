import Foundation
import FoundationXML
import Testing

@Suite("Replays from the command line")
struct ReplayCommandTests {
  private static let text = """
    let f = op(latency: 100ms, fails: 100%)
    f.retry(30)
    expect attempts == 30
    """

  /// Records a text, and puts another one in its place.
  private func changed(_ change: (String) -> String) throws -> (folder: URL, path: String) {
    let folder = try Scratch.folder()
    let place = folder.appending(path: "s.retry")
    try Self.text.write(to: place, atomically: true, encoding: .utf8)
    #expect(try Program.run(["replay", "--update", place.path]).code == 0)
    try change(Self.text).write(to: place, atomically: true, encoding: .utf8)
    return (folder, place.path)
  }

  @Test(
    "show few differences or, with --diff, all, and end with 1",
    arguments: ["test", "replay"])
  func diff(task: String) throws {
    let (_, path) = try changed { $0.replacing("100ms", with: "200ms") }
    let short = try Program.run([task, path])
    #expect(short.code == 1 && short.output.contains(" more; 'retrylab replay --diff' shows all"))
    let long = try Program.run([task, "--diff", path])
    #expect(long.code == 1 && !long.output.contains("tells all"))
    #expect(long.output.contains("events.61") && !short.output.contains("events.61"))
    #expect(long.output.hasPrefix(path + ": ") && long.errors == "")
  }

  @Test("pass if figures differ by less than --tolerance")
  func tolerance() throws {
    let (_, path) = try changed { $0.replacing("100ms", with: "100.9ms") }
    for (share, code) in [("1%", 0), ("0.01", 0), ("0.1%", 1), ("0", 1), ("1e-2", 0)]
      as [(String, Int32)]
    {
      let run = try Program.run(["replay", "--tolerance", share, path])
      #expect(run.code == code, "\(share): \(run)")
    }
    #expect(try Program.run(["test", "--tolerance=1%", path]).code == 0)
    for share in ["", "%", "x", "-1%", "inf", "nan"] {
      #expect(try Program.run(["replay", "--tolerance", share, path]).code == 64, "\(share)")
    }
  }

  @Test(
    "match the recording, whatever the wording of the scenario",
    arguments: ["/// New words.\n\n", "\n\n\n", "set width 60\n", "help retry\n"])
  func words(start: String) throws {
    let (_, path) = try changed { start + $0 }
    #expect(try Program.run(["replay", path]).code == 0)
  }

  @Test("produce a suite for build servers, with a case per expectation and their times")
  func junit() throws {
    let (folder, path) = try changed { $0 + "\nexpect success >= 50%\nexpect attempts < 31" }
    let place = folder.appending(path: "report.xml")
    let run = try Program.run(["test", folder.path, "--junit", place.path])
    #expect(run.code == 1)
    let report = try XMLDocument(contentsOf: place)
    let suites = try report.nodes(forXPath: "/testsuites/testsuite")
    let suite = try #require(suites.first as? XMLElement)
    #expect(suites.count == 1 && suite.attribute(forName: "name")?.stringValue == path)
    let cases = suite.elements(forName: "testcase")
    #expect(
      cases.map { $0.attribute(forName: "name")?.stringValue } == [
        "expect attempts == 30", "expect success >= 50%", "expect attempts < 31",
        "runs as recorded",
      ])
    #expect(cases.map { $0.elements(forName: "failure").count } == [0, 1, 0, 1])
    #expect(cases.prefix(3).map { $0.attribute(forName: "line")?.stringValue } == ["3", "4", "5"])
    for element in [suite] + cases {
      let time = try #require(element.attribute(forName: "time")?.stringValue)
      #expect(Double(time).map { $0 >= 0 } == true, "\(time)")
    }
    #expect(suite.attribute(forName: "tests")?.stringValue == "4")
    #expect(suite.attribute(forName: "failures")?.stringValue == "2")
  }

  @Test("produce annotations with the line of an error, or the file of a difference")
  func annotations() throws {
    let forge = ["GITHUB_ACTIONS": "true"]
    let (_, path) = try changed { $0.replacing("100ms", with: "200ms") }
    let run = try Program.run(["replay", path], environment: forge)
    #expect(run.code == 1 && run.output.contains("\n::error file=\(path),title=difference::"))
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("::") } == 1)
    let (_, other) = try changed { $0 + "\n\nexpect success >= 50%" }
    let missed = try Program.run(["test", other], environment: forge)
    #expect(missed.output.contains("\n::error file=\(other),line=5,title=expectation::"))
    #expect(try !Program.run(["test", other]).output.contains("::error"))
  }
}
