import Foundation
import FoundationXML
import Pictures
import Report
import Testing
import TextLayout

@Suite("An HTML page")
struct ReportPageTests {
  /// Texts that would be more than texts if nobody escaped them.
  private static let hostile =
    "</script><script>stolen=1</script><img src=x onerror=\"stolen=1\">'&lt;\u{202E}\u{0}]]>"

  private static func page(_ text: String) -> ReportPage {
    var table = Table([.left, .right], head: [text, "p99"])
    table.add([.init(text), .init("5ms")])
    let picture = Picture(
      title: text, summary: text, axis: Axis(0...10, text: { "\(Int($0))\(text)" }),
      rows: [.init(text, [.init(0, 5, .failed, captions: [text], note: text)])])
    let parts: [ReportPage.Part] = [
      .lines([text]), .table(table), .image(SVGPicture(picture, size: .big)), .note(text),
      .mistake(text), .verdict(text, isMet: false), .image(SVGPicture(picture)),
    ]
    var chapter = ReportPage.Chapter(
      title: text, facts: [(text, text)],
      entries: [
        .init(.narration([text, "", text])),
        .init(.typed([(text, .kind), (text, nil)]), parts: parts),
        .init(.heading(text), parts: parts),
      ])
    chapter.rerun = (text, text, text)
    return ReportPage(title: text, facts: [(text, text)], chapters: [chapter, chapter])
  }

  /// The page as XML, whose script and style sheets are constants.
  private static func document(_ page: ReportPage) throws -> XMLDocument {
    let start = page.text.components(separatedBy: "<!DOCTYPE html>\n")
    var text = try #require(start.last)
    for name in ["style", "script"] {
      text = text.replacing(try Regex("<\(name)>[^<]*(?:<(?!/\(name)>)[^<]*)*</\(name)>"), with: "")
    }
    return try XMLDocument(xmlString: text)
  }

  @Test("whatever a text says, it stays a text", arguments: [false, true])
  func hostile(isSideBySide: Bool) throws {
    // As long, since that decides what has room.
    let words = String(repeating: "x", count: Self.hostile.count)
    var (page, plain) = (Self.page(Self.hostile), Self.page(words))
    if isSideBySide {
      page.setSideBySide(FigureChanges([]))
      plain.setSideBySide(FigureChanges([]))
    }
    func names(_ page: ReportPage) throws -> [String] {
      try Self.document(page).nodes(forXPath: "//* | //@*").compactMap(\.name)
    }
    #expect(try names(page) == names(plain))
    #expect(!page.text.contains("\u{202E}") && page.text.contains("\\u{202E}"))
  }

  @Test(
    "words of a narration in backquotes are code, unless one of them is alone",
    arguments: [
      ("a `b` c `d`", "<p>a <code>b</code> c <code>d</code></p>"), ("a ` b", "<p>a ` b</p>"),
      ("`<`", "<p><code>&lt;</code></p>"), ("a", "<p>a</p>"), ("`a` ` b", "<p>`a` ` b</p>"),
    ])
  func code(narration: String, html: String) {
    let fragment = PageFragment([.init(.narration([narration]))], name: "a")
    let text = fragment.text.replacing("<p></p>", with: "")
    #expect(text == "<div class=\"entry narration\">\(html)</div>")
  }

