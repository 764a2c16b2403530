import RetryLanguage
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
    ("outages", ["when all attempts fail", "a row 'outage' or", "has ░ while they last"]),
    ("timeline", ["━ while an attempt runs", "≈ stands", "… fills the time"]),
    ("budget", ["budget(ratio:", "Budgets are full, breakers closed"]),
    ("breaker", ["each call of 'stats'"]), ("memories", ["Only calls of one load share it."]),
    ("figures", ["attempts    how many", "in vain     retries of calls", "The histogram has"]),
    ("wasted", ["retries of calls that failed anyway"]),
    ("utilization", ["db util     the utilization of server"]),
    ("in flight", ["have no answer yet"]),
    ("arrived", ["the requests that came to the server"]),
    ("chart", ["disturbed   when an outage"]),
    ("firstHit", ["in window: when windows begin"]), ("atOnce", ["what a request for 0s is"]),
    ("draws", ["set draws: random, or the draw that stands", "all that may fail fails"]),
    ("decorrelated", ["3 by default"]),
    ("every", ["the share of attempts that fail in the outage"]),
    ("client", ["the time that an attempt takes in the client", "the attempts per second"]),
  ]

  @Test("lists the figures of results, and the keys of the prompt where there is one")
  func figuresAndKeys() throws {
    let results = try #require(Help().text(on: "result"))
    for figure in NamedFigure.all { #expect(results.contains("  \(figure.name) ")) }
    func said(_ hooks: TerminalHooks) -> String {
      var said = ""
      var session = Session.printing(terminal: hooks) {
        if case .message(let text) = $0 { said += text }
        if case .result(let text) = $0 { said += text }
      }
      session.run("help prompt")
      return said
    }
    var hooks = TerminalHooks()
    #expect(!said(hooks).contains("Ctrl-R"))
    hooks.keys = [("Ctrl-R", "search backward")]
    #expect(said(hooks).contains("  Ctrl-R  search backward"))
  }

  @Test("on what is on the screen, and on what is easily mistaken", arguments: rows)
  func says(row: (topic: String, words: [String])) throws {
    let text = try #require(Help().text(on: row.topic))
    for words in row.words { #expect(text.contains(words), "\(text)") }
  }

  /// Words that are no topic, and what is said about them.
  static let mentions: [(words: String, text: String)] = [
    ("retry storm", "overload: retry storms"), ("thundering herd", "overload: retry storms"),
    ("func", "functions: functions of your own"), ("durations", "literals: numbers"),
    ("Task.retrying", "Task.retrying("), (".retry", ".retry("),
    ("half of that", "error: no help for 'half of that'"),
    ("retry budget", "there is 'help retry' and 'help budget'"),
    ("half-open", "no help for 'half-open'"), ("opentelemetry", "error: no help for"),
    ("collaps", "'apropos collaps' finds overload"),
  ]

  @Test("on words that only one topic mentions, and where to look for others", arguments: mentions)
  func mention(row: (words: String, text: String)) {
    let said = Session.outputs(of: ["help \(row.words)"])[0]
    #expect(said.contains(row.text), "\(said)")
  }

  @Test("lists the choices of a label only where its values are names")
  func choices() throws {
    #expect(
      try #require(Help().text(on: "deadlineRule")).contains("one of: refuse, refuseBeyond, clamp"))
    for label in ["hangs", "slots", "refresh"] {
      #expect(try #require(Help().text(on: label)).contains("one of:") == false)
    }
  }
}
