import Foundation
import ReadingSupport
import RetryLanguage
import Simulation
import Testing
import Workbench

/// Texts that a fuzzer found, each because it reached something that no other did.
///
/// They stand in one file, a line each, in base 64, since many are no valid text.
@Suite("Texts found by a fuzzer")
struct CorpusTests {
  private static let texts: [String] = lines(of: "texts.base64")
    .compactMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }

  private static func lines(of file: String) -> [String] {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Corpus").appending(path: file)
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test("the greatest and the least numbers are harmless everywhere")
  func extremes() {
    let texts = Self.lines(of: "extremes.txt")
    #expect(texts.count > 50)
    for text in texts {
      var session = Session.printing { _ in }
      session.settings.limits.events = 2000
      session.run(text)
      session.run("just(1)")
      #expect(session.run("_") == .ready, "\(text)")
    }
  }

  @Test(
    "are harmless, and have the same meaning when they are formatted and parsed again",
    arguments: 0..<10)
  func harmless(part: Int) {
    #expect(Self.texts.count > 1000)
    let commands = CommandTable.standard.all.map(\.shape)
    for index in stride(from: part, to: Self.texts.count, by: 10) {
      let text = Self.texts[index]
      var session = Session.printing { _ in }
      session.settings.limits.events = 200
      session.run(text)
      let reading = Parser.read(SourceText(text), commands: commands)
      guard reading.diagnostics.isEmpty else { continue }
      let written = Formatter(commands: commands).text(reading.statements)
      let again = Parser.read(SourceText(written), commands: commands)
      #expect(again.diagnostics.isEmpty, "\(text)")
      #expect(Shape.of(again.statements) == Shape.of(reading.statements), "\(text)")
      #expect(Formatter(commands: commands).text(again.statements) == written)
    }
  }
}