  @Test("each name is given once, and each link leads to one")
  func links() throws {
    let document = try Self.document(Self.page("a"))
    func values(_ path: String) throws -> [String] {
      try document.nodes(forXPath: path).compactMap(\.stringValue)
    }
    let names = try values("//@id")
    #expect(Set(names).count == names.count && names.count > 10)
    let links = try values("//a/@href").map { String($0.dropFirst()) }
    #expect(links.allSatisfy(names.contains) && links.count > 4)
    let described = try values("//@aria-labelledby | //@aria-describedby")
    #expect(
      described.flatMap { $0.split(separator: " ") }.allSatisfy { names.contains(String($0)) })
  }

  @Test("allows the script and the style sheets that it has, and nothing else")
  func policy() throws {
    let text = Self.page("a").text
    let policy = try #require(text.firstMatch(of: #/Content-Security-Policy" content="([^"]*)"/#)).1
    #expect(policy.hasPrefix("default-src 'none'; base-uri 'none'; form-action 'none'; "))
    for (name, rule) in [("script", "script-src"), ("style", "style-src")] {
      let parts = text.components(separatedBy: "<\(name)>").dropFirst()
        .map { $0.components(separatedBy: "</\(name)>")[0] }
      let allowed = try parts.map { "'sha256-\(try Self.digest(of: $0))'" }.joined(separator: " ")
      #expect(policy.contains("\(rule) \(allowed)"), "\(name) is \(allowed)")
    }
    #expect(!text.contains(" style=") && !text.contains("http://") && !text.contains("https://"))
  }

  /// The SHA-256 of a text in base 64, as the tool of the system has it.
  private static func digest(of text: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    let (inbound, outbound) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (inbound, outbound)
    try process.run()
    try inbound.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try inbound.fileHandleForWriting.close()
    let output = try outbound.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let hex = Array(String(decoding: output.prefix(64), as: UTF8.self))
    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(String(hex[$0..<$0 + 2]), radix: 16)
    }
    return Data(bytes).base64EncodedString()
  }

  @Test("equal entries of two chapters share a row, and what lies between them is paired in order")
  func rows() throws {
    func chapter(_ texts: [String]) -> ReportPage.Chapter {
      .init(
        title: "t", entries: texts.map { .init(.typed([($0, nil)]), parts: [.note("n")]) })
    }
    var page = ReportPage(
      title: "t", facts: [],
      chapters: [chapter(["a", "x", "b", "c"]), chapter(["a", "y", "z", "b", "d", "e"])])
    page.setSideBySide(FigureChanges([]))
    let document = try Self.document(page)
    let rows = try document.nodes(forXPath: "//div[@class='pair']").dropFirst().map { row in
      try row.nodes(forXPath: "div").map { column in
        try column.nodes(forXPath: ".//code").compactMap(\.stringValue).joined()
      }
    }
    #expect(
      rows == [["a", "a"], ["x", "y"], ["", "z"], ["b", "b"], ["c", "d"], ["", "e"]], "\(rows)")
  }

  @Test("scenarios that were checked have a row each, and what changed is drawn")
  func checks() throws {
    var failed = Check("f.retry", .difference, "2 figures differ\nresult 1", line: 3)
    failed.changes = [
      .init(
        result: 1, title: "stats f", key: "success.rate", recorded: "0.5", found: "0.75",
        verdict: .beyondChance),
      .init(
        result: 1, title: "stats f", key: "latency_ns.p99", recorded: "2000000", found: "1000000",
        verdict: .withinChance),
      .init(
        result: 2, title: "run f", key: nil, recorded: nil, found: "run f", verdict: .changed),
    ]
    failed.cases = [.init(name: "expect success >= 10%", line: 2, verdict: .passed, message: "")]
    let document = try Self.document(
      ReportPage([Check("a.retry", .passed), failed], madeBy: "RetryLab"))
    func texts(_ path: String) throws -> [String] {
      try document.nodes(forXPath: path).compactMap(\.stringValue)
    }
    #expect(try texts("//h1") == ["1 of 2 scenarios passed, 1 differed from the recording"])
    let rows = try texts("//section[@id='summary']//tbody/tr/*[position() < 4]")
    #expect(
      rows == ["a.retry", "passed", "", "f.retry", "differed from the recording", "1 of 1"])
    #expect(try texts("//section[contains(@class, 'missed')]").count == 1)
    #expect(try texts("//pre[@class='mistake']") == ["f.retry:3: 2 figures differ"])
    let bars = try texts("//*[@class='measured']/../@aria-label")
    #expect(bars == ["success: 50.0% → 75.0%, +50.0%, stats f"])
    let cells = try texts("//section[contains(@class, 'missed')]//tbody/tr/*")
    #expect(
      cells == [
        "stats f", "success", "50.0%", "75.0%", "+50.0%", "beyond chance",
        "stats f", "p99", "2.00ms", "1.00ms", "-50.0%", "within chance",
        "run f", "", "", "run f", "", "",
      ])
  }

  @Test("a result without a named figure has all of its differences in the table")
  func single() throws {
    let keys = ["duration_ns", "events.4"]
    let changes = FigureChanges(
      keys.map {
        .init(
          result: 1, title: "run f", key: $0, recorded: "4100000000", found: "4120000000",
          verdict: .changed)
      })
    let table = try #require(changes.table(from: "old", to: "new"))
    #expect(table.rows.map { $0[1].text } == keys)
    #expect(table.rows[0][2].text == "4.1s" && table.rows[0][3].text == "4.12s")
    #expect(changes.picture(from: "old", to: "new") == nil)
    #expect(FigureChanges([]).table(from: "old", to: "new") == nil)
  }

  @Test("what was run before stands in the table where it was something else")
  func subjects() throws {
    let changes = FigureChanges(
      [
        ("subject", "f.retry(2)", "f.retry(3)"), ("success.rate", "0.5", "0.75"),
        ("calls", "1", "2"),
      ]
      .map {
        .init(
          result: 1, title: "stats f.retry(3)", key: $0.0, recorded: $0.1, found: $0.2,
          verdict: .changed)
      })
    let table = try #require(changes.table(from: "old", to: "new"))
    #expect(table.rows[0].map(\.text)[1...3] == ["subject", "f.retry(2)", "f.retry(3)"])
    #expect(table.rows[1].map(\.text)[1...3] == ["success", "50.0%", "75.0%"])
  }

  @Test("a bar has a bound, and says how far the figure went; more bars than fit are counted")
  func bounds() throws {
    let changes = FigureChanges(
      (1...50).map {
        .init(
          result: $0, title: "stats \($0)", key: "success.rate", recorded: "0.01", found: "0.9",
          verdict: .beyondChance)
      })
    let picture = try #require(changes.picture(from: "old", to: "new"))
    #expect(picture.axis.high == 3 && picture.axis.text(3) == "+300%")
    #expect(picture.rows.flatMap(\.marks).allSatisfy { $0.note.contains("+8900%") })
    #expect(picture.rows.last?.remark == "and 10 more")
  }
}
