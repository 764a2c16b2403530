import Report
import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Report: calls with a notifier")
struct NotifierReportTests {
  @Test("a notifier receives an error and requests a retry later")
  func delayed() throws {
    expect(
      try scripted("fetch", fails(), ok()).retryWhen { $0.delay(ms(200)) },
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … wait for the notifier
            300ms             … the notifier requests a retry after 200ms
            300ms  attempt 2  ▶ fetch
            400ms             ✓
          fetch  ━━━━━━━━━━━━━━━━━✗╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌━━━━━━━━━━━━━━━━━✓
                 0               100                              300             400ms
        success in 400ms · 2 attempts · waited 200ms (50%) · seed 42 call 0
        """)
  }

  @Test("a notifier that completes completes the call")
  func completes() throws {
    expect(
      try scripted("fetch", fails()).retryWhen { $0.take(1) },
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … the notifier requests a retry at once
            100ms  attempt 2  ▶ fetch
            200ms             ✗ timeout
            200ms             ■ the notifier completed
                                so the call completes without a value
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
                 0                                100                             200ms
        completed without a value in 200ms · 2 attempts · seed 42 call 0
        """)
  }

  @Test("a notifier that fails fails the call")
  func failing() throws {
    let source = try scripted("fetch", fails()).retryWhen { errors in
      errors.flatMap { _ in .fail(Fault("enough")) }
    }
    expect(
      source,
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             ■ the notifier failed with enough   so the call fails
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
                 0                                                                100ms
        failed in 100ms: enough · 1 attempt · seed 42 call 0
        """)
  }

  @Test("a notifier that stays silent leaves the call hanging")
  func hangs() throws {
    expect(
      try scripted("fetch", fails()).retryWhen { $0.filter { _ in false } },
      is: """
              0ms  attempt 1  ▶ fetch
            100ms             ✗ timeout
            100ms             … wait for the notifier
            100ms             ■ hangs on the notifier, silent since timeout at 100ms
          fetch  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗
                 0                                                                100ms
        hangs from 100ms on · 1 attempt · seed 42 call 0
        """)
  }
}
