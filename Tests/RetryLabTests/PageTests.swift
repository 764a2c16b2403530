import Foundation
import Testing

@Suite("Pages")
struct PageTests {
  private static let browser = [
    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Has a real browser without a network read pages, and returns what is wrong.
  private static func read(_ pages: [URL], as kind: String) throws -> String {
    let reader = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "reports.py")
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
    .enabled(if: browser != nil), .timeLimit(.minutes(20)))
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
    #expect(text.contains("other.retry compared with ") && text.contains("success: "))
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

@Suite("Files of pages")
struct PageFileTests {
  @Test("are replaced only by pages, so that no scenario is lost")
  func files() throws {
    let path = try Program.script("op()\n", named: "a.retry")
    let folder = URL(filePath: path).deletingLastPathComponent()
    #expect(try Program.run(["replay", "--update", path]).code == 0)
    let link = folder.appending(path: "link.html").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let kept = [path, folder.path + "/./a.retry", link, folder.path + "/a.recording"]
    for target in kept {
      for task in ["report", "test"] {
        let run = try Program.run([task, path, "--html", target])
        #expect(run.code == 74 && run.errors.contains("is not an HTML page"), "\(run)")
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "op()\n")
    #expect(try Program.run(["test", path]).code == 0)
    let page = folder.appending(path: "page.html").path
    for _ in 1...2 { #expect(try Program.run(["report", path, "--html", page]).code == 0) }
    let first = try Program.run(["report", path, "--html", "-"])
    #expect(first == (try Program.run(["report", path])) && first.code == 0)
    let mixed = try Program.run(["test", path, "--html", "-"])
    #expect(mixed.code == 64 && mixed.errors.contains("--html needs the path of a file"))
    // It is not drawn, whatever its name ends in.
    let image = folder.appending(path: "page.png").path
    #expect(try Program.run(["report", path, "--html", image]).code == 0)
    let late = try Program.run(["report", path, "--html", folder.path + "/none/page.html"])
    #expect(late.code == 74)
  }

  @Test("tell what failed besides, and hold a text that runs again")
  func texts() throws {
    let path = try Program.script(
      "\u{FEFF}let f = op(\r\n  latency: 5ms)\r\nf.retry(\r\n  2)\r\n", named: "it's $(a).retry")
    let run = try Program.run(["report", path])
    #expect(run.code == 0 && !run.output.contains("\u{FFFD}") && run.errors == "")
    let text = try #require(run.output.firstMatch(of: #/<pre tabindex[^>]*>([^<]*)</#)).1
      .replacing("&#10;", with: "\n")
    #expect(text == "let f = op(\n  latency: 5ms)\nf.retry(\n  2)\n")
    #expect(run.output.contains("retrylab '"))
    #expect(run.output.contains("it'\\''s $(a).retry'"))
    let wrong = try Program.run(["report", try Program.script("op()\nf.retry(2)\n")])
    #expect(wrong.code == 65 && wrong.errors.contains("'f' is not defined"))
    #expect(wrong.output.contains("entry missed") && wrong.output.contains("What stopped it"))
    let timed = try Program.script("timing\nop()\nload inc\n")
    let pages = try (1...2).map { _ in try Program.run(["report", timed]).output }
    #expect(pages[0] == pages[1] && pages[0].contains("It loads other files"))
  }
}
