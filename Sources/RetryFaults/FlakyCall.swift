import RetryNumerics
import Simulation

/// The attempts of one call of a `FlakyOperation`, numbered from one.
public final class FlakyCall<C: Clock<Duration>>: Sendable {
  private let machine: Locked<Machine>
  private let clock: C
  private let start: C.Instant
  private let error: @Sendable (FlakyError) -> any Error

  init(
    _ source: Source, seed: UInt64, number: UInt64, arrival: Nanoseconds, clock: C,
    error: @escaping @Sendable (FlakyError) -> any Error
  ) {
    let machine = Machine(source, seed: seed)
    machine.begin(call: number, arrival: arrival)
    self.machine = Locked(machine)
    self.clock = clock
    start = clock.now
    self.error = error
  }

  /// Makes an attempt of an operation, with the latency and the error that the scenario has for it.
  ///
  /// An attempt that fails does not run the operation, unless the scenario loses the answer after the effect.
  public func attempt<Value>(
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Value
  ) async throws -> Value {
    let time = Nanoseconds(start.duration(to: clock.now))
    let attempt = machine.withLock { $0.attempt(at: time) }
    try await clock.sleep(for: attempt.duration.duration)
    // Whoever lost the answer does not learn how the operation ended.
    if attempt.losesAnswer { _ = try? await operation() }
    switch attempt.outcome {
    case .success: return try await operation()
    case .failure(let fault): throw error(FlakyError(fault))
    case .completed: throw error(FlakyError(Fault("empty")))
    case .stopped(let limit): throw ScenarioError("the scenario has reached its limit, \(limit)")
    case .hung, .cancelled:
      // As an operation that never answers, until its task is cancelled.
      while true { try await clock.sleep(for: .seconds(1_000_000_000)) }
    }
  }

  /// Makes an attempt of an operation that only the scenario knows.
  public func attempt(isolation: isolated (any Actor)? = #isolation) async throws {
    try await attempt(isolation: isolation) {}
  }
}
