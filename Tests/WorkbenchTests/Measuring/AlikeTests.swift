import Measurement
import RetryLanguage
import Simulation
import Testing

@testable import Workbench

@Suite("Constant figures")
struct AlikeTests {
  /// What of a source is alike in all calls: attempts, outcome, waits and time, by their first letters.
  static let rows: [(text: String, certain: String)] = [
    ("op()", "aowt"), ("op(fails: 30%)", "aw"), ("op(fails: 100%)", "aowt"),
    ("op(fails: [.timeout: 50%, .auth: 50%])", "aw"), ("op(latency: 1ms...2ms)", "aow"),
    ("op(hangs: 1%)", "aw"), ("op(script: [.timeout, ok])", "aowt"),
    ("op(outages: [0s...1s])", "aw"), ("op(on: server(service: 1ms))", "aw"),
    ("op(fails: { a in 50% })", "aw"),
    ("op().retry(3)", "aowt"), ("op(fails: 30%).retry(3)", ""),
    ("op(fails: 100%).retry(3)", "aowt"),
    ("op(fails: 100%, latency: 1ms...2ms).retry(3)", "aow"),
    ("op(fails: 100%).retry(attempts: 3, backoff: exponential(1s), jitter: full)", "ao"),
    ("op(fails: 100%).retry(attempts: 3, backoff: decorrelated(1s, 9s))", "ao"),
    // The third delay would be the first one that is left to chance.
    ("op(fails: 100%).retry(attempts: 3, backoff: exponential(1s).fullJitter().min(2s))", "aowt"),
    ("op(fails: 100%).retry(attempts: 4, backoff: exponential(1s).fullJitter().min(2s))", "ao"),
    ("op(fails: 100%).retry(attempts: 3, delay: 1s, deadline: 2s)", "aowt"),
    ("op(fails: 100%, latency: 1s...2s).retry(attempts: 3, delay: 1s, deadline: 2s)", ""),
    ("op(fails: 100%).retry(2).retry(3)", "aowt"),
    ("op(latency: 1s...2s).timeout(1500ms)", "aw"), ("op().timeout(50ms)", "aowt"),
    ("op(fails: 100%, latency: 1s...2s).retry(9).timeout(5s)", ""),
    ("op(fails: 100%).fallback(to: op(fails: 10%))", "aw"),
    ("op(fails: 10%).fallback(to: op())", ""),
    ("op(fails: 100%).retryWhen { errors in errors.take(2) }", ""),
    ("op(fails: 30%).catchAndReturn(0)", "aw"), ("op(fails: 30%).skip(1)", "aw"),
    ("just(1)", "aowt"), ("op().map { $0 }", ""),
  ]

  @Test("are those that the shape of the source proves", arguments: rows)
  func certain(text: String, certain: String) throws {
    let source = try source(text)
    let certainty = KnownSource(source).facts.alike
    let letters = [
      certainty.attempts ? "a" : "", certainty.outcome ? "o" : "", certainty.waited ? "w" : "",
      certainty.time ? "t" : "",
    ].joined()
    #expect(letters == certain)
    // Constant figures are equal in all calls.
    let measured = Trials(calls: 0..<300, seed: 5).measure(source)
    if certainty.attempts { #expect(measured.attempts.min == measured.attempts.max) }
    if certainty.waited { #expect(measured.waited.min == measured.waited.max) }
    if certainty.time { #expect(measured.latency.min == measured.latency.max) }
    if certainty.outcome {
      let kinds = OutcomeCounts.Kind.allCases.filter { measured.outcomes[$0] > 0 }
      #expect(kinds.count == 1 && measured.errors.sorted.count <= 1)
    }
  }

  private func source(_ text: String) throws -> Source {
    var session = Session.printing { _ in }
    #expect(session.run("let x = \(text)") == .ready)
    return try #require(session.workspace.environment.known["x"]?.item.source)
  }
}
