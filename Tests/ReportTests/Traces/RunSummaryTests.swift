import Report
import Retry
import RetryNumerics
import Simulation
import Testing
import TextLayout
import VirtualTime

@Suite("Summaries of calls")
struct RunSummaryTests {
  private func text(_ source: Source, calls: Range<UInt64>, _ style: Style) -> String {
    let machine = Machine(source, seed: 42)
    return RunSummary(calls.map { machine.run(call: $0) }, style: style).text
  }

  private func source() throws -> Source {
    let rates = try FaultRates([(.timeout, 0.5), (Fault("auth"), 0.1)])
    let operation = try Operation(
      "fetch", latency: .uniform(ms(80), ms(120)), faults: .rates(rates))
    return Source.operation(operation).retry(
      strategy(
        3, .exponential(initial: .milliseconds(50)), on: FaultFilter(unless: [FaultPattern("auth")])
      ))
  }

  @Test("one line per call, in aligned columns")
  func table() throws {
    let text = try text(source(), calls: 6..<12, Style())
    let expected = """
       call 6  ✓  success  110ms   1 attempt
       call 7  ✓  success   92ms   1 attempt
       call 8  ✓  success  107ms   1 attempt
       call 9  ✗  auth     430ms  3 attempts  waited 150ms
      call 10  ✓  success  253ms  2 attempts   waited 50ms
      call 11  ✓  success   87ms   1 attempt
      5 of 6 calls succeeded · 9 attempts
      """
    #expect(text == expected, "\n\(text)\n")
  }

  @Test("stale answers from caches are counted over all calls")
  func stale() throws {
    let source = try scripted("get", fails()).cached(CacheContents(value: "old"))
    let text = text(source, calls: 0..<2, Style())
    let expected = """
      call 0  ✓  "old"  100ms  1 attempt
      call 1  ✓  "old"  100ms  1 attempt
      2 of 2 calls succeeded · 2 attempts · 2 served stale
      """
    #expect(text == expected, "\n\(text)\n")
  }

  @Test("in 40 columns and ASCII")
  func narrow() throws {
    let text = try text(source(), calls: 9..<11, Style(width: 40, isUnicode: false))
    let expected = """
       call 9  x  auth     430ms  3x  150ms
      call 10  +  success  253ms  2x   50ms
      1 of 2 calls succeeded | 5 attempts
      """
    #expect(text == expected, "\n\(text)\n")
  }

  @Test("every outcome has a description")
  func outcomes() throws {
    let hangs = try scripted(
      "fetch", fails(Fault("error with a name of great length")), ScriptedAnswer(.never))
    let sources: [Source] = [
      .just(.text("a value that is far too long for a column of a table of results")), .empty,
      hangs.retry(strategy(2)), hangs, hangs.cancel(at: ms(3)),
      hangs.retryWhen { $0.map { _ in 0 } },
    ]
    var results: [CallResult] = []
    for source in sources { results.append(Machine(source, seed: 1).run()) }
    let text = RunSummary(results, style: Style()).text
    let expected = """
      call 0  ✓  "a value that is far too long for a…    0ms
      call 0  ■  no value                                0ms
      call 0  ■  hangs                                 300ms  2 attempts  waited 200ms
      call 0  ✗  error with a name of great length     100ms   1 attempt
      call 0  ◌  cancelled                               3ms   1 attempt
      call 0  ■  hangs                                 100ms  2 attempts
      1 of 6 calls succeeded · 6 attempts
      """
    #expect(text == expected, "\n\(text)\n")
  }
}
