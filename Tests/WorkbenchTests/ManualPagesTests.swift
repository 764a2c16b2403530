import Foundation
import Testing

/// The pages of the manual that are written from tables.
///
/// With `RECORD_GOLDEN=1` in the environment they are written anew.
@Suite("A page of the manual from a table")
struct ManualPagesTests {
  @Test("is committed as the tables have it now", arguments: GeneratedPage.allCases)
  func committed(page: GeneratedPage) throws {
    let path = "\(ManualText.folder)/\(page.rawValue).md"
    if GoldenScript.isRecording {
      try page.text.write(to: ManualText.url(path), atomically: true, encoding: .utf8)
    }
    #expect(ManualText(path).text == page.text)
  }

  @Test("has what the help quotes as code, and other signs as they are")
  func prose() {
    let quoted = ManualMarkdown.prose("'run X' shows it; the first one's *")
    #expect(quoted == "`run X` shows it; the first one's \\*")
    let others = ManualMarkdown.prose("an 'a_b' (or '<') is_it 'open")
    #expect(others == "an `a_b` (or `<`) is\\_it 'open")
  }

  @Test("has the words of each table")
  func complete() {
    #expect(GeneratedPage.commands.text.contains("### `stats`"))
    #expect(GeneratedPage.commands.text.contains("### `until`"))
    #expect(GeneratedPage.names.text.contains("### `retryWhen`"))
    #expect(GeneratedPage.names.text.contains("- `\"polly\"` "))
    #expect(GeneratedPage.settings.text.contains("| `dialect` |"))
    #expect(GeneratedPage.keys.text.contains("| `duration_ns` | integer |"))
  }
}
