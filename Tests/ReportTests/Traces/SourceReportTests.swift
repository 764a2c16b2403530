import Report
import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Report: other sources")
struct SourceReportTests {
  @Test("values of a stream are drawn as marbles")
  func stream() {
    expect(
      .interval(ms(100)).take(3),
      is: """
            100ms  • value 0
            200ms  • value 1
            300ms  • value 2
            300ms  ✓ the call completes
          interval(100ms).tak…  ─────────────────0─────────────────1────────────────2|
                                0               100               200             300ms
        success in 300ms · seed 42 call 0
        """, subject: "interval(100ms).take(3)")
  }

  @Test("a stream that fails, with values that have no symbol")
  func failingStream() {
    let signals = [
      TimedSignal(.value("x"), at: ms(10)), TimedSignal(.value(10), at: ms(40)),
      TimedSignal(.failed(.timeout), at: ms(60)),
    ]
    expect(
      .schedule(signals),
      is: """
             10ms  • value "x"
             40ms  • value 10
             60ms  ✗ the call fails with timeout
          marbles  ───────────x────────────────────────────────*─────────────────────#
                   0          10                               40                   60ms
        failed in 60ms: timeout · seed 42 call 0
        """, subject: "marbles")
  }

  @Test("a value without duration")
  func just() {
    expect(
      .just(.list([1, .bool(true), "a"])),
      is: """
              0ms  • value [1, true, "a"]
              0ms  ✓ the call completes
        success in 0ms · seed 42 call 0
        """)
  }

  @Test("several operations have one row each")
  func chain() throws {
    let get = try scripted("get", ok(5))
    let source = try scripted("login", fails(), ok("token")).retry(strategy(3)).flatMap { _ in get }
    expect(
      source,
      is: """
              0ms  attempt 1  ▶ login
            100ms             ✗ timeout
            100ms             … wait 200ms   constant back-off
            300ms  attempt 2  ▶ login
            400ms  attempt 1  ▶ get
            400ms  attempt 2  ✓ login
            500ms  attempt 1  ✓ get: 5
          login  ━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━✓
          get                                                          ━━━━━━━━━━━━━✓
                 0           100                        300           400         500ms
        success in 500ms · 3 attempts · waited 200ms (40%) · seed 42 call 0
        """)
  }

  @Test("a wait ends with the next attempt, and a later attempt does not extend it")
  func pause() throws {
    let get = try scripted("get", fails(), ok(), ok())
    expect(
      get.retry(strategy(3)).delay(ms(100)).flatMap { _ in get },
      is: """
              0ms  attempt 1  ▶ get
            100ms             ✗ timeout
            100ms             … wait 200ms   constant back-off
            300ms  attempt 2  ▶ get
            400ms             ✓
            500ms  attempt 3  ▶ get
            600ms             ✓
          get  ━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━✓           ━━━━━━━━━━━✓
               0          100                    300        400         500       600ms
        success in 600ms · 3 attempts · waited 200ms (33%) · seed 42 call 0
        """)
  }

  @Test("overlapping attempts have one row each, and their ends are labelled")
  func overlap() throws {
    let get = try scripted("get", ok(after: ms(50)), fails(after: ms(120)), ok(after: ms(200)))
    expect(
      .range(1...4).flatMap { _ in get },
      is: """
              0ms  attempt 1  ▶ get
              0ms  attempt 2  ▶ get
              0ms  attempt 3  ▶ get
              0ms  attempt 4  ▶ get
             50ms  attempt 1  ✓ get
            120ms  attempt 2  ✗ get: timeout
            120ms             ◌ get: 2 attempts cancelled
            120ms             ✗ the call fails with timeout
          get  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✓
               ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
               ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━◌
               ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━◌
               0                            50                                    120ms
        failed in 120ms: timeout · 4 attempts · seed 42 call 0
        """)
  }

  @Test("a cache serves a fresh entry, or a stale one instead of an error")
  func cache() throws {
    expect(
      try scripted("get", ok()).cached(CacheContents(fresh: 1, stale: 0, value: 7)),
      is: """
              0ms  ◆ served from the cache: 7   fresh, so the source is not called
        success in 0ms · seed 42 call 0
        """)
    expect(
      try scripted("get", fails()).cached(CacheContents(value: "old")),
      is: """
              0ms  attempt 1  ▶ get
            100ms             ✗ timeout
            100ms             ◆ served from the cache: "old"
                                stale, instead of the error
          get  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
               0                                                                  100ms
        success in 100ms · 1 attempt · 1 served stale · seed 42 call 0
        """)
  }

  @Test("an attempt whose value is rejected still succeeded")
  func refusedValue() throws {
    expect(
      try scripted("get", ok(7)).map { (_: Value) throws(Fault) in throw Fault("decoding") },
      is: """
              0ms  attempt 1  ▶ get
            100ms             ✓
            100ms             ✗ the call fails with decoding
          get  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✓
               0                                                                  100ms
        failed in 100ms: decoding · 1 attempt · seed 42 call 0
        """)
  }

  @Test("a remark of a `do` has a line")
  func note() throws {
    expect(
      try scripted("get", ok(3)).do { "saw \($0)" },
      is: """
              0ms  attempt 1  ▶ get
            100ms             · saw value 3
            100ms             ✓ 3
            100ms             · saw completed
          get  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✓
               0                                                                  100ms
        success in 100ms · 1 attempt · seed 42 call 0
        """)
  }

  @Test("wide and control characters in names do no harm")
  func names() throws {
    expect(
      try scripted("取得\u{1B}[2J", fails(Fault("\u{202E}x")), ok("👩‍👩‍👧\n")).retry(strategy(2)),
      is: #"""
              0ms  attempt 1  ▶ 取得\u{1B}[2J
            100ms             ✗ \u{202E}x
            100ms             … wait 200ms   constant back-off
            300ms  attempt 2  ▶ 取得\u{1B}[2J
            400ms             ✓ "👩‍👩‍👧\n"
          取得\u{1B}[2J  ━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━━✓
                         0             100                          300           400ms
        success in 400ms · 2 attempts · waited 200ms (50%) · seed 42 call 0
        """#)
  }
}
