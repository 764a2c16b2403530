import Testing

@testable import Workbench

@Suite("The help tells what use has asked for")
struct HelpTextTests {
  /// A topic, and what its text says.
  static let rows: [(topic: String, words: [String])] = [
    (
      "deadline",
      ["no new attempt begins", "an attempt that runs goes on", "'.timeout' before the retry"]
    ),
    (
      "retryWhen",
      [
        "a value from it starts the next attempt", "ends in silence",
        "the call fails with its error",
      ]
    ),
    (
      "zip",
      [
        "waits, as with Observable.zip(a, b) in RxSwift",
        "as Observable.zip([a, b]) does in RxSwift",
      ]
    ),
    (
      "hangs",
      ["the share of attempts that never respond", "never ends", "a timeout around the attempt"]
    ),
    ("trace", ["▶ an attempt starts", "■ the strategy gives up"]),
    ("timeline", ["━ while an attempt runs", "≈ stands", "… fills the time"]),
    ("figures", ["attempts    how many", "wasted      retries of calls", "The histogram has"]),
    ("wasted", ["retries of calls that failed all the same"]),
  ]

  @Test("on what is on the screen, and on what is easily mistaken", arguments: rows)
  func says(row: (topic: String, words: [String])) throws {
    let text = try #require(Help().text(on: row.topic))
    for words in row.words { #expect(text.contains(words), "\(text)") }
  }

  @Test("lists the choices of a label only where its values are names")
  func choices() throws {
    #expect(try #require(Help().text(on: "deadlineRule")).contains("one of: refuse, clamp"))
    for label in ["hangs", "slots", "refresh"] {
      #expect(try #require(Help().text(on: label)).contains("one of:") == false)
    }
  }
}
