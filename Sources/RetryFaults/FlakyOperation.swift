import Files
import RetryNumerics
import Simulation

/// An operation of a scenario in front of real code: its latencies, errors and outages, before the code runs.
///
/// What was tried at the prompt is the test double of a program, on the virtual clock of a test or on the real one.
///
/// ```swift
/// let scenario = """
///   let payments = op(fails: [.timeout: 20%, .http(503): 5%], latency: exponential(50ms), outages: every(1h, for: 20s))
///   """
/// let payments = try FlakyOperation("payments", in: scenario, seed: 7)
/// func charge() async throws -> String {
///   try await retry(RetryPolicy<any Error>(attempts: 4)) {
///     try await payments.attempt { "receipt" }
///   }
/// }
/// ```
///
/// The seed decides everything: the same seed leads to the same errors in each run, and to those that the prompt shows
/// for it. Outages begin with the creation of the operation, and all calls meet the same ones.
public final class FlakyOperation<C: Clock<Duration>>: Sendable {
  private let source: Source
  private let seed: UInt64
  private let clock: C
  private let start: C.Instant
  private let error: @Sendable (FlakyError) -> any Error
  private let calls = Locked<UInt64>(0)
  /// The call of the attempts that belong to no other.
  private let endless: FlakyCall<C>

  /// Finds an operation by its name in a text of the laboratory.
  ///
  /// The definitions of the text count, also functions; its other lines do nothing. `error` turns an error of the
  /// scenario into one of the program's own.
  public init(
    _ name: String, in text: String, seed: UInt64 = 0, clock: C = ContinuousClock(),
    error: @escaping @Sendable (FlakyError) -> any Error = { $0 }
  ) throws(ScenarioError) {
    source = try ScenarioText(text).source(name)
    (self.seed, self.clock, start, self.error) = (seed, clock, clock.now, error)
    endless = FlakyCall(source, seed: seed, number: 0, arrival: .zero, clock: clock, error: error)
  }

  /// Finds an operation by its name in a file of the laboratory.
  public convenience init(
    _ name: String, contentsOf path: String, seed: UInt64 = 0, clock: C = ContinuousClock(),
    error: @escaping @Sendable (FlakyError) -> any Error = { $0 }
  ) throws(ScenarioError) {
    let bytes: [UInt8]
    do {
      bytes = try PlainFile.read(path, atMost: 1_000_000)
    } catch let problem {
      throw ScenarioError("\(path): \(problem)")
    }
    try self.init(
      name, in: String(decoding: bytes, as: UTF8.self), seed: seed, clock: clock, error: error)
  }

  /// Makes an attempt of an operation, with the latency and the error that the scenario has for the next one.
  ///
  /// All attempts count as those of one call, the first of the prompt. A script goes on with each of them, whoever makes
  /// it; `beginCall` starts it anew.
  public func attempt<Value>(
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Value
  ) async throws -> Value {
    try await endless.attempt(isolation: isolation, operation: operation)
  }

  /// Makes an attempt of an operation that only the scenario knows.
  public func attempt(isolation: isolated (any Actor)? = #isolation) async throws {
    try await endless.attempt(isolation: isolation)
  }

  /// Begins a call of its own, with the draws of the next call that the prompt makes, counted from its first.
  public func beginCall() -> FlakyCall<C> {
    let number = calls.withLock { calls in
      calls += 1
      return calls - 1
    }
    return FlakyCall(
      source, seed: seed, number: number, arrival: Nanoseconds(start.duration(to: clock.now)),
      clock: clock, error: error)
  }
}
