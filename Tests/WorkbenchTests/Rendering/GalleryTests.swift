import Foundation
import RetryLanguage
import Testing
import TextLayout
import Workbench

/// Each picture once, as it was when somebody looked at it.
@Suite("The gallery", .serialized)
struct GalleryTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Golden/gallery")

  /// The lines of the scenario that run something.
  private static func text() throws -> String {
    let scenario = try #require(StoredScenario.all.first { $0.path == "gallery.retry" })
    return try scenario.text().split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("///") }.joined(separator: "\n")
  }

  /// What it prints, and the files that it exports.
  private static func run(_ text: String, _ style: Style) -> (printed: String, files: [String]) {
    var (printed, files): (String, [String]) = ("", [])
    var hooks = TerminalHooks()
    hooks.save = { _, text, _ in
      files.append(text)
      return .saved
    }
    var settings = Settings()
    settings.charts = style.charts
    var session = Session.printing(settings: settings, style: style, terminal: hooks) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): printed += text + "\n"
      }
    }
    for line in text.split(separator: "\n") { session.run(String(line)) }
    return (printed, files)
  }

  private static func check(_ text: String, _ name: String) throws {
    let place = folder.appending(path: name)
    if GoldenScript.isRecording {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: place, atomically: true, encoding: .utf8)
    } else {
      let expected = try String(contentsOf: place, encoding: .utf8)
      #expect(expected == text, "\(name)")
    }
  }

  @Test(
    "looks as it did, and no line is wider than the screen",
    arguments: [40, 80, 120, 200], Style.Charts.allCases)
  func printed(width: Int, charts: Style.Charts) throws {
    let style = Style(width: width, isUnicode: charts != .ascii, charts: charts)
    let printed = Self.run(try Self.text(), style).printed
    try Self.check(printed, "\(width)-\(charts.rawValue).txt")
    for line in printed.split(separator: "\n") {
      #expect(DisplayWidth.columns(of: String(line)) <= width, "\(line)")
    }
    let isPlain = printed.utf8.allSatisfy { $0 < 128 }
    if charts == .ascii { #expect(isPlain) }
  }

  @Test("is exported as it was")
  func exported() throws {
    let lines = try Self.text().split(separator: "\n")
    let drawn = lines.flatMap { line in
      [String(line)] + (line.hasPrefix("let ") ? [] : ["export x.svg over"])
    }
    let files = Self.run(drawn.joined(separator: "\n"), Style()).files
    #expect(files.count == drawn.count - lines.count)
    for (place, file) in files.enumerated() { try Self.check(file, "\(place + 1).svg") }
  }
}
