import Report
import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Report: outcomes of a call")
struct OutcomeReportTests {
  @Test("a call that its caller cancels")
  func cancelled() throws {
    expect(
      try scripted("fetch", fails()).retry(strategy(3)).cancel(at: ms(350)),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … wait 200ms   constant back-off
            300ms  attempt 2  ▶ fetch
            350ms             ◌ cancelled
            350ms             ■ the call is cancelled
          fetch  ━━━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━◌
                 0                 100                                   300      350ms
        cancelled at 350ms · 2 attempts of 3 · waited 200ms (57%) · seed 42 call 0
        """, of: 3)
  }

  @Test("a stopped call names the setting for its limit")
  func stopped() throws {
    var limits = Limits()
    limits.events = 6
    expect(
      try scripted("fetch", fails()).retry(),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … retry at once
            100ms  attempt 2  ▶ fetch
            200ms             ✗ timeout
            200ms             … retry at once
            200ms             ■ stopped at the limit of 6 events
                                raise it with 'set events'
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
                 0                                100                             200ms
        stopped at 200ms · 2 attempts · seed 42 call 0
        """, limits: limits)
  }

  @Test("a trace that was cut shows where events are missing")
  func cut() throws {
    var limits = Limits()
    limits.traceLength = 2
    expect(
      try scripted("fetch", fails()).retry(strategy(2)),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
                   (the trace is cut here: more events happened than were kept)
            400ms             ✗ the call fails with timeout
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗…………………………≈…………………………
                 0                                           100       300ms      400ms
        failed in 400ms: timeout · 2 attempts · waited 200ms (50%) · seed 42 call 0
        """, limits: limits)
  }

  @Test("an attempt that was running when the trace was cut is drawn up to the cut")
  func cutAttempt() throws {
    var limits = Limits()
    limits.traceLength = 4
    expect(
      try scripted("fetch", fails(), fails(), fails()).retry(attempts: 4),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … retry at once
            100ms  attempt 2  ▶ fetch
                   (the trace is cut here: more events happened than were kept)
            400ms             ✗ the call fails with timeout
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━……………………………≈…………………………
                 0                                           100       300ms      400ms
        failed in 400ms: timeout · 4 attempts · seed 42 call 0
        """, limits: limits)
  }

  @Test("a call that hangs on an attempt")
  func hangsOnAnswer() throws {
    let source = try scripted("fetch", fails(), ScriptedAnswer(.never))
    expect(
      source.retry(strategy(3)),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … wait 200ms   constant back-off
            300ms  attempt 2  ▶ fetch
            300ms             ■ hangs on attempt 2 of fetch, which never answers
          fetch  ━━━━━━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌…
                 0                    100                                         300ms
        hangs from 300ms on · 2 attempts · waited 200ms (67%) · seed 42 call 0
        """)
  }

  @Test("a call that hangs on several things names each once")
  func hangsOnSilence() {
    expect(
      .merge([.never, .just(1), .never]),
      is: """
              0ms  • value 1
              0ms  ■ hangs on a source that sends nothing (2 times)
        hangs from the start · seed 42 call 0
        """)
  }

  @Test("a call without a value")
  func empty() throws {
    expect(
      try scripted("fetch", ScriptedAnswer(.empty)),
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✓
            100ms             ■ the call completes without a value
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✓
                 0                                                                100ms
        completed without a value in 100ms · 1 attempt · seed 42 call 0
        """)
  }

  @Test("an error mapped to another")
  func mapped() throws {
    expect(
      try scripted("fetch", fails()).mapError { Fault("outer", .fault($0)) },
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             ✗ the call fails with outer(timeout)
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
                 0                                                                100ms
        failed in 100ms: outer(timeout) · 1 attempt · seed 42 call 0
        """)
  }

  @Test("a long call shows only its first and last lines")
  func long() throws {
    let source = try scripted("fetch", fails()).retry(attempts: 50)
    let lines = report(source).lines
    #expect(lines.count == 40 + 1 + 10 + 2 + 1)
    #expect(lines[40] == "           … 100 more events …")
  }
}
