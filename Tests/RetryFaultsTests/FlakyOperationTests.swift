import Retry
import RetryFaults
import RetryLanguage
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("An operation of a scenario in front of real code")
struct FlakyOperationTests {
  /// Makes attempts on a virtual clock, and returns how each ended and when.
  private func ends(
    _ text: String, _ count: Int, seed: UInt64 = 7, gap: Duration = .zero
  ) throws -> [String] {
    let clock = VirtualClock()
    let operation = try FlakyOperation("f", in: text, seed: seed, clock: clock)
    return try clock.run {
      var ends: [String] = []
      for number in 1...count {
        do {
          ends.append("\(try await operation.attempt { number }) \(clock.milliseconds)")
        } catch { ends.append("\(error) \(clock.milliseconds)") }
        try await clock.sleep(for: gap)
      }
      return ends
    }
  }

  /// What a real call under a policy does, as the simulation says it.
  private func real(
    _ call: FlakyCall<VirtualClock>, _ policy: RetryPolicy<any Error>, _ clock: VirtualClock
  ) throws -> String {
    let attempts = Locked(0)
    return try clock.run {
      let start = clock.now.time
      let end: String
      do {
        try await retry(policy, clock: clock) {
          attempts.withLock { $0 += 1 }
          try await call.attempt()
        }
        end = "success"
      } catch { end = "\(error)" }
      return "\(end) \(attempts.withLock { $0 }) \(clock.now.time - start)"
    }
  }

  /// What the simulation says of the same call.
  private func simulated(_ source: Source, seed: UInt64, call: UInt64) -> String {
    let result = Machine(source, seed: seed).run(call: call)
    let end =
      switch result.outcome {
      case .success, .completed: "success"
      case .failure(let fault): "\(fault)"
      default: "\(result.outcome)"
      }
    return "\(end) \(result.tally.attempts) \(result.duration.duration)"
  }

  @Test(
    "fails, succeeds and takes its time as the simulation of the same seed does",
    arguments: [
      "op(fails: 60%)", "op(fails: [.timeout: 30%, .http(503): 30%], latency: exponential(80ms))",
      "op(fails: burst(enter: 20%, leave: 30%), latency: 10ms...90ms)",
      "op(script: [.timeout, .http(429, retryAfter: 2s), ok])",
      "op(fails: { attempt in attempt.number < 3 ? 90% : 10% })",
      "op(fails: 30%).timeout(90ms)", "op(fails: 50%, lost: [.reset: 30%], idempotent: false)",
    ])
  func agreement(definition: String) throws {
    let text = "let f = \(definition)\nlet g = f.retry(attempts: 4, delay: 200ms)"
    let source = try Self.source("g", in: text)
    let policy = RetryPolicy<any Error>(
      attempts: 4, backoff: .constant(.milliseconds(200)),
      hint: { ($0 as? FlakyError)?.retryAfter })
    for seed in UInt64(0)..<60 {
      let clock = VirtualClock()
      let operation = try FlakyOperation("f", in: text, seed: seed, clock: clock)
      for call in UInt64(0)..<3 {
        let told = simulated(source, seed: seed, call: call)
        #expect(try real(operation.beginCall(), policy, clock) == told, "\(seed) \(call)")
      }
    }
  }

