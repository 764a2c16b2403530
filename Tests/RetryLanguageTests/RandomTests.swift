import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// Every closure that a call runs draws for itself: from one call of it to the next, from call to call, and from seed
/// to seed, and the same where all three are the same.
@Suite("random in closures")
struct RandomTests {
  /// Sources whose time, attempts or value depend on what a closure draws, again and again in one call.
  static let sources = [
    "op(latency: 0s, fails: 100%).retry(attempts: 5, backoff: { n in random(0ms...300ms) })",
    "op(latency: 0s, fails: 100%).retry(attempts: 5, backoff: { n in random(0ms...300ms) }, jitter: full)",
    "op(latency: 1ms, fails: { a in random(0...99) < 80 ? 100% : 0% }).retry()",
    "numbers(1...5).concatMap { timer(random(0ms...300ms)) }",
    "numbers(1...5).map { random(0...1000000) }.scan(0) { $0 + $1 }",
    "op(latency: 0s, fails: 100%).retryWhen { e in e.take(4).flatMap { timer(random(0ms...300ms)) } }",
    "op(latency: 0s, fails: 100%).retryWhen { e in e.take(4).delay(random(0ms...300ms)) }",
    "Task.retrying(maxRetryCount: 4, retryDelay: 0s) { op(latency: random(0ms...300ms), fails: 100%) }",
  ]

  @Test("draws are new in each call, and the same when a call is repeated", arguments: sources)
  func calls(text: String) throws {
    let source = try #require(Reading(text).values.last?.item.source)
    let first = Machine(source, seed: 1)
    let calls = (0..<20).map { first.run(call: $0).resembling }
    #expect(Set(calls).count > 1)
    #expect((0..<20).map { Machine(source, seed: 1).run(call: $0).resembling } == calls)
    #expect((0..<20).map { Machine(source, seed: 2).run(call: $0).resembling } != calls)
  }

  @Test("the draws of a backoff never change")
  func pinned() throws {
    let source = try #require(Reading(Self.sources[0]).values.last?.item.source)
    let machine = Machine(source, seed: 42)
    let waits = (0..<3).map { machine.run(call: $0).tally.waited.count }
    #expect(waits == [716_170_875, 806_890_369, 826_534_055])
  }

  @Test("an error drawn by a closure differs from call to call")
  func mappedErrors() throws {
    let source = try #require(
      Reading("fail(.x).mapError { e in .http(random(0...1000000)) }").values.last?.item.source)
    let machine = Machine(source, seed: 1)
    #expect(Set((0..<20).map { machine.run(call: $0).outcome }).count == 20)
  }

  @Test(
    "an error that tells what a closure drew differs from call to call, also where calls are measured",
    arguments: [
      "op(latency: 0s).map { v in min(random(0...1000000000), 1s) }",
      "op(latency: 0s, returns: 1).scan(10ms) { a, b in min(random(0...1000000000), 1s) }",
      "let f = { x in min(random(0...1000000000), x) }\nop(latency: 0s).map { v in f(1s) }",
    ])
  func drawnErrors(text: String) throws {
    let source = try #require(Reading(text).values.last?.item.source)
    let faults = Trials(calls: 0..<20, seed: 1).measure(source).errors.sorted.map(\.fault)
    #expect(faults.count == 20 && faults.allSatisfy { $0.kind == "invalid" }, "\(faults)")
  }

  @Test("each retry of a call draws its own delay, uniformly in the range")
  func delays() throws {
    let text =
      "op(latency: 0s, fails: 100%).retry(attempts: 3, backoff: { n in random(100ms...300ms) })"
    let source = try #require(Reading(text).values.last?.item.source)
    let machine = Machine(source, seed: 42)
    let waits = (0..<4000).map { Double(machine.run(call: $0).tally.waited.count) / 1e6 }
    let mean = waits.reduce(0, +) / 4000
    let variance = waits.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3999
    // Two draws from 200 ms; one that counts twice would have twice the variance.
    #expect((mean - 400).magnitude < 6)
    #expect((variance - 2 * 200 * 200 / 12).magnitude < 600)
  }

  @Test("each attempt draws its own outcome, independent of other attempts")
  func faults() throws {
    let text = "op(fails: { a in random(0...99) < 50 ? 100% : 0% }).retry(3)"
    let source = try #require(Reading(text).values.last?.item.source)
    let machine = Machine(source, seed: 42)
    let failed = (0..<4000).count { machine.run(call: $0).outcome == .failure(.unspecified) }
    #expect((Double(failed) / 4000 - 0.125).magnitude < 0.025)
  }

  @Test("a closure that cannot be evaluated fails the attempt with the reason")
  func broken() throws {
    let text = "op(fails: { a in 1 / (a.number - 1) > 0 ? 100% : 0% })"
    let source = try #require(Reading(text).values.last?.item.source)
    guard case .failure(let fault) = Machine(source, seed: 1).run().outcome else {
      Issue.record("it did not fail")
      return
    }
    #expect(fault.kind == "arithmetic")
  }

  @Test(
    "a random value stays in its range, which must be ascending",
    arguments: [
      ("5", "...", "9223372036854775807"),
      ("-9223372036854775807", "...", "9223372036854775807"), ("3", "..<", "4"), ("2", "...", "2"),
      ("1ms", "...", "2ms"), ("0.5", "...", "0.75"), ("-2.5", "..<", "-2.0"),
    ])
  func ends(low: String, mark: String, high: String) throws {
    let isBeyond = "$0 < \(low) || $0 \(mark == "..." ? ">" : ">=") \(high)"
    let text = "numbers(1...50).map { random(\(low)\(mark)\(high)) }.filter { \(isBeyond) }"
    let source = try #require(Reading(text).values.last?.item.source)
    let machine = Machine(source, seed: 3)
    // None of them is beyond, and no draw has failed.
    for call in UInt64(0)..<20 { #expect(machine.run(call: call).outcome == .completed) }
  }

  @Test("an empty range fails the call", arguments: ["n..<n", "n...n - 1"])
  func empty(range: String) throws {
    let source = try #require(
      Reading("just(5).map { n in random(\(range)) }").values.last?.item.source)
    #expect(!Machine(source, seed: 3).run().outcome.isSuccess)
  }
}

extension CallResult {
  /// What chance may change in a call.
  fileprivate var resembling: [String] { ["\(outcome)", "\(duration)", "\(tally.attempts)"] }
}

extension Outcome {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
