import RetryLanguage
import Testing
import TextLayout
import Workbench

@Suite("Colours")
struct ColourTests {
  private static let scripts = GoldenScript.all.filter { script in
    ["command/", "session/", "article/"].contains { script.path.hasPrefix($0) }
  }

  private static func printed(_ text: String, _ style: Style) -> [String] {
    var lines: [String] = []
    var session = Session.printing(style: style, host: .test) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): lines.append(text)
      }
    }
    session.run(text)
    return lines
  }

  @Test("change no character of a result, and no line", arguments: scripts)
  func removed(script: GoldenScript) throws {
    let text = try script.text()
    let plain = Self.printed(text, Style(width: 60))
    let coloured = Self.printed(text, Style(width: 60, isColoured: true))
    #expect(coloured.map { Ink.removed(from: $0) } == plain)
  }

  @Test("are those of a command only where a command is meant")
  func commands() {
    let session = Session(commands: .standard) { _ in }
    func first(_ text: String) -> Ink? { session.colours(of: SourceText(text)).first?.ink }
    #expect(
      first("save.retry(3)") == .number && first("stats(f)") == nil && first("run = f") == nil)
    #expect(first("save a.retry") == .strong && first("stats f") == .strong)
    #expect(first("load (f)") == .strong)
  }
}