  @Test("has the outages of the first call of the simulation, at their times")
  func outages() throws {
    let text = """
      let f = op(fails: 20%, outages: every(exponential(3s), for: 1s))
      let g = f.retry(attempts: 9, delay: 200ms)
      """
    let source = try Self.source("g", in: text)
    let policy = RetryPolicy<any Error>(attempts: 9, backoff: .constant(.milliseconds(200)))
    for seed in UInt64(0)..<200 {
      let clock = VirtualClock()
      let operation = try FlakyOperation("f", in: text, seed: seed, clock: clock)
      let told = simulated(source, seed: seed, call: 0)
      #expect(try real(operation.beginCall(), policy, clock) == told, "\(seed)")
    }
    // Each call meets them at the time since the creation of the operation.
    let regular = "let f = op(latency: 0s, outages: outages([0s...1s, 11s...13s]))"
    #expect(
      try ends(regular, 7, gap: .seconds(3)) == [
        "outage 0", "2 3000", "3 6000", "4 9000", "outage 12000", "6 15000", "7 18000",
      ])
  }

  @Test("goes through a script with each attempt, and anew with each call")
  func script() throws {
    let text = "let f = op(script: [.timeout, .http(503), ok])"
    #expect(
      try ends(text, 4) == ["timeout 100", "http(503) 200", "3 300", "4 400"])
    let clock = VirtualClock()
    let operation = try FlakyOperation("f", in: text, clock: clock)
    for _ in 0..<2 {
      let call = operation.beginCall()
      #expect(throws: FlakyError.self) { try clock.run { try await call.attempt() } }
    }
  }

  @Test("runs the real code before an answer that is lost, and not for an attempt that fails")
  func effects() throws {
    for (definition, effects) in [
      ("op(lost: [.reset: 100%], idempotent: false)", 1), ("op(fails: 100%)", 0),
      ("op(fails: [.reset: 100%], lost: [.reset: 100%], idempotent: false)", 0),
    ] {
      let clock = VirtualClock()
      let operation = try FlakyOperation("f", in: "let f = \(definition)", clock: clock)
      let count = Locked(0)
      #expect(throws: FlakyError.self) {
        try clock.run {
          try await operation.attempt { count.withLock { $0 += 1 } }
        }
      }
      #expect(count.withLock { $0 } == effects, "\(definition)")
    }
  }

  @Test("never answers where the scenario hangs, until a timeout ends it")
  func hangs() throws {
    let clock = VirtualClock()
    let operation = try FlakyOperation("f", in: "let f = op(hangs: 100%)", clock: clock)
    let client = Pipeline(Timeout(.seconds(3600), clock: clock))
    #expect(throws: TimeoutError(limit: .seconds(3600))) {
      try clock.run { try await client.call { _ in try await operation.attempt() } }
    }
    #expect(clock.now.time == .seconds(3600))
  }

  @Test("throws the errors of the program where it is told how")
  func ownErrors() throws {
    let clock = VirtualClock()
    let text = "let f = op(script: [.timeout, .http(429, retryAfter: 2s)])"
    let operation = try FlakyOperation("f", in: text, clock: clock) { error in
      error.kind == "timeout" ? RequestError.timeout : RequestError.status(error.code ?? 0)
    }
    for expected in [RequestError.timeout, .status(429)] {
      #expect(throws: expected) { try clock.run { try await operation.attempt() } }
    }
    let plain = try FlakyOperation("f", in: text, clock: clock)
    _ = try? clock.run { try await plain.attempt() }
    let error = #expect(throws: FlakyError.self) { try clock.run { try await plain.attempt() } }
    #expect(
      error?.kind == "http" && error?.code == 429 && error?.retryAfter == .seconds(2)
        && error?.retryCause == .throttling)
  }

  private enum RequestError: Error, Equatable { case timeout, status(Int) }

  @Test("serves many attempts at once, each with draws of its own")
  func concurrency() async throws {
    let operation = try FlakyOperation(
      "f", in: "let f = op(fails: 50%, latency: 0ms...1ms)", seed: 3)
    let failures = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<400 {
        group.addTask { await (try? operation.attempt { 0 }) ?? 1 }
      }
      return await group.reduce(0, +)
    }
    #expect((150...250).contains(failures))
  }

  @Test("goes on without end, however many attempts are made")
  func endless() throws {
    #expect(try ends("let f = op(latency: 0s)", 150_000).last == "150000 0")
  }

  /// Returns a source that a text defines.
  static func source(_ name: String, in text: String) throws -> Source {
    let source = SourceText(text)
    var definitions: [String: Definition] = [:]
    for case .binding(let name, let expression) in Parser.read(source).statements {
      var checker = Checker(source, definitions: definitions)
      definitions[name.text] = try checker.evaluate(expression, named: name.text).get()
    }
    guard case .source(let source)? = definitions[name]?.item else {
      throw ScenarioMissing()
    }
    return source
  }

  private struct ScenarioMissing: Error {}
}
