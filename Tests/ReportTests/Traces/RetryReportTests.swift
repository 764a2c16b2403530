import Report
import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Report: calls with a strategy")
struct RetryReportTests {
  @Test(
    "at most two thousand sources of a plan are visited", arguments: [1500, 3000])
  func manyStrategies(count: Int) throws {
    var source = try Source.operation(Operation("fetch"))
    for _ in 0..<count { source = try source.retry(attempts: 2) }
    #expect(StrategyNames(of: source).names.count == min(count, 1999))
  }

  @Test("each attempt, error and wait has a line, and the delay is explained")
  func jitter() throws {
    let rates = try FaultRates([(.timeout, 0.6), (Fault("auth"), 0.02)])
    let fetch = Source.operation(
      try Operation("fetch", latency: .uniform(ms(80), ms(120)), faults: .rates(rates)))
    let backoff = Backoff.exponential(initial: .milliseconds(100)).fullJitter()
    expect(
      fetch.retry(strategy(4, backoff)),
      is: """
              0ms  attempt 1  ▶ fetch
             89ms             ✗ timeout
             89ms             … wait 14ms   full jitter of 100ms
            103ms  attempt 2  ▶ fetch
            202ms             ✗ timeout
            202ms             … wait 55ms   full jitter of 200ms
            258ms  attempt 3  ▶ fetch
            376ms             ✓
          fetch  ━━━━━━━━━━━━━━━━✗╌━━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━━━━━━━━✓
                 0               89                 202       258                 376ms
        success in 376ms · 3 attempts of 4 · waited 69ms (18%) · seed 42 call 0
        """, of: 4)
  }

  @Test("a strategy that has used up its attempts shows their number")
  func exhausted() throws {
    expect(
      try scripted("fetch", fails()).retry(strategy(2)),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … wait 200ms   constant back-off
            300ms  attempt 2  ▶ fetch
            400ms             ✗ timeout
            400ms             ■ gives up: all 2 attempts used
          fetch  ━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━━━━✗
                 0               100                              300             400ms
        failed in 400ms: timeout · 2 attempts of 2 · waited 200ms (50%) · seed 42 call 0
        """, of: 2)
  }

  @Test("a retry without a delay is immediate")
  func atOnce() throws {
    expect(
      try scripted("fetch", fails(), ok("<html>")).retry(attempts: 3),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … retry at once
            100ms  attempt 2  ▶ fetch
            200ms             ✓ "<html>"
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✓
                 0                                100                             200ms
        success in 200ms · 2 attempts of 3 · seed 42 call 0
        """, of: 3)
  }

  @Test("an error that is not retried ends the call")
  func notRetryable() throws {
    let filter = FaultFilter(unless: [FaultPattern("auth")])
    expect(
      try scripted("fetch", fails(Fault("auth"))).retry(strategy(3, on: filter)),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ auth
            100ms             ■ gives up: auth is not retried
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
                 0                                                                100ms
        failed in 100ms: auth · 1 attempt of 3 · seed 42 call 0
        """, of: 3)
  }

  @Test("a server's hint, a shortened delay and the deadline are shown")
  func hintAndClamp() throws {
    let throttled = Fault("throttled", retryAfter: ms(2000))
    let source = try scripted("fetch", fails(throttled), fails())
    expect(
      source.retry(strategy(5, .constant(.seconds(4)), deadline: .seconds(5), rule: .clamp)),
      is: """
             0.0s  attempt 1  ▶ fetch
             0.1s             ✗ throttled(retryAfter: 2s)
             0.1s             … wait 2s   requested by the error, instead of 4s
             2.1s  attempt 2  ▶ fetch
             2.2s             ✗ timeout
             2.2s             … wait 2.8s   cut to the deadline
             5.0s  attempt 3  ▶ fetch
             5.1s             ✗ timeout
             5.1s             ■ gives up: the deadline has passed
          fetch  ━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━✗
                 0                           2.2                                    5.1s
        failed in 5.1s: timeout · 3 attempts of 5 · waited 4.8s (94%) · seed 42 call 0
        """,
      of: 5)
  }

  @Test("a wait that would exceed the deadline is refused")
  func refused() throws {
    expect(
      try scripted("fetch", fails()).retry(
        strategy(5, .constant(.seconds(4)), deadline: .seconds(2))),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             ■ gives up: the next attempt would miss the deadline
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
                 0                                                                100ms
        failed in 100ms: timeout · 1 attempt · seed 42 call 0
        """)
  }

  @Test("a deadline that passes during a wait is shown after it, at a break in the scale")
  func overdue() throws {
    expect(
      try scripted("fetch", fails()).retry(
        strategy(nil, .constant(.seconds(4)), deadline: .seconds(2), rule: .after)),
      is: """
             0.0s  attempt 1  ▶ fetch
             0.1s             ✗ timeout
             0.1s             … wait 4s   constant back-off
             4.1s             ■ gives up: the deadline passed during the wait
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌≈╌╌╌╌╌╌╌╌╌╌
                 0                                           0.1         4.0s       4.1s
        failed in 4.1s: timeout · 1 attempt · waited 4s (98%) · seed 42 call 0
        """)
  }

  @Test("a strategy can complete without a value")
  func completes() throws {
    expect(
      try scripted("fetch", fails()).retry(strategy(1, exhausted: .complete)),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             ■ completes without a value   no attempts are left
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
                 0                                                                100ms
        completed without a value in 100ms · 1 attempt of 1 · seed 42 call 0
        """, of: 1)
  }

  @Test("an error that comes from no attempt has its own line")
  func timeout() throws {
    expect(
      try scripted("fetch", fails()).timeout(ms(50)).retry(strategy(2)),
      is: """
              0ms  attempt 1  ▶ fetch
             50ms             ◌ cancelled
             50ms             ✗ timeout
             50ms             … wait 200ms   constant back-off
            250ms  attempt 2  ▶ fetch
            300ms             ◌ cancelled
            300ms             ✗ timeout
            300ms             ■ gives up: all 2 attempts used
          fetch  ━━━━━━━━━━━◌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━◌
                 0          50                                          250       300ms
        failed in 300ms: timeout · 2 attempts of 2 · waited 200ms (67%) · seed 42 call 0
        """, of: 2)
  }

  @Test("a person is asked, and answers later")
  func person() throws {
    let person = try Person(retries: 1, thinks: .constant(ms(3000)))
    let rules = RetryRules(attempts: nil, question: RetryQuestion(after: 0))
    let source = try scripted("fetch", fails(), ok())
    expect(
      source.retry(RetryStrategy(rules: rules, person: person)),
      is: """
             0.0s  attempt 1  ▶ fetch
             0.1s             ✗ timeout
             0.1s             ? a person is asked: retry or cancel?
             3.1s             » the person says retry
             3.1s  attempt 2  ▶ fetch
             3.2s             ✓
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌≈╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━━━━━━━━━━✓
                 0                     0.1 3.0s, not to scale                       3.2s
        success in 3.2s · 2 attempts · waited 3s (94%) · seed 42 call 0
        """)
  }
}
