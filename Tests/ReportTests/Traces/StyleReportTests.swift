import Report
import Retry
import RetryNumerics
import Simulation
import Testing
import TextLayout
import VirtualTime

@Suite("Report: styles")
struct StyleReportTests {
  private func source() throws -> Source {
    let backoff = Backoff.exponential(initial: .milliseconds(300)).maximum(.milliseconds(500))
    return try scripted("fetch", fails(), fails(), ok(7)).retry(strategy(4, backoff))
  }

  @Test("40 columns: short labels, and long lines are wrapped")
  func narrow() throws {
    expect(
      try source(),
      is: """
        0.0s  #1  ▶ fetch
        0.1s      ✗ timeout
        0.1s      … wait 300ms
                    exponential back-off
        0.4s  #2  ▶ fetch
        0.5s      ✗ timeout
        0.5s      … wait 500ms
                    exponential back-off, at
                    most 500ms
        1.0s  #3  ▶ fetch
        1.1s      ✓ 7
          fetch  ━━━✗╌╌╌╌╌╌━━━✗╌╌╌╌╌╌╌╌╌╌╌━━━✓
                 0 0.1       0.5            1.1s
        success in 1.1s · 3 attempts of 4
          waited 800ms (73%) · seed 42 call 0
        """, of: 4, style: Style(width: 40))
  }

  @Test("200 columns")
  func wide() throws {
    expect(
      try source(),
      is: """
             0.0s  attempt 1  ▶ fetch
             0.1s             ✗ timeout
             0.1s             … wait 300ms   exponential back-off
             0.4s  attempt 2  ▶ fetch
             0.5s             ✗ timeout
             0.5s             … wait 500ms   exponential back-off, at most 500ms
             1.0s  attempt 3  ▶ fetch
             1.1s             ✓ 7
          fetch  ━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━━━━✓
                 0               0.1                                                0.4              0.5                                                                                   1.0              1.1s
        success in 1.1s · 3 attempts of 4 · waited 800ms (73%) · seed 42 call 0
        """, of: 4, style: Style(width: 200))
  }

  @Test("ASCII only")
  func ascii() throws {
    expect(
      try source(),
      is: """
             0.0s  attempt 1  > fetch
             0.1s             x timeout
             0.1s             . wait 300ms   exponential back-off
             0.4s  attempt 2  > fetch
             0.5s             x timeout
             0.5s             . wait 500ms   exponential back-off, at most 500ms
             1.0s  attempt 3  > fetch
             1.1s             + 7
          fetch  ======x..................======x..............................======+
                 0    0.1                0.4   0.5                            1.0   1.1s
        success in 1.1s | 3 attempts of 4 | waited 800ms (73%) | seed 42 call 0
        """, of: 4, style: Style(isUnicode: false))
  }

  @Test("colour does not change the text", arguments: [40, 80, 200])
  func colour(width: Int) throws {
    let coloured = report(try source(), style: Style(width: width, isColoured: true)).text
    #expect(coloured.contains("\u{1B}[38;5;161m"))
    #expect(withoutColour(coloured) == report(try source(), style: Style(width: width)).text)
  }
}
