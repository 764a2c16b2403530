import Report
import RetryLanguage
import Testing
import TextLayout

@testable import Workbench

@Suite("Events of a session")
struct EventStreamTests {
  /// Texts that together make events of nearly all kinds.
  private static let texts = [
    "/// Told.\nlet f = op(script: [.timeout, ok], latency: 100ms)\nlet g = op(fails: 30%)",
    "f.retry(3)\nexpect attempts == 2\nexpect attempts == 3", "run g times 20",
    "stats g.retry(3) calls 300\nexpect success > 10%", "compare g, g.retry(2) calls 100",
    "sweep n in 1...3 { g.retry(n) } calls 50", "find g.retry(2) where attempts == 2 calls 100",
    "load(op(on: server(slots: 1, service: 50ms)), rate: 10/s, for: 2s)", "explain g.retry(2)",
    "why g.retry(2) against g", "hunt g.retry(2) where attempts == 2", "set width 50",
    "stats g.retry(3) calls 300", "set width 70\nset seed 7\nset", "show\ng.retry(4).map { $0 }",
    "step f.retry(attempts: 3, delay: 1s)", "next", "next\nleave", "f.rety(3)\nop(",
    "let min = 3\nundo", "help retry", "_1.latency\n_",
    "stats g calls 40\nstats f.retry(2) calls 4",
  ]

  /// What happens when the texts are run, and how they end.
  private static func recorded() -> (events: [Event], ends: [Status]) {
    var events: [Event] = []
    var settings = Settings()
    settings.width = Style().width
    var session = Session(commands: .standard, settings: settings, host: .test) {
      events.append($0)
    }
    let ends = texts.map { session.run($0) }
    return (events, ends)
  }

  @Test(
    "give the same output in each format when they are stored and rendered later",
    arguments: [Format.text, .json, .csv])
  func later(format: Format) {
    let (events, ends) = Self.recorded()
    var renderer = format.renderer(Style())
    let rendered = events.flatMap { renderer.outputs(of: $0) }
    var printed: [Output] = []
    var session = Session.printing(format, host: .test) { printed.append($0) }
    let again = Self.texts.map { session.run($0) }
    #expect(again == ends && printed.count > 5)
    #expect(rendered.count == printed.count)
    for (late, early) in zip(rendered, printed) { #expect(late == early) }
  }

  @Test("do not depend on who renders them or how often")
  func again() {
    let events = Self.recorded().events
    func rendered(_ format: Format) -> [Output] {
      var renderer = format.renderer(Style())
      return events.flatMap { renderer.outputs(of: $0) }
    }
    for format in [Format.text, .json, .csv] {
      #expect(rendered(format) == rendered(format))
    }
    let plain = TextRenderer(Style(width: 80, isUnicode: false))
    var renderer = plain
    for event in events {
      for case .result(let text) in renderer.outputs(of: event) {
        #expect(!text.unicodeScalars.contains { !$0.isASCII }, "\(text)")
      }
    }
  }
}
