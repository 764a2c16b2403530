import Foundation
import Report
import RetryNumerics
import Testing

@Suite("Reports of checked scenarios")
struct ChecksReportTests {
  private static let checks = [
    Check("a/good.retry", .passed), Check("a/old.retry", .passed, notes: ["recorded by version 0"]),
    Check("a/b/wrong, 50%.retry", .mistake, "error: there is no 'x'\n  1 │ x", line: 1),
    Check("less.retry", .expectation, "expectation failed: success >= 99% & <p99>", line: 7),
    Check("\u{1B}[31m\".retry", .difference, "result 1 \u{0}\u{1B} differs"),
  ]

  @Test("text shows the failures and their number")
  func text() {
    #expect(
      ChecksReport(Self.checks).text == """
        a/old.retry: recorded by version 0
        a/b/wrong, 50%.retry:1: error: there is no 'x'
          1 │ x
        less.retry:7: expectation failed: success >= 99% & <p99>
        \u{1B}[31m".retry: result 1 \u{0}\u{1B} differs
        2 of 5 scenarios passed, 1 had errors, 1 failed an expectation, 1 differed from the recording
        """)
    #expect(ChecksReport([Self.checks[0]]).text == "1 of 1 scenario passed")
    #expect(ChecksReport([]).isPassed && !ChecksReport(Self.checks).isPassed)
  }

  @Test("JSON has an object per scenario, and one for all")
  func json() throws {
    let objects = try ChecksReport(Self.checks).json.map { object in
      try #require(
        JSONSerialization.jsonObject(with: Data(object.text.utf8)) as? [String: Any])
    }
    #expect(
      objects.compactMap { $0["kind"] as? String } == Array(repeating: "check", count: 5) + [
        "checks"
      ])
    #expect(objects[3]["line"] as? Int == 7 && objects[3]["verdict"] as? String == "expectation")
    #expect(objects[5]["passed"] as? Int == 2 && objects[5]["failed"] as? Int == 3)
  }

  @Test("annotations have a line per failure, with special characters escaped")
  func annotations() {
    #expect(
      ChecksReport(Self.checks).annotations == [
        "::error file=a/b/wrong%2C 50%25.retry,line=1,title=mistake::error: there is no 'x'%0A  1 │ x",
        "::error file=less.retry,line=7,title=expectation::expectation failed: success >= 99%25 & <p99>",
        "::error file=\u{1B}[31m\".retry,title=difference::result 1 \u{0}\u{1B} differs",
      ])
  }

  @Test("annotations have one line per failed expectation")
  func severalAnnotations() {
    var check = Check("less.retry", .expectation, "first\nsecond\nwhole", line: 3)
    check.cases = [
      Check.Case(name: "expect a", line: 3, verdict: .expectation, message: "first"),
      Check.Case(name: "expect a (line 4)", line: 4, verdict: .expectation, message: "first"),
      Check.Case(name: "expect b", line: 5, verdict: .passed, message: ""),
      Check.Case(name: "expect c", line: 7, verdict: .mistake, message: "second"),
      Check.Case(name: "runs as recorded", line: 7, verdict: .mistake, message: "second"),
    ]
    #expect(
      ChecksReport([check]).annotations == [
        "::error file=less.retry,line=3,title=expectation::first",
        "::error file=less.retry,line=4,title=expectation::first",
        "::error file=less.retry,line=7,title=mistake::second",
      ])
  }

  @Test(
    "a build server gets a suite for each scenario, and a case for each expectation, with times")
  func junit() throws {
    var checks = Self.checks
    checks[3].cases = [
      Check.Case(
        name: "expect p99 < 1s", line: 3, verdict: .passed, message: "",
        time: Nanoseconds(1_500_000)),
      Check.Case(
        name: "expect success >= 99% & <p99>", line: 7, verdict: .expectation,
        message: "success is 98%\nmore"),
    ]
    checks[3].cases.append(Check("less.retry", .passed, line: 7).whole)
    checks[3].time = Nanoseconds(2_000_000_000)
    let document = try XMLReading(JUnit(checks).text)
    let all = try #require(document.attributes["testsuites"]?.first)
    #expect(all["tests"] == "7" && all["failures"] == "2" && all["errors"] == "1")
    #expect(all["time"] == "2.000")
    let suites = try #require(document.attributes["testsuite"])
    #expect(suites.map { $0["tests"] } == ["1", "1", "1", "3", "1"])
    #expect(suites[3]["name"] == "less.retry" && suites[3]["failures"] == "1")
    let failures = try #require(document.attributes["failure"])
    #expect(failures[0]["message"] == "success is 98%")
    #expect(document.attributes["error"]?[0]["message"] == "error: there is no 'x'")
    let cases = try #require(document.attributes["testcase"])
    #expect(
      cases.prefix(4).map { $0["classname"] } == ["a.good", "a.old", "a.b.wrong, 50%", "less"])
    #expect(cases[3...5].map { $0["line"] } == ["3", "7", "7"])
    #expect(cases[3]["time"] == "0.002" && cases[5]["name"] == "runs as recorded")
  }
}
