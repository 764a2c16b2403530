import Foundation
import Testing

@Suite("Pages")
struct PageTests {
  private static let browser = [
    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Has a real browser without a network read pages, and returns what is wrong.
  private static func read(_ pages: [URL], as kind: String) throws -> String {
    let reader = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browser.py")
    let run = try Program.shell(
      "shift; exec python3 \"$@\"",
      ["", reader.path, try #require(browser), kind] + pages.map(\.path))
    return run.output + run.errors
  }

  private static func page(_ arguments: [String], code: Int32 = 0) throws -> URL {
    let page = try Scratch.folder().appending(path: "page.html")
    let run = try Program.run(arguments + ["--html", page.path])
    #expect(run.code == code, "\(run)")
    return page
  }

  private static let scenarios = Program.root.appending(path: "scenarios").path

  @Test(
    "are read by keyboard, by ear, on paper, on a phone, in the dark and without a script",
    .enabled(if: browser != nil), .timeLimit(.minutes(3)))
  func report() throws {
    let tour = try Self.page(["report", "\(Self.scenarios)/tour.retry"])
    #expect(try Data(contentsOf: tour).count < 500_000)
    let gallery = try Self.page(["report", "\(Self.scenarios)/gallery.retry"])
    let wrong = try Self.read([tour, gallery], as: "report")
    #expect(wrong == "", "\(wrong)")
  }

  @Test("show whatever a scenario says as text", .enabled(if: browser != nil))
  func hostile() throws {
    let words = [
      "</script><script>stolen=1</script>", "<img src=x onerror=stolen=1>", "&lt;b&gt;",
      "&#x3C;script>", "]]>", "<!--", "\u{202E}turned\u{2066}",
    ]
    let narration = words.map { "/// \($0)\n" }.joined()
    let results = words.map { "op(\"\($0)\", fails: 50%).retry(2)\n" }.joined()
    let script = try Program.script(
      narration + results + "stats op(\"\(words[0])\") calls 10\nexpect success <= 0%\n",
      named: "<img src=x onerror=stolen=1>.retry")
    let page = try Self.page(["report", script], code: 1)
    let wrong = try Self.read([page], as: "hostile")
    #expect(wrong == "", "\(wrong)")
  }

  @Test("set two scenarios side by side, below what differs", .enabled(if: browser != nil))
  func pair() throws {
    let start = "/// A policy\n\nlet api = op(latency: 50ms...90ms, fails: 30%)\n"
    let one = try Program.script(
      start + "stats api.retry(3) calls 500\napi.retry(3)\n", named: "one.retry")
    let other = try Program.script(
      start + "stats api.retry(9) calls 500\napi.retry(3)\n", named: "other.retry")
    let page = try Self.page(["report", one, other])
    let wrong = try Self.read([page], as: "pair")
    #expect(wrong == "", "\(wrong)")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("change of figures since") && text.contains("beyond chance"))
  }

  @Test("of a test are written whatever failed, and draw what changed")
  func checks() throws {
    let folder = try Scratch.folder()
    let scenario = folder.appending(path: "f.retry")
    try "stats op(fails: 30%).retry(2) calls 900\n".write(
      to: scenario, atomically: true, encoding: .utf8)
    try "op()\n".write(
      to: folder.appending(path: "g.retry"), atomically: true, encoding: .utf8)
    #expect(try Program.run(["replay", "--update", scenario.path]).code == 0)
    try "stats op(fails: 60%).retry(2) calls 900\n".write(
      to: scenario, atomically: true, encoding: .utf8)
    let page = try Self.page(["test", folder.path], code: 1)
    #expect(try String(contentsOf: page, encoding: .utf8).contains("1 of 2 scenarios passed"))
    guard Self.browser != nil else { return }
    let wrong = try Self.read([page], as: "checks")
    #expect(wrong == "", "\(wrong)")
  }

  @Test("have the same bytes each time, on any number of threads")
  func bytes() throws {
    let path = "\(Self.scenarios)/tour.retry"
    let first = try Program.run(["report", path])
    #expect(first.code == 0 && first.output.hasPrefix("<!DOCTYPE html>\n"))
    for threads in ["1", "7"] {
      #expect(try Program.run(["report", path, "--threads", threads]) == first)
    }
  }

  @Test("are written also where something fails, and the exit code tells it")
  func codes() throws {
    let missed = try Program.script("op()\nexpect attempts == 2\nop(fails: 100%)\n")
    let run = try Program.run(["report", missed])
    #expect(run.code == 1 && run.output.contains("expectation failed: attempts == 2"))
    // What follows a failed expectation is told as well.
    #expect(run.output.contains("op(fails: 100%)"))
    let wrong = try Program.run(["report", try Program.script("op()\nop(\n")])
    #expect(wrong.code == 65 && wrong.output.contains("error: "))
    #expect(try Program.run(["report", "nowhere.retry"]).code == 66)
    #expect(try Program.run(["report"]).code == 64)
    let unwritable = try Program.run(
      ["report", missed, "--html", "/nowhere/page.html"])
    #expect(unwritable.code == 74 && unwritable.errors.contains("/nowhere/page.html"))
  }
}
